/** Excess and time of each quality, side by side: what a caller buys with it. */
import type { Quality } from '../../src/index.ts'
import { column, type Table } from '../report/table.ts'
import { type Measured, percentiles, statistic } from './measured.ts'

const ALL = 'all'

/** Null where it was not measured. Groups are in the order of their first worlds. */
export function frontierTable(
  worlds: readonly Measured[],
  groupName: string,
  groupOf: (world: Measured) => string,
): Table | null {
  const measured = worlds.filter(({ report }) => report.frontier.length > 0)
  if (measured.length === 0) return null
  const queriesMax = Math.max(
    ...measured.flatMap(({ report }) => report.frontier.map(({ usOfQuery }) => usOfQuery.length)),
  )
  const groups = [...new Set(measured.map(groupOf))].map(
    group => [group, measured.filter(world => groupOf(world) === group)] as const,
  )
  const qualities = measured[0].report.frontier.map(({ quality }) => quality)
  return {
    title: 'Excess and time by quality',
    about:
      `The first queries of each map, the same for every quality: ${queriesMax} at most, fewer where one ` +
      'quality is slow. Excess is over the queries whose optimum is known (sample). Wrong are illegal paths and ' +
      'missed ones. Times include all cells.',
    columns: [
      column(groupName),
      column('quality'),
      column('queries', 'count'),
      column('wrong', 'count'),
      column('sample', 'count'),
      column('mean', '%', 'excess'),
      column('p99', '%', 'excess'),
      column('max', '%', 'excess'),
      column('p50', 'us', 'with cells'),
      column('p95', 'us', 'with cells'),
    ],
    rows: [...groups, ...(groups.length > 1 ? [[ALL, measured] as const] : [])].flatMap(([group, members]) =>
      qualities.map(quality => [group, ...qualityRow(quality, members)]),
    ),
  }
}

function qualityRow(quality: Quality, worlds: readonly Measured[]): Table['rows'][number] {
  const reports = worlds.flatMap(({ report }) => report.frontier.filter(one => one.quality === quality))
  const excess = reports.flatMap(({ excessPercent }) => [...excessPercent])
  return [
    quality,
    reports.reduce((total, one) => total + one.usOfQuery.length, 0),
    reports.reduce((total, one) => total + one.wrong, 0),
    excess.length,
    statistic(excess, 'mean'),
    statistic(excess, 'p99'),
    statistic(excess, 'max'),
    ...percentiles(reports.flatMap(({ usOfQuery }) => [...usOfQuery])).slice(0, 2),
  ]
}
