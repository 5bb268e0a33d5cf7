/**
 * Measures one world, from its bake to its last query. A world has a process of its own: its bake is cold, as the command
 * line's is, its peak of memory is its own, and no other world's garbage is collected in its time. Our queries are timed
 * before the yardstick's columns take the caches.
 *
 * What concerns our answers alone is told first: the yardstick needs many times the memory, and may break off.
 */
import { availableParallelism } from 'node:os'
import { lowestCostOf } from '../../src/app/cli/commands/scen-command.ts'
import type { AtlasStats, Grid, Route } from '../../src/index.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { ExactAstar } from '../exact-astar.ts'
import type { QuerySet } from '../queries.ts'
import { longQueries, scenarioQueries } from '../queries.ts'
import { SEARCH_CELLS_MAX } from '../search/walled-map.ts'
import type { WorldSource } from '../world.ts'
import { makeGrid, scenariosOf } from '../world.ts'
import { heldAgainst, judgePaths } from './measure-answers.ts'
import { measureCertificate } from './measure-certificate.ts'
import { measureCold } from './measure-cold.ts'
import { measureFrontier } from './measure-frontier.ts'
import { measureRefusal } from './measure-refusal.ts'
import { costOf } from './memory.ts'
import { mendedOptima, ROUNDING, withFurtherOptima } from './optima.ts'
import type { Timing, TimingLimits } from './timing.ts'
import { timeNewQueries, timeQueries, warmUp } from './timing.ts'
import type { Flood, WorldPlan, WorldReport } from './world-report.ts'

const OPENINGS = 7
const COLD_RUNS = 3

/** The last report that `tell` gets holds all. */
export async function measureWorld(
  source: WorldSource,
  plan: WorldPlan,
  tell: (report: WorldReport) => Promise<void>,
): Promise<void> {
  const grid = makeGrid(source)
  const workers = availableParallelism()
  const { result: file, cost } = await costOf(() => bake(grid, { workers }))
  const opening = timeOpening(file)
  const atlas = openAtlas(file)
  const set = 'mapFile' in source ? scenarioQueries(atlas, scenariosOf(source)) : longQueries(atlas, plan.queries)
  const ours = timeOurs(file, set.reachable, plan.timing)
  const isTold = set.optimumOfQuery.length > 0
  const lowestCost = (optimum: number) => Math.min(isTold ? lowestCostOf(optimum) : optimum, optimum * (1 - ROUNDING))
  const judged = judgePaths(atlas, set, { budgetMs: plan.judgeMs })
  const told = mendedOptima(atlas, set.reachable, set.optimumOfQuery, judged.costOfQuery)
  const stats = atlas.stats()
  const first: WorldReport = {
    width: grid.width,
    height: grid.height,
    freeCells: stats.freeCells,
    islands: stats.islands,
    workers,
    bake: cost,
    flood: null,
    atlasBytes: file.length,
    bytesOfColumn: sumColumns(stats),
    ...opening,
    queries: set.reachable,
    refusals: set.refused.length / 4,
    ...told,
    answers: heldAgainst(judged, told.optimumOfQuery, lowestCost),
    cold: set.reachable.length === 0 ? null : measureCold(file, set.reachable, COLD_RUNS, 0),
    ...ours,
    frontier: [],
    certificate: null,
    astar: null,
    refusal: await measureRefusal(atlas, null, plan),
  }
  await tell(first)
  const yardstick = await timeYardstick(grid, set, plan)
  const known = isTold ? told.optimumOfQuery : (yardstick?.optimumOfQuery ?? told.optimumOfQuery)
  const optimumOfQuery = withFurtherOptima(atlas, set.reachable, known, plan.exactMs)
  await tell({
    ...first,
    optimumOfQuery,
    answers: heldAgainst(judged, optimumOfQuery, lowestCost),
    frontier: measureFrontier(atlas, set, optimumOfQuery, lowestCost, plan.frontier),
    certificate: measureCertificate(atlas, set, optimumOfQuery, lowestCost, plan.frontier),
    flood: yardstick?.flood ?? null,
    astar: yardstick?.timing ?? null,
    refusal: yardstick === null ? first.refusal : await measureRefusal(atlas, yardstick.astar, plan),
  })
}

/** The least time of some openings: of the bytes in memory, and of the first finder. */
function timeOpening(file: Uint8Array): { openMs: number; finderMs: number } {
  let openMs = Infinity
  let finderMs = Infinity
  for (let opening = 0; opening < OPENINGS; opening++) {
    const startMs = performance.now()
    const atlas = openAtlas(file)
    const openedMs = performance.now()
    atlas.finder()
    openMs = Math.min(openMs, openedMs - startMs)
    finderMs = Math.min(finderMs, performance.now() - openedMs)
  }
  return { openMs, finderMs }
}

function timeOurs(file: Uint8Array, queries: Int32Array, limits: TimingLimits) {
  const count = queries.length / 4
  const open = (what: (route: Route) => number) => {
    const finder = openAtlas(file).finder()
    return (query: number) =>
      what(finder.find(queries[4 * query], queries[4 * query + 1], queries[4 * query + 2], queries[4 * query + 3]))
  }
  const cellsOf = (route: Route) => route.cells().length
  const again = open(cellsOf)
  warmUp(count, again)
  return {
    route: timeNewQueries(count, () => open(route => route.estimate), limits),
    routeAndCells: timeNewQueries(count, () => open(cellsOf), limits),
    again: timeQueries(count, again, limits),
  }
}

interface Yardstick {
  readonly astar: ExactAstar
  readonly timing: Timing
  readonly optimumOfQuery: Float64Array
  readonly flood: Flood | null
}

/** Null where it is not wanted, or the map is too large for it. */
async function timeYardstick(grid: Grid, { reachable }: QuerySet, plan: WorldPlan): Promise<Yardstick | null> {
  if (plan.astar.budgetMs === 0 || grid.cost.length > SEARCH_CELLS_MAX || reachable.length === 0) return null
  const astar = new ExactAstar(grid)
  const flood = plan.withFlood ? await costOf(() => astar.flood(reachable[0], reachable[1])) : null
  const optimumOfQuery = new Float64Array(reachable.length / 4)
  const find = (query: number): number => {
    const at = 4 * query
    optimumOfQuery[query] = astar.find(reachable[at], reachable[at + 1], reachable[at + 2], reachable[at + 3])
    return astar.cells().length
  }
  const timing = timeQueries(reachable.length / 4, find, plan.astar)
  return {
    astar,
    timing,
    optimumOfQuery: optimumOfQuery.subarray(0, timing.usOfQuery.length),
    flood: flood && { cells: flood.result, cost: flood.cost },
  }
}

function sumColumns({ columns }: AtlasStats): Record<string, number> {
  const bytesOfColumn: Record<string, number> = {}
  for (const { name, bytes } of columns) bytesOfColumn[name] = (bytesOfColumn[name] ?? 0) + bytes
  return bytesOfColumn
}
