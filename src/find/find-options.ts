/**
 * The options of a query.
 */
import type { Point, Quality } from '../base/answer.ts'
import type { NearestLimit, Route } from './route.ts'

export interface FindOptions {
  /**
   * Replace a bad end by the closest good cell, at most `within` cells away; `isReplaced` of the route is then true. A
   * good end stays. Of two good ends on different islands the start stays. Two bad ends move to the pair that is
   * closest in all.
   */
  readonly nearest?: boolean | NearestLimit
  /** How much time the path may take to become cheaper: 'default' unless given. 'best' is the old name of 'exact'. */
  readonly quality?: Quality | 'best'
  /**
   * The route that a unit is on. While the unit is on it, the rest is the answer, without a search. If the map has
   * changed or this query wants more quality, a cheaper new path replaces the rest.
   */
  readonly previous?: Route
  /** The step straight ahead of a traveller with limited turns: { x: 1, y: 0 } is east. */
  readonly heading?: Point
}

/** The names of the options of a query. */
export const FIND_OPTIONS = { nearest: true, quality: true, previous: true, heading: true } as const
