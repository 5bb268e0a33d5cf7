/**
 * How long queries take. All queries are run in passes, one after the other, so that none meets the caches as it left
 * them itself. Of each query the least wall time of all passes counts, which is what the percentiles are taken from: what
 * else the machine did in that moment drops out. The mean is CPU time of the whole process, of the quickest pass, divided by
 * its queries: collecting garbage is in it.
 */
export interface Timing {
  /** The least time of each query. Queries that no pass reached within the budget are missing at the end. */
  readonly usOfQuery: Float64Array
  readonly cpuUsMean: number
  readonly passes: number
}

export interface TimingLimits {
  readonly passes: number
  /** No query starts after this; but each pass that starts, the first one apart, is run to its end. */
  readonly budgetMs: number
}

const WARM_UP_MS_MAX = 1000
const WARM_UP_QUERIES_MAX = 4000

let sink = 0

/** Takes a result out of the compiler's sight: what nobody uses might be computed by nobody. */
export function keep(value: number): void {
  sink = (sink + value) | 0
}

/** Lets the compiler see the queries, up to 4,000 of them or a second, and caches and scratch get as large as they do. */
export function warmUp(count: number, run: (query: number) => number): void {
  const endMs = performance.now() + WARM_UP_MS_MAX
  for (let i = 0; i < WARM_UP_QUERIES_MAX && count > 0 && performance.now() < endMs; i++) keep(run(i % count))
}

/**
 * Times each query once after others were asked, never after itself: one half of them after the other half, of something opened
 * anew for each half. Passes begin anew as well, so that the least of them is still that of a query nobody has asked.
 */
export function timeNewQueries(count: number, open: () => (query: number) => number, limits: TimingLimits): Timing {
  const endMs = performance.now() + limits.budgetMs
  const usOfQuery = new Float64Array(count).fill(Infinity)
  const half = count >> 1
  let reached = count
  let passes = 0
  let cpuUsMean = Infinity
  while (passes < limits.passes && (passes === 0 || performance.now() < endMs)) {
    let cpuUs = 0
    for (const [first, end] of [
      [0, half],
      [half, reached],
    ]) {
      const run = open()
      const others = first === 0 ? count - half : half
      warmUp(others, query => run(first === 0 ? half + query : query))
      const before = process.cpuUsage()
      for (let query = first; query < end; query++) {
        const startMs = performance.now()
        keep(run(query))
        usOfQuery[query] = Math.min(usOfQuery[query], (performance.now() - startMs) * 1000)
        if (passes === 0 && performance.now() > endMs) reached = Math.min(reached, query + 1)
        if (query + 1 >= reached) break
      }
      const { user, system } = process.cpuUsage(before)
      cpuUs += user + system
    }
    cpuUsMean = Math.min(cpuUsMean, cpuUs / Math.max(1, reached))
    passes++
  }
  return { usOfQuery: usOfQuery.slice(0, reached), cpuUsMean, passes }
}

/** Times `run` for the queries 0 .. count - 1. What it returns is kept from the optimiser. */
export function timeQueries(count: number, run: (query: number) => number, limits: TimingLimits): Timing {
  const endMs = performance.now() + limits.budgetMs
  const usOfQuery = new Float64Array(count).fill(Infinity)
  let reached = 0
  let passes = 0
  let cpuUsMean = Infinity
  while (passes < limits.passes && (passes === 0 || performance.now() < endMs)) {
    const last = passes === 0 ? count : reached
    const before = process.cpuUsage()
    let query = 0
    while (query < last && (passes > 0 || query === 0 || performance.now() < endMs)) {
      const startMs = performance.now()
      const value = run(query)
      const us = (performance.now() - startMs) * 1000
      keep(value)
      if (us < usOfQuery[query]) usOfQuery[query] = us
      query++
    }
    reached = query
    const { user, system } = process.cpuUsage(before)
    cpuUsMean = Math.min(cpuUsMean, (user + system) / Math.max(1, reached))
    passes++
  }
  return { usOfQuery: usOfQuery.slice(0, reached), cpuUsMean, passes }
}
