/**
 * A map that changes for a minute: single-cell commits at the rate of a busy game, and memory before and after. Commits
 * keep to the clock. On a machine that is too slow the minute takes longer, and the table shows it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { oneCell, type Site } from './living-edits.ts'
import { type Cell, column, type Table } from './report/table.ts'

const SECONDS = 60
const COMMITS_A_SECOND = 2000
/** Commits between two turns of others. */
const COMMITS_A_TURN = 50

/** The row of one map. */
export async function minute(site: Site): Promise<Cell[]> {
  const before = process.memoryUsage()
  const startMs = performance.now()
  let [count, busyMs] = [0, 0]
  while (count < SECONDS * COMMITS_A_SECOND) {
    const due = Math.min(SECONDS, (performance.now() - startMs) / 1000) * COMMITS_A_SECOND
    for (let i = 0; i < COMMITS_A_TURN && count < due; i++, count++) busyMs += oneCell(site)[0]
    await sleep(count < due ? 0 : 1)
  }
  const seconds = (performance.now() - startMs) / 1000
  const after = process.memoryUsage()
  const memory = [before.rss, after.rss, before.heapUsed, after.heapUsed, before.arrayBuffers, after.arrayBuffers]
  return [count, seconds, busyMs / 1000, ...memory]
}

export function minuteTable(rows: Cell[][]): Table {
  return {
    title: 'A minute of commits',
    about: `${COMMITS_A_SECOND} commits of one cell a second for ${SECONDS} s; what they took, and memory before and after.`,
    columns: [
      column('map'),
      column('commits', 'count'),
      column('time', 's'),
      column('processor time', 's'),
      column('resident', 'bytes'),
      column('after', 'bytes'),
      column('heap', 'bytes'),
      column('heap after', 'bytes'),
      column('arrays', 'bytes'),
      column('arrays after', 'bytes'),
    ],
    rows,
  }
}
