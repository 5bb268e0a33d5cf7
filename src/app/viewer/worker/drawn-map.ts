/**
 * A map that is drawn on: a commit of its strokes repairs what they touch, and gives the next version. Gestures can be
 * undone and made again. The page numbers islands and regions as a bake does, so each version is put in that order after
 * the commit. On large maps that would take too long, and islands keep the numbers that they got.
 */
import { countsOf } from '../../../atlas/columns.ts'
import { atlasSizeBytes } from '../../../atlas/layout.ts'
import { Atlas } from '../../../find/atlas.ts'
import { exact } from '../../../find/extra-exact.ts'
import { type LiveMap, openLive } from '../../../live.ts'
import type { DrawnNews, Stroke } from '../protocol.ts'

/** All strokes from pressing the brush down to releasing it: the costs of the cells before and after. */
interface Gesture {
  readonly number: number
  readonly before: Map<number, number>
  readonly after: Map<number, number>
}

const ORDERED_CELLS_MAX = 4096 * 4096
/** More than anyone undoes. */
const GESTURES_MAX = 500

export class DrawnMap {
  private readonly live: LiveMap
  private readonly orderedCellsMax: number
  private readonly done: Gesture[] = []
  private readonly undone: Gesture[] = []
  /** Costs of cells that the next commit sets. */
  private readonly drawn = new Map<number, number>()
  private stroke = 0
  private committed = 0

  constructor(file: Uint8Array, orderedCellsMax = ORDERED_CELLS_MAX) {
    this.live = openLive(file, null, { extras: exact })
    this.orderedCellsMax = orderedCellsMax
  }

  /** Whether strokes wait for a commit. */
  get isBehind(): boolean {
    return this.committed < this.stroke
  }

  /** Makes a version of all strokes. */
  commit(): DrawnNews {
    const { live, drawn, stroke } = this
    for (const [cell, cost] of drawn) live.set(cell % live.width, Math.floor(cell / live.width), cost)
    drawn.clear()
    this.committed = stroke
    const fromMs = performance.now()
    const { version, cells, islandsMerged, islandsSplit } = live.commit()
    const elapsedUs = 1000 * (performance.now() - fromMs)
    const [undoCount, redoCount] = [this.done.length, this.undone.length]
    return { version, stroke, cells, islandsMerged, islandsSplit, elapsedUs, undoCount, redoCount }
  }

  /** The newest version. */
  snapshot(): Atlas {
    const { live } = this
    if (live.width * live.height > this.orderedCellsMax) return live.snapshot()
    const columns = live.inOrder()
    return new Atlas(columns, atlasSizeBytes(countsOf(columns)), exact)
  }

  /** An atlas file of the newest version. */
  save(): Uint8Array<ArrayBuffer> {
    return this.live.save()
  }

  /** Leaves out areas off the map. Gestures undone before cannot be made again. */
  draw({ number, areas, cost, gesture }: Stroke): void {
    const { live, drawn } = this
    this.stroke = number
    const { before, after } = this.gestureOf(gesture)
    for (const area of areas) {
      const xEnd = Math.min(live.width, area.x + area.width)
      const yEnd = Math.min(live.height, area.y + area.height)
      for (let y = Math.max(0, area.y); y < yEnd; y++) {
        for (let x = Math.max(0, area.x); x < xEnd; x++) {
          const cell = y * live.width + x
          const known = drawn.get(cell) ?? live.costAt(x, y)
          if (known === cost) continue
          if (!before.has(cell)) before.set(cell, known)
          after.set(cell, cost)
          drawn.set(cell, cost)
        }
      }
    }
    if (after.size === 0) this.done.pop()
    else this.undone.length = 0
  }

  /** Undoes the last gesture, or makes the last undone one again. */
  step(step: 'undo' | 'redo', stroke: number): void {
    const { done, undone } = this
    const [from, to] = step === 'undo' ? [done, undone] : [undone, done]
    const gesture = from.pop()
    this.stroke = stroke
    if (gesture === undefined) return
    to.push(gesture)
    for (const [cell, cost] of step === 'undo' ? gesture.before : gesture.after) this.drawn.set(cell, cost)
  }

  private gestureOf(number: number): Gesture {
    const last = this.done.at(-1)
    if (last?.number === number) return last
    if (this.done.length === GESTURES_MAX) this.done.shift()
    const begun = { number, before: new Map(), after: new Map() }
    this.done.push(begun)
    return begun
  }
}
