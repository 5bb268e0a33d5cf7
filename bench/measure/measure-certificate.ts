/**
 * What a certificate is worth: for the paths of the default quality, how near the lower bound that is proven for each comes
 * to the optimum, and how long the proof takes by itself, the path being there already.
 */
import type { Atlas } from '../../src/index.ts'
import type { QuerySet } from '../queries.ts'
import type { FrontierPlan } from './measure-frontier.ts'
import { timeQueries, warmUp } from './timing.ts'

export interface CertificateReport {
  /** The bound in percent of the optimum, of the queries that have a known one. */
  readonly boundPercent: Float64Array
  /** Bounds above the optimum: each is a fault. */
  readonly wrong: number
  /** Of the proof alone. */
  readonly usOfQuery: Float64Array
}

/** Null where it is not wanted. */
export function measureCertificate(
  atlas: Atlas,
  { reachable }: Pick<QuerySet, 'reachable'>,
  optimumOfQuery: ArrayLike<number>,
  lowestCostOf: (optimum: number) => number,
  plan: FrontierPlan,
): CertificateReport | null {
  const finder = atlas.finder()
  const pathOfQuery: Int32Array[] = []
  for (let at = 0; at < reachable.length && pathOfQuery.length < plan.queries; at += 4) {
    const route = finder.find(reachable[at], reachable[at + 1], reachable[at + 2], reachable[at + 3])
    // The queries of both columns must stay the same ones: a path that was missed ends the sample.
    if (route.status !== 'found') break
    pathOfQuery.push(route.cells())
  }
  if (pathOfQuery.length === 0) return null
  const boundOfQuery = new Float64Array(pathOfQuery.length)
  const prove = (query: number): number => {
    boundOfQuery[query] = finder.lowerBoundOf(pathOfQuery[query])
    return boundOfQuery[query]
  }
  warmUp(pathOfQuery.length, prove)
  const { usOfQuery } = timeQueries(pathOfQuery.length, prove, plan.timing)
  const known = Math.min(usOfQuery.length, optimumOfQuery.length)
  const bounds = boundOfQuery.subarray(0, known)
  return {
    boundPercent: bounds.map((bound, query) =>
      optimumOfQuery[query] === 0 ? 100 : (bound / optimumOfQuery[query]) * 100,
    ),
    // What a right answer may cost less than an optimum that is rounded, a bound may be above it.
    wrong: bounds.filter((bound, query) => lowestCostOf(bound) > optimumOfQuery[query]).length,
    usOfQuery,
  }
}
