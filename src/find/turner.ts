/**
 * Finds paths for travellers with limited turns. It is an extra, handed to an atlas from outside.
 */
import type { Point } from '../base/answer.ts'
import type { WorkInSteps } from '../base/work.ts'
import type { Bends } from '../cells/bends.ts'

export interface Turner {
  /**
   * The cheapest path within the limit of turns among the cells near `near`, a path without that limit; among all cells
   * if `near` is null. Null if there is no such path. Another search ends this one.
   */
  inSteps(start: Point, goal: Point, heading: Point | null, near: Int32Array | null): WorkInSteps<Bends | null>

  /** Whether a step may follow a heading. */
  canTurn(heading: Point, step: Point): boolean

  /** One for another finder. */
  another(): Turner
}
