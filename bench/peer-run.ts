/**
 * Runs the queries of one world on every peer. Each peer has a process of its own, which is ended if it takes too long;
 * its answers until then count.
 */
import { runJob } from './job.ts'
import type { PeerPlan } from './measure/peer-report.ts'
import type { WorldReport } from './measure/world-report.ts'
import type { WorldSource } from './world.ts'

export type PeerEnd = 'done' | 'missing' | 'cut off' | 'broke off'

export interface PeerReport {
  readonly name: string
  readonly end: PeerEnd
  /** Null if it never became ready. */
  readonly setUpMs: number | null
  readonly peakBytes: number | null
  /** The least time of each of the first queries. */
  readonly usOfQuery: Float64Array
  readonly illegal: number
  readonly excessPercent: Float64Array
}

const SET_UP_MS_MAX = 30_000
/** What a single query may take beyond the budget. */
const QUERY_MS_MAX = 10_000

export async function runPeer(
  name: string,
  source: WorldSource,
  { queries, optimumOfQuery }: WorldReport,
  plan: PeerPlan,
): Promise<PeerReport> {
  let isMissing = false
  let setUpMs: number | null = null
  let peakBytes: number | null = null
  const usOfQuery: number[] = []
  const costOfQuery: number[] = []
  const problemOfQuery: string[] = []
  const end = await runJob({ task: 'peer', peer: name, source, queries, plan }, SET_UP_MS_MAX, message => {
    if (message.type === 'missing') isMissing = true
    if (message.type === 'ready') {
      setUpMs = message.wallMs
      peakBytes = message.peakBytes
    }
    if (message.type === 'answer') {
      const { query, us, cost, problem } = message
      usOfQuery[query] = Math.min(us, usOfQuery[query] ?? Infinity)
      costOfQuery[query] = cost
      problemOfQuery[query] = problem
    }
    return QUERY_MS_MAX
  })
  const legal = costOfQuery.map((cost, query) => (problemOfQuery[query] === '' ? cost / optimumOfQuery[query] : NaN))
  return {
    name,
    end: isMissing ? 'missing' : end,
    setUpMs,
    peakBytes,
    usOfQuery: Float64Array.from(usOfQuery),
    illegal: problemOfQuery.filter(problem => problem !== '').length,
    excessPercent: Float64Array.from(legal.filter(ratio => !Number.isNaN(ratio)).map(ratio => (ratio - 1) * 100)),
  }
}
