/**
 * What patience buys: the same queries with every quality of the library, what the paths cost over the optimum, and how
 * long they take with all their cells.
 */

import { QUALITIES } from '../../src/base/answer.ts'
import type { Atlas, Quality } from '../../src/index.ts'
import type { QuerySet } from '../queries.ts'
import { heldAgainst, judgePaths } from './measure-answers.ts'
import type { Timing, TimingLimits } from './timing.ts'
import { timeQueries, warmUp } from './timing.ts'

export interface QualityReport {
  readonly quality: Quality
  /** Paths that are illegal or were not found. */
  readonly wrong: number
  /** Of the queries that have a known optimum. */
  readonly excessPercent: Float64Array
  /** With all cells, the same queries for every quality. */
  readonly usOfQuery: Float64Array
}

export interface FrontierPlan {
  /** The most queries of a world; fewer where a quality runs out of time. None where it is 0. */
  readonly queries: number
  /** For each quality. */
  readonly timing: TimingLimits
}

export function measureFrontier(
  atlas: Atlas,
  { reachable }: QuerySet,
  optimumOfQuery: ArrayLike<number>,
  lowestCostOf: (optimum: number) => number,
  plan: FrontierPlan,
): QualityReport[] {
  const count = Math.min(plan.queries, reachable.length / 4)
  if (count === 0) return []
  const timings = QUALITIES.map(quality => timeQuality(atlas, quality, reachable, count, plan.timing))
  // Means and percentiles of different queries could not be compared.
  const shared = Math.min(...timings.map(({ usOfQuery }) => usOfQuery.length))
  const asked = { reachable: reachable.subarray(0, 4 * shared), refused: new Int32Array(0) }
  return QUALITIES.map((quality, i) => {
    const judged = judgePaths(atlas, asked, { quality })
    const { illegal, missed, excessPercent } = heldAgainst(judged, optimumOfQuery, lowestCostOf)
    return { quality, wrong: illegal + missed, excessPercent, usOfQuery: timings[i].usOfQuery.slice(0, shared) }
  })
}

function timeQuality(atlas: Atlas, quality: Quality, queries: Int32Array, count: number, limits: TimingLimits): Timing {
  const finder = atlas.finder()
  const options = { quality }
  const find = (query: number): number => {
    const at = 4 * query
    return finder.find(queries[at], queries[at + 1], queries[at + 2], queries[at + 3], options).cells().length
  }
  warmUp(count, find)
  return timeQueries(count, find, limits)
}
