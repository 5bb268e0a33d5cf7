/**
 * Finds paths for travellers with limited turns. It is an extra, handed to an atlas from outside.
 */
import type { Point } from '../base/answer.ts'
import type { Bends } from '../cells/bends.ts'

export interface Turner {
  /**
   * The cheapest path whose heading changes by no more than it may, near the cells of a path that may turn as it likes,
   * or of all paths where there are no such cells; null where there is none at all.
   */
  find(start: Point, goal: Point, heading: Point | null, near: Int32Array | null): Bends | null

  /** Whether a step may follow a heading. */
  canTurn(heading: Point, step: Point): boolean
}
