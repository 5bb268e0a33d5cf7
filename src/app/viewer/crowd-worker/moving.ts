/**
 * Units that move in one of three ways, as the worker sees them.
 */
import type { Cell } from '../protocol.ts'

export interface Moving {
  readonly count: number
  readonly radius: number
  readonly budgetMs: number
  readonly goalsReached: number
  tick(): void
  /** Where the middle of a unit is, in cells with fractions. */
  xOf(unit: number): number
  yOf(unit: number): number
  isThere(unit: number): boolean
  /** All go there; a fleet, each unit of which has a goal of its own, does not listen. */
  goTo(goal: Cell): void
  /** Walls were drawn or removed. */
  mapChanged(): void
}
