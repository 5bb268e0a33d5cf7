/**
 * Whether answers are right: every path is judged step by step, and held against the optimum where that is known; every
 * query without a path must be refused.
 */
import type { Atlas, Quality } from '../../src/index.ts'
import { checkPath } from '../../src/index.ts'
import type { QuerySet } from '../queries.ts'

export interface AnswersReport {
  /** Queries that were asked before the time was up: all of them, but where a single path has millions of cells. */
  readonly judged: number
  readonly found: number
  /** Reachable, but refused. */
  readonly missed: number
  /** Without a path, and refused as they should be. */
  readonly refused: number
  /** Paths that break the movement rule, are cheaper than the optimum, or lead where there is no way. */
  readonly illegal: number
  readonly firstProblem: string
  /** Cells of all paths, ends included. */
  readonly cells: number
  /** Cost over optimal of the first queries, those with a known optimum. */
  readonly excessPercent: Float64Array
}

/** Answers that were not held against any optimum yet. */
export interface JudgedPaths extends AnswersReport {
  /** Of each query that was asked, in order; NaN where there is no legal path. */
  readonly costOfQuery: Float64Array
}

export interface JudgeOptions {
  readonly quality?: Quality
  /** No query with a path is asked after this; unlimited unless given. */
  readonly budgetMs?: number
}

export function judgePaths(
  atlas: Atlas,
  { reachable, refused }: Pick<QuerySet, 'reachable' | 'refused'>,
  { quality = 'default', budgetMs = Infinity }: JudgeOptions = {},
): JudgedPaths {
  const finder = atlas.finder()
  const endMs = performance.now() + budgetMs
  const costOfQuery: number[] = []
  const report = { judged: 0, found: 0, missed: 0, refused: 0, illegal: 0, firstProblem: '', cells: 0 }
  const blame = (ends: readonly number[], problem: string) => {
    report.illegal++
    report.firstProblem ||= `${ends}: ${problem}`
  }
  for (let query = 0; 4 * query < reachable.length && performance.now() < endMs; query++) {
    const [x0, y0, x1, y1] = reachable.subarray(4 * query, 4 * query + 4)
    const route = finder.find(x0, y0, x1, y1, { quality })
    report.judged++
    costOfQuery[query] = Number.NaN
    if (route.status !== 'found') {
      report.missed++
      continue
    }
    report.found++
    const cells = route.cells()
    report.cells += cells.length / 2
    const { status, message, cost } = checkPath(atlas.terrain, cells, x0, y0, x1, y1, atlas.directions)
    if (status === 'legal') costOfQuery[query] = cost
    else blame([x0, y0, x1, y1], message)
  }
  for (let at = 0; at < refused.length; at += 4) {
    const [x0, y0, x1, y1] = refused.subarray(at, at + 4)
    report.judged++
    if (finder.find(x0, y0, x1, y1).status === 'found')
      blame([x0, y0, x1, y1], 'there is no way, but a path was found.')
    else report.refused++
  }
  return { ...report, costOfQuery: Float64Array.from(costOfQuery), excessPercent: new Float64Array(0) }
}

/** `lowestCostOf` gives the lowest cost that a right answer can have beside an optimum, which is a rounded number. */
export function heldAgainst(
  { costOfQuery, ...judged }: JudgedPaths,
  optimumOfQuery: ArrayLike<number>,
  lowestCostOf: (optimum: number) => number,
): AnswersReport {
  const excessPercent: number[] = []
  let { illegal, firstProblem } = judged
  for (const [query, cost] of costOfQuery.entries()) {
    const optimum = optimumOfQuery[query]
    if (cost < lowestCostOf(optimum)) {
      illegal++
      firstProblem ||= `Query ${query} costs ${cost}, less than the optimum of ${optimum}.`
    } else if (cost >= 0 && optimum >= 0) excessPercent.push(optimum === 0 ? 0 : (cost / optimum - 1) * 100)
  }
  return { ...judged, illegal, firstProblem, excessPercent: Float64Array.from(excessPercent) }
}
