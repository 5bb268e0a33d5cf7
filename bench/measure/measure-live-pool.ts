/** A live pool: commits of one cell as fast as they go, at most 2,000 a second, beside two readers that are never idle. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Random } from '../../src/base/random.ts'
import { openAtlas, openLive } from '../../src/index.ts'
import { FinderPool } from '../../src/pool.ts'
import { type Cell, column, type Table } from '../report/table.ts'

const SECONDS = 10
const COMMITS_A_SECOND = 2000
const CHECKED = 200

export async function measureLivePool(file: Uint8Array, ends: Int32Array): Promise<Cell[][]> {
  const pool = new FinderPool(file, { threads: 2, live: true })
  const { width, height } = await pool.ready
  await pool.find(ends)
  const random = new Random(4)
  const startMs = performance.now()
  let [commits, queries] = [0, 0]
  let isOver = false
  const latencies: number[] = []
  const reading = [0, 1].map(async () => {
    while (!isOver) queries += (await pool.find(ends)).status.length
  })
  const writing: Promise<unknown>[] = []
  while (performance.now() - startMs < 1000 * SECONDS) {
    const due = ((performance.now() - startMs) / 1000) * COMMITS_A_SECOND
    while (commits < due && writing.length - latencies.length < 64) {
      const edit = [Math.floor(random.unit() * width), Math.floor(random.unit() * height), random.unit() < 0.5 ? 0 : 1]
      const askedMs = performance.now()
      writing.push(pool.commit(edit).then(() => latencies.push(performance.now() - askedMs)))
      commits++
    }
    await sleep(1)
  }
  await Promise.all(writing)
  const seconds = (performance.now() - startMs) / 1000
  isOver = true
  await Promise.all(reading)
  const wrong = await wrongAfter(pool, file, ends)
  await pool.close()
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(share * (latencies.length - 1))]
  return [['terrain', commits / seconds, at(0.5), at(0.99), queries / seconds, wrong]]
}

/** Answers that are not those of a map which has taken the same journal. */
async function wrongAfter(pool: FinderPool, file: Uint8Array, ends: Int32Array): Promise<number> {
  const live = openLive(file, await pool.journal())
  const { status } = await pool.find(ends.subarray(0, 4 * CHECKED))
  const baked = openAtlas(live.save()).finder()
  let wrong = 0
  for (let i = 0; i < CHECKED; i++) {
    const isFound = baked.find(ends[4 * i], ends[4 * i + 1], ends[4 * i + 2], ends[4 * i + 3]).status === 'found'
    if (isFound !== (status[i] === 0)) wrong++
  }
  return wrong
}

export function liveTable(side: number, rows: Cell[][]): Table {
  return {
    title: 'Commits beside readers',
    about: `One writer and two readers that are never idle, for ${SECONDS} s on terrain of ${side} x ${side}; ${COMMITS_A_SECOND} commits of one cell are due each second.`,
    columns: [
      column('map'),
      column('a second', 'count', 'commits'),
      column('p50', 'ms', 'commits'),
      column('p99', 'ms', 'commits'),
      column('queries a second', 'count'),
      column('wrong', 'count'),
    ],
    rows,
  }
}
