/** How long a query takes, how good its answer is, and how long exact A* takes for the same queries. */

import { counted } from '../../src/app/cli/words.ts'
import { column, type Table } from '../report/table.ts'
import { type Measured, percentiles, sizeText, statistic, timesOurs } from './measured.ts'

export function latencyTable(worlds: readonly Measured[]): Table {
  const asked = Math.max(...worlds.map(({ report }) => report.queries.length / 4))
  return {
    title: 'Query latency',
    about:
      `${counted(asked, 'long random pair')} a map on its largest island, at least half a map apart, on one ` +
      'thread, after a warm-up of others: each query is new when it is timed. First the route alone, then the ' +
      'route with every cell. Each query is timed alone on the wall clock in several passes over newly opened ' +
      'atlases, and the least time counts; percentiles are over queries. Queries are those timed with their ' +
      'cells before the time for a map was up. Again is the same list repeated, with cells. Excess is cost over ' +
      'the exact optimum. A* is exact, on typed arrays, and answers as many of the same queries as its time ' +
      'allows. Cold are the first answers of a process, with all cells, in processor time.',
    columns: [
      column('map'),
      column('size'),
      column('queries', 'count'),
      column('p50', 'us', 'route'),
      column('p95', 'us', 'route'),
      column('p99', 'us', 'route'),
      column('p99 / p50', 'times', 'route'),
      column('p50', 'us', 'with cells'),
      column('p95', 'us', 'with cells'),
      column('p99', 'us', 'with cells'),
      column('p99 / p50', 'times', 'with cells'),
      column('p50', 'us', 'again'),
      column('p95', 'us', 'again'),
      column('mean', '%', 'excess'),
      column('p99', '%', 'excess'),
      column('A* / ours', 'times'),
      column('first', 'ms', 'cold'),
      column('first 100', 'ms', 'cold'),
    ],
    rows: worlds.map(({ name, report }) => {
      const { again, answers, astar, cold, route, routeAndCells } = report
      return [
        name,
        sizeText(report),
        routeAndCells.usOfQuery.length,
        ...withSpread(route.usOfQuery),
        ...withSpread(routeAndCells.usOfQuery),
        ...percentiles(again.usOfQuery).slice(0, 2),
        statistic(answers.excessPercent, 'mean'),
        statistic(answers.excessPercent, 'p99'),
        astar && timesOurs(astar.usOfQuery, routeAndCells),
        cold?.firstMs ?? null,
        cold?.firstHundredMs ?? null,
      ]
    }),
  }
}

/** Percentiles, and how many times the median the slow ones take. */
function withSpread(usOfQuery: Float64Array): (number | null)[] {
  const [p50, p95, p99] = percentiles(usOfQuery)
  return [p50, p95, p99, p50 === null || p99 === null ? null : p99 / p50]
}

/** What the answers of the same queries are like. */
export function answersTable(worlds: readonly Measured[]): Table {
  return {
    title: 'Answers',
    about:
      'Every path is checked step by step while the time for a map lasts. Wrong are paths that break the ' +
      'movement rule, cost less than the optimum or were not found. The sample is the queries whose optimum A* ' +
      'found or, after its time was up, our own exact search. Our CPU time of a query with its cells is a mean, ' +
      'garbage collection included.',
    columns: [
      column('map'),
      column('size'),
      column('judged', 'count'),
      column('wrong', 'count'),
      column('path cells', 'count'),
      column('sample', 'count'),
      column('mean', '%', 'excess'),
      column('p99', '%', 'excess'),
      column('max', '%', 'excess'),
      column('our cpu', 'us'),
      column('A* p50', 'us'),
    ],
    rows: worlds.map(({ name, report }) => {
      const { answers, astar, routeAndCells } = report
      const { excessPercent } = answers
      return [
        name,
        sizeText(report),
        answers.judged,
        answers.illegal + answers.missed,
        answers.cells / Math.max(1, answers.found),
        excessPercent.length,
        statistic(excessPercent, 'mean'),
        statistic(excessPercent, 'p99'),
        statistic(excessPercent, 'max'),
        routeAndCells.cpuUsMean,
        astar && statistic(astar.usOfQuery, 'p50'),
      ]
    }),
  }
}
