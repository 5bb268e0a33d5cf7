/**
 * The two ends of a query, and how the cells of a page are shown, written and read: cells of one map, or of the maps of a
 * world.
 */
import type { Point } from '../../../base/answer.ts'
import type { AddressField } from './address.ts'

export type End = 'start' | 'goal'
export const ENDS: readonly End[] = ['start', 'goal']

/** A cell; in a world, with the name of its map. */
export interface EndCell extends Point {
  readonly map?: string
}

export interface Cells<C extends EndCell> {
  /** The cell at a cell of the view; null where there is none. */
  at(viewed: Point): C | null
  /** The cell of the view that shows a cell. */
  shown(cell: C): Point
  textOf(cell: C): string
  /** The cell that a text names; null for other texts. */
  ofText(text: string): C | null
  /** The rest of a sentence that begins with "The start is": what to type. */
  readonly wanted: string
  /** How an address names an end. */
  readonly address: AddressField<C | null>
}

interface Listener {
  /** An end has another cell. */
  moved(): void
  /** An end that was dragged is released. */
  dropped?(): void
  /** The active end is another one. */
  changed(): void
}

export class Ends<C extends EndCell> {
  start: C | null = null
  goal: C | null = null
  /** The end that a click sets. */
  active: End = 'start'
  isDragging = false
  /** Whether they are a random pair. */
  isByChance = false
  private readonly listener: Listener

  constructor(listener: Listener) {
    this.listener = listener
  }

  /** The ends that are set. */
  list(): C[] {
    return [this.start, this.goal].filter(end => end !== null)
  }

  set(start: C | null, goal: C | null, isByChance = false): void {
    if (isSame(start, this.start) && isSame(goal, this.goal)) return
    this.isByChance = isByChance
    // After the start people set the goal.
    if ((start === null) !== (this.start === null)) this.active = start === null ? 'start' : 'goal'
    this.start = start
    this.goal = goal
    this.listener.moved()
  }

  put(end: End, cell: C): void {
    this.set(end === 'start' ? cell : this.start, end === 'goal' ? cell : this.goal)
  }

  swap(): void {
    this.set(this.goal, this.start)
  }

  activate(end: End): void {
    if (this.active === end) return
    this.active = end
    this.listener.changed()
  }

  drag(isDragging: boolean): void {
    this.isDragging = isDragging
    if (!isDragging) this.listener.dropped?.()
    this.listener.changed()
  }
}

export function isSame(a: EndCell | null, b: EndCell | null): boolean {
  return a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y && a.map === b.map)
}
