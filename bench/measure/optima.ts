/**
 * What queries cost at best: told by a scenario file, found by A*, or, beyond what that gets to, by our own exact search.
 * Tests hold the last against an oracle, the frontier against A*.
 */
import { roundingOf } from '../../src/app/cli/commands/scen-command.ts'
import type { Atlas } from '../../src/index.ts'

/** What rounding may take from a cost: exact searches of the library count a diagonal step for 5e-5 more than it is. */
export const ROUNDING = 6e-5

export interface ToldOptima {
  readonly optimumOfQuery: Float64Array
  /** Lengths that are shorter than any path: the file is of another version of the map. The exact search replaced them. */
  readonly mended: number
}

/** Holds told lengths that `costOfQuery` exceeds against the exact search. */
export function mendedOptima(
  atlas: Atlas,
  queries: Int32Array,
  told: Float64Array,
  costOfQuery: ArrayLike<number>,
): ToldOptima {
  const finder = atlas.finder()
  const optimumOfQuery = told.slice()
  let mended = 0
  for (let query = 0; query < told.length; query++) {
    const highest = told[query] * (1 + ROUNDING) + roundingOf(told[query])
    if (!(costOfQuery[query] > highest)) continue
    const [x0, y0, x1, y1] = queries.subarray(4 * query)
    const { cost } = finder.find(x0, y0, x1, y1, { quality: 'exact' })
    if (cost <= highest) continue
    optimumOfQuery[query] = cost
    mended++
  }
  return { optimumOfQuery, mended }
}

/** The optima of the first queries and of as many more as our own exact search finds in its time. */
export function withFurtherOptima(
  atlas: Atlas,
  queries: Int32Array,
  known: Float64Array,
  budgetMs: number,
): Float64Array {
  const finder = atlas.finder()
  const optimumOfQuery = [...known]
  const endMs = performance.now() + budgetMs
  while (4 * optimumOfQuery.length < queries.length && performance.now() < endMs) {
    const [x0, y0, x1, y1] = queries.subarray(4 * optimumOfQuery.length)
    optimumOfQuery.push(finder.find(x0, y0, x1, y1, { quality: 'exact' }).cost)
  }
  return Float64Array.from(optimumOfQuery)
}
