/** How much a lower bound proves, and what the proof costs beside the query. */
import { column, type Table } from '../report/table.ts'
import { type Measured, percentiles, sizeText, statistic, timesOurs } from './measured.ts'

/** Null where none was measured. */
export function certificateTable(worlds: readonly Measured[]): Table | null {
  const rows = worlds.flatMap(({ name, report }) => {
    const { certificate, routeAndCells } = report
    if (certificate === null) return []
    const { boundPercent, usOfQuery, wrong } = certificate
    const least = boundPercent.length === 0 ? null : Math.min(...boundPercent)
    return [
      [
        name,
        sizeText(report),
        usOfQuery.length,
        wrong,
        boundPercent.length,
        statistic(boundPercent, 'p50'),
        least,
        ...percentiles(usOfQuery).slice(0, 2),
        timesOurs(usOfQuery, routeAndCells),
      ],
    ]
  })
  if (rows.length === 0) return null
  return {
    title: 'Certificates',
    about:
      'The lower bound that is proven for a path, in percent of the optimum, for the middle query and the ' +
      'worst: the first queries of each map whose optimum is known (sample). Wrong are bounds above the ' +
      'optimum. Times are of the proof alone, then as a multiple of the query with all its cells, by medians.',
    columns: [
      column('map'),
      column('size'),
      column('queries', 'count'),
      column('wrong', 'count'),
      column('sample', 'count'),
      column('p50', '%', 'bound'),
      column('least', '%', 'bound'),
      column('p50', 'us', 'proof'),
      column('p95', 'us', 'proof'),
      column('proof / query', 'times'),
    ],
    rows,
  }
}
