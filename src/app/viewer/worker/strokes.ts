/**
 * What was drawn, gesture by gesture, so that each can be taken back and made again: the costs that its cells had before and
 * have after it.
 */
interface Gesture {
  readonly number: number
  readonly before: Map<number, number>
  readonly after: Map<number, number>
}

/** More than anyone takes back. */
const GESTURES_MAX = 500

export class Strokes {
  private readonly done: Gesture[] = []
  private undone: Gesture[] = []

  get undoCount(): number {
    return this.done.length
  }

  get redoCount(): number {
    return this.undone.length
  }

  /** A cell is drawn over; what was taken back before is forgotten. */
  note(gesture: number, cell: number, before: number, after: number): void {
    if (this.undone.length > 0) this.undone = []
    let last = this.done.at(-1)
    if (last?.number !== gesture) {
      last = { number: gesture, before: new Map(), after: new Map() }
      this.done.push(last)
      if (this.done.length > GESTURES_MAX) this.done.shift()
    }
    if (!last.before.has(cell)) last.before.set(cell, before)
    last.after.set(cell, after)
  }

  /** The costs to put back, by cell. */
  undo(): ReadonlyMap<number, number> {
    const gesture = this.done.pop()
    if (gesture === undefined) return new Map()
    this.undone.push(gesture)
    return gesture.before
  }

  redo(): ReadonlyMap<number, number> {
    const gesture = this.undone.pop()
    if (gesture === undefined) return new Map()
    this.done.push(gesture)
    return gesture.after
  }
}
