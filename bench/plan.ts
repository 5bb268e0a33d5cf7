/**
 * The amount of work of each bench. Full runs have enough queries for steady percentiles; quick runs are for a look while
 * the code changes.
 */
import type { PeerPlan } from './measure/peer-report.ts'
import type { WorldPlan } from './measure/world-report.ts'

const MINUTE_MS = 60_000

export interface RunPlan {
  readonly world: WorldPlan
  readonly peer: PeerPlan
}

export const fullPlan: RunPlan = {
  world: {
    queries: 1000,
    timing: { passes: 8, budgetMs: 4000 },
    astar: { passes: 3, budgetMs: 5000 },
    exactMs: 2000,
    frontier: { queries: 100, timing: { passes: 5, budgetMs: 500 } },
    judgeMs: 5000,
    refusalCalls: 10_000_000,
    withFlood: true,
    limitMs: 5 * MINUTE_MS,
  },
  peer: { passes: 3, budgetMs: 2000 },
}

export const quickPlan: RunPlan = {
  world: {
    queries: 300,
    timing: { passes: 4, budgetMs: 1000 },
    astar: { passes: 1, budgetMs: 1000 },
    exactMs: 500,
    frontier: { queries: 50, timing: { passes: 2, budgetMs: 200 } },
    judgeMs: 2000,
    refusalCalls: 1_000_000,
    withFlood: true,
    limitMs: 5 * MINUTE_MS,
  },
  peer: { passes: 1, budgetMs: 1000 },
}

/** On weighted ground an exact search takes many times as long, so it gets more time: else the excess is that of a few queries. */
export function onWeightedGround(plan: WorldPlan): WorldPlan {
  const { frontier, exactMs } = plan
  const timing = { ...frontier.timing, budgetMs: 8 * frontier.timing.budgetMs }
  return { ...plan, exactMs: 4 * exactMs, frontier: { ...frontier, timing } }
}

/** Maps from files: the scenarios name the optimum, so A* is only timed, and every path is judged. */
export const mapPlan: WorldPlan = {
  queries: 0,
  timing: { passes: 4, budgetMs: 8000 },
  astar: { passes: 1, budgetMs: 1500 },
  exactMs: 0,
  frontier: { queries: 200, timing: { passes: 5, budgetMs: 1000 } },
  judgeMs: Infinity,
  refusalCalls: 0,
  withFlood: false,
  limitMs: 20 * MINUTE_MS,
}

/** Worlds of a hundred million cells and more: A* takes seconds a query, a path through a maze nearly one. */
export const scalePlan: WorldPlan = {
  queries: 1000,
  timing: { passes: 5, budgetMs: 20_000 },
  astar: { passes: 1, budgetMs: 40_000 },
  exactMs: 20_000,
  frontier: { queries: 100, timing: { passes: 5, budgetMs: 10_000 } },
  judgeMs: 20_000,
  refusalCalls: 10_000_000,
  withFlood: true,
  limitMs: 30 * MINUTE_MS,
}

/** A billion cells: A* and a flood need columns of the whole map, which do not fit. */
export const giantPlan: WorldPlan = {
  ...scalePlan,
  astar: { passes: 0, budgetMs: 0 },
  exactMs: 0,
  frontier: { queries: 0, timing: { passes: 0, budgetMs: 0 } },
  withFlood: false,
  limitMs: 120 * MINUTE_MS,
}

/** The same kinds in several sizes; only queries are timed. */
export const growthPlan: WorldPlan = {
  ...scalePlan,
  timing: { passes: 5, budgetMs: 10_000 },
  astar: { passes: 1, budgetMs: 15_000 },
  exactMs: 10_000,
  frontier: { queries: 0, timing: { passes: 0, budgetMs: 0 } },
  judgeMs: 10_000,
  refusalCalls: 0,
  withFlood: false,
}
