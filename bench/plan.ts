/**
 * How much is measured. Full runs take what makes percentiles steady; quick ones are for a look while the code changes.
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
    timing: { passes: 8, budgetMs: 8000 },
    astar: { passes: 3, budgetMs: 8000 },
    refusalCalls: 10_000_000,
    withFlood: true,
    limitMs: 20 * MINUTE_MS,
  },
  peer: { passes: 3, budgetMs: 4000 },
}

export const quickPlan: RunPlan = {
  world: {
    queries: 300,
    timing: { passes: 4, budgetMs: 1000 },
    astar: { passes: 1, budgetMs: 1000 },
    refusalCalls: 1_000_000,
    withFlood: true,
    limitMs: 20 * MINUTE_MS,
  },
  peer: { passes: 1, budgetMs: 1000 },
}

/** Maps from files: their scenarios tell the optimum, so A* is there for its time alone. */
export const mapPlan: WorldPlan = {
  queries: 0,
  timing: { passes: 4, budgetMs: 8000 },
  astar: { passes: 1, budgetMs: 1500 },
  refusalCalls: 0,
  withFlood: false,
  limitMs: 20 * MINUTE_MS,
}

/** Worlds of a hundred million cells and more: A* takes seconds a query there. */
export const scalePlan: WorldPlan = {
  queries: 1000,
  timing: { passes: 5, budgetMs: 60_000 },
  astar: { passes: 1, budgetMs: 60_000 },
  refusalCalls: 10_000_000,
  withFlood: true,
  limitMs: 180 * MINUTE_MS,
}
