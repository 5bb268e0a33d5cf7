/** Lists of questions that a queue was asked at once: a row for each list. */
import { column, type Table } from '../report/table.ts'

export interface RequestsReport {
  readonly map: string
  readonly list: string
  /** Of the thread, for each tick until all were answered. */
  readonly tickMs: readonly number[]
  readonly fields: number
  readonly finderMs: number
  readonly astarAnswers: number
}

export function requestsTable(reports: readonly RequestsReport[], size: number, count: number, steps: number): Table {
  return {
    title: 'Questions in a queue',
    about:
      `${count} questions at once on ${size} x ${size} cells, ${steps} steps a tick; sixty ticks are a second. ` +
      'Times are of the thread, after a warm-up. Ends are any free cells; on this terrain most pairs lie on two ' +
      'islands, and are refused. No path is drawn. By a finder: the same questions one by one. A*: those that A* ' +
      'over cells answers if it may settle as many cells as sixty ticks have steps.',
    columns: [
      column('map'),
      column('questions'),
      column('ticks', 'count'),
      column('p50', 'ms', 'tick'),
      column('p95', 'ms', 'tick'),
      column('max', 'ms', 'tick'),
      column('all', 'ms'),
      column('fields', 'count'),
      column('by a finder', 'ms'),
      column('A* answers', 'count'),
    ],
    rows: reports.map(({ map, list, tickMs, fields, finderMs, astarAnswers }) => {
      const sorted = [...tickMs].sort((a, b) => a - b)
      const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]
      const allMs = sorted.reduce((sum, ms) => sum + ms, 0)
      return [map, list, sorted.length, at(0.5), at(0.95), at(1), allMs, fields, finderMs, astarAnswers]
    }),
  }
}
