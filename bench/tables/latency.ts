/** How long a query takes, how good its answer is, and how long exact A* takes for the same queries. */

import { counted } from '../../src/app/words.ts'
import { column, type Table } from '../report/table.ts'
import { type Measured, percentiles, sizeText, statistic, timesOurs } from './measured.ts'

export function latencyTable(worlds: readonly Measured[]): Table {
  return {
    title: 'Query latency',
    about:
      `${counted(worlds[0].report.queries.length / 4, 'long random pair')} a map on its largest island, at least half a map ` +
      'apart, on one thread, after a warm-up of up to 4,000 queries. Route alone, then route with every cell. Percentiles are over queries, each timed alone on the wall clock, several times, of which the ' +
      'least counts; cpu is the mean CPU time of a query with its cells, garbage collection included. Excess is cost over the ' +
      'exact optimum, for the queries that A* answered within its budget (sample); illegal counts paths of all queries ' +
      'that break the movement rule. A* is exact, on typed arrays, on the same queries.',
    columns: [
      column('map'),
      column('size'),
      column('p50', 'us', 'route'),
      column('p95', 'us', 'route'),
      column('p99', 'us', 'route'),
      column('p50', 'us', 'with cells'),
      column('p95', 'us', 'with cells'),
      column('p99', 'us', 'with cells'),
      column('cpu', 'us', 'with cells'),
      column('cells', 'count', 'path'),
      column('mean', '%', 'excess'),
      column('p99', '%', 'excess'),
      column('max', '%', 'excess'),
      column('sample', 'count'),
      column('illegal', 'count'),
      column('p50 us', 'number', 'A*'),
      column('/ ours', 'times', 'A*'),
    ],
    rows: worlds.map(({ name, report }) => {
      const { answers, astar, route, routeAndCells } = report
      const { excessPercent } = answers
      return [
        name,
        sizeText(report),
        ...percentiles(route.usOfQuery),
        ...percentiles(routeAndCells.usOfQuery),
        routeAndCells.cpuUsMean,
        answers.cells / Math.max(1, answers.found),
        statistic(excessPercent, 'mean'),
        statistic(excessPercent, 'p99'),
        statistic(excessPercent, 'max'),
        excessPercent.length,
        answers.illegal + answers.missed,
        astar && statistic(astar.usOfQuery, 'p50'),
        astar && timesOurs(astar.usOfQuery, routeAndCells),
      ]
    }),
    isPublic: true,
  }
}
