/**
 * What a "no" costs: the time of each refusal, whether refusing allocates anything, and what a plain search pays to find
 * out the same.
 */
import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Atlas } from '../../src/index.ts'
import type { ExactAstar } from '../exact-astar.ts'
import { refusedPairs } from '../queries.ts'
import { heapBytes } from './memory.ts'
import { keep, type Timing, type TimingLimits, timeQueries, warmUp } from './timing.ts'

export interface RefusalReport {
  /** `atlas.isReachable` for pairs on different islands. */
  readonly isReachableNs: number
  /** The number of calls, what they left on the heap, and the work of the collector. */
  readonly calls: number
  readonly heapGrowthBytes: number
  readonly collections: number
  /** `finder.find` for the same pairs: it makes a route object that says why. */
  readonly findNs: number
  /** Null where the map is too large for it. */
  readonly astar: Timing | null
}

const PAIRS = 1024
const NO_PAIRS = new Int32Array(0)

/** Null where it is not wanted, or the map has only one island. */
export async function measureRefusal(
  atlas: Atlas,
  astar: ExactAstar | null,
  plan: { readonly refusalCalls: number; readonly astar: TimingLimits },
): Promise<RefusalReport | null> {
  const calls = plan.refusalCalls
  const pairs = calls === 0 ? NO_PAIRS : refusedPairs(atlas, PAIRS)
  if (pairs.length === 0) return null
  const finder = atlas.finder()
  const ask = (query: number): number => {
    const at = 4 * (query & (PAIRS - 1))
    return atlas.isReachable(pairs[at], pairs[at + 1], pairs[at + 2], pairs[at + 3]) ? 1 : 0
  }
  const find = (query: number): number => {
    const at = 4 * (query & (PAIRS - 1))
    return finder.find(pairs[at], pairs[at + 1], pairs[at + 2], pairs[at + 3]).status === 'found' ? 1 : 0
  }
  warmUp(PAIRS, ask)
  warmUp(PAIRS, find)
  const asked = await watchHeap(() => nsOfCalls(calls, ask))
  const search = (query: number): number =>
    astar!.find(pairs[4 * query], pairs[4 * query + 1], pairs[4 * query + 2], pairs[4 * query + 3])
  return {
    isReachableNs: asked.result,
    calls,
    heapGrowthBytes: asked.growthBytes,
    collections: asked.collections,
    findNs: nsOfCalls(Math.ceil(calls / 10), find),
    astar: astar && timeQueries(PAIRS, search, { passes: 1, budgetMs: plan.astar.budgetMs / 4 }),
  }
}

/** CPU time of one of many calls: a single one is too short for any clock. */
function nsOfCalls(calls: number, call: (query: number) => number): number {
  const before = process.cpuUsage()
  let sum = 0
  for (let i = 0; i < calls; i++) sum += call(i)
  const { user, system } = process.cpuUsage(before)
  keep(sum)
  return ((user + system) * 1000) / calls
}

async function watchHeap<Result>(work: () => Result) {
  let collections = 0
  const observer = new PerformanceObserver(list => {
    collections += list.getEntries().length
  })
  const bytesBefore = heapBytes()
  await nextTurn()
  observer.observe({ entryTypes: ['gc'] })
  const result = work()
  // Observers hear of collections in a later turn.
  await nextTurn()
  await nextTurn()
  observer.disconnect()
  return { result, growthBytes: heapBytes() - bytesBefore, collections }
}
