/**
 * What a question may ask for beside its two ends.
 */
import type { Point, Quality } from '../base/answer.ts'
import type { NearestLimit, Route } from './route.ts'

export interface FindOptions {
  /**
   * Replace an end that no path can have by the closest cell that one can, at most `within` cells away; the route says so.
   * A good end stays; of two on different islands the start does; of two bad ones the pair is taken that moves least.
   */
  readonly nearest?: boolean | NearestLimit
  /** How much time the path may take to become cheaper: 'default' unless given. 'best' is the old name of 'exact'. */
  readonly quality?: Quality | 'best'
  /**
   * The route that a unit is on. On it the rest of it is the answer at once; if the map has changed or more quality is
   * asked for, then only unless a new path is cheaper.
   */
  readonly previous?: Route
  /** The step that a traveller which does not turn as it likes would take to go straight on: { x: 1, y: 0 } is east. */
  readonly heading?: Point
}

/** The names of the options of a query. */
export const FIND_OPTIONS = { nearest: true, quality: true, previous: true, heading: true } as const
