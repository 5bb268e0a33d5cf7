/** A batch of random queries: a finder's own loop, a pool of one thread, a pool of two. Three turns; the least time counts. */
import { openAtlas } from '../../src/index.ts'
import { FinderPool } from '../../src/pool.ts'
import { type Cell, column, type Table } from '../report/table.ts'

const TURNS = 3

interface Run {
  readonly name: string
  readonly costs: () => Promise<Float64Array>
}

export async function measureBatches(file: Uint8Array, ends: Int32Array): Promise<Cell[][]> {
  const finder = openAtlas(file).finder()
  const count = ends.length / 4
  const loop = async () => {
    const costs = new Float64Array(count)
    for (let i = 0; i < count; i++) {
      costs[i] = finder.find(ends[4 * i], ends[4 * i + 1], ends[4 * i + 2], ends[4 * i + 3]).cost
    }
    return costs
  }
  const [one, two] = [1, 2].map(threads => new FinderPool(file, { threads }))
  const runs: Run[] = [
    { name: 'one finder, in a loop', costs: loop },
    { name: 'a pool of 1 thread', costs: async () => (await one.find(ends)).cost },
    { name: 'a pool of 2 threads', costs: async () => (await two.find(ends)).cost },
  ]
  const least = runs.map(() => ({ ms: Infinity, cpuMs: Infinity }))
  let wrong = 0
  const expected = await loop()
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [i, run] of runs.entries()) {
      const [startMs, startCpu] = [performance.now(), process.cpuUsage()]
      const costs = await run.costs()
      const { user, system } = process.cpuUsage(startCpu)
      least[i] = {
        ms: Math.min(least[i].ms, performance.now() - startMs),
        cpuMs: Math.min(least[i].cpuMs, (user + system) / 1000),
      }
      wrong += costs.reduce((sum, cost, at) => sum + (cost === expected[at] ? 0 : 1), 0)
    }
  }
  await Promise.all([one.close(), two.close()])
  return runs.map(({ name }, i) => {
    const { ms, cpuMs } = least[i]
    return [name, count, wrong, ms / 1000, (1000 * ms) / count, least[0].ms / ms, cpuMs / 1000]
  })
}

export function batchTable(side: number, rows: Cell[][]): Table {
  return {
    title: 'A batch on all cores',
    about: `Random queries with their costs on terrain of ${side} x ${side}; the least of ${TURNS} turns.`,
    columns: [
      column('who'),
      column('queries', 'count'),
      column('wrong', 'count'),
      column('time', 's'),
      column('a query', 'us'),
      column('speed', 'times'),
      column('processor time', 's'),
    ],
    rows,
  }
}
