/**
 * Benchmark maps with scenarios, one row a map; and the same in sum, one row for each group of maps. The first names the
 * maps and stays on the terminal; the second, grouped by size, may be shown anywhere.
 */
import { basename, dirname } from 'node:path'
import { column, type Table } from '../report/table.ts'
import { type Measured, perCell, percentiles, sizeText, statistic, timesOurs } from './measured.ts'

/** Folder and name of a map's file. */
export function placeOf({ source }: Measured): [set: string, map: string] {
  const file = 'mapFile' in source ? source.mapFile : ''
  return [basename(dirname(file)), basename(file, '.map')]
}

export function mapsTable(worlds: readonly Measured[]): Table {
  return {
    title: 'Maps',
    about:
      'All scenarios of each map. Every path is checked step by step; excess is over the optimal length in the ' +
      'scenario. Refusals are lines without a path: an end is a wall, the length is -1, or it is 0 between ' +
      'different cells. Refused counts those that isthmus refuses too. Missed are paths that it did not find. ' +
      'Mended are lengths shorter than any path of the map: these scenarios belong to another version of it, ' +
      'and the exact cost replaces them. Times are microseconds a query, the least of several passes.',
    columns: [
      column('set'),
      column('map'),
      column('size'),
      column('queries', 'count'),
      column('found', 'count'),
      column('missed', 'count'),
      column('illegal', 'count'),
      column('refusals', 'count'),
      column('refused', 'count'),
      column('mended', 'count'),
      column('mean', '%', 'excess'),
      column('p50', '%', 'excess'),
      column('p99', '%', 'excess'),
      column('max', '%', 'excess'),
      column('p50', 'us', 'route'),
      column('p95', 'us', 'route'),
      column('p50', 'us', 'with cells'),
      column('p95', 'us', 'with cells'),
      column('bake', 'ms'),
      column('atlas', 'B/cell'),
      column('A* / ours', 'times'),
    ],
    rows: worlds.map(world => {
      const { report } = world
      const { answers, route, routeAndCells, astar } = report
      const { excessPercent } = answers
      return [
        ...placeOf(world),
        sizeText(report),
        report.queries.length / 4,
        answers.found,
        answers.missed,
        answers.illegal,
        report.refusals,
        answers.refused,
        report.mended,
        statistic(excessPercent, 'mean'),
        statistic(excessPercent, 'p50'),
        statistic(excessPercent, 'p99'),
        statistic(excessPercent, 'max'),
        ...percentiles(route.usOfQuery).slice(0, 2),
        ...percentiles(routeAndCells.usOfQuery).slice(0, 2),
        report.bake.wallMs,
        perCell(report.atlasBytes, report),
        astar && timesOurs(astar.usOfQuery, routeAndCells),
      ]
    }),
  }
}

export function setsTable(worlds: readonly Measured[]): Table {
  return { ...groupsTable(worlds, 'folder', world => placeOf(world)[0]), title: 'Sets of maps' }
}

/** The power of two that is nearest to the longer side. */
export function roundedSideOf({ report }: Measured): number {
  return 2 ** Math.round(Math.log2(Math.max(report.width, report.height)))
}

export function mapTotalsTable(worlds: readonly Measured[]): Table {
  const bySize = [...worlds].sort((a, b) => roundedSideOf(a) - roundedSideOf(b))
  return groupsTable(bySize, 'longer side', world => `about ${roundedSideOf(world)}`)
}

function groupsTable(worlds: readonly Measured[], groupName: string, groupOf: (world: Measured) => string): Table {
  const groups = [...new Set(worlds.map(groupOf))].map(
    group => [group, worlds.filter(world => groupOf(world) === group)] as const,
  )
  return {
    title: 'Benchmark maps',
    about:
      `Public game, street, maze and room maps with all their scenarios, grouped by ${groupName}. Wrong answers ` +
      'are illegal paths, missed paths and unreachable targets that were not refused. Excess and times are over ' +
      'all queries of a group. Mended are lengths in the files that no path of the map has: the exact cost ' +
      'replaces them. The worst map has the highest mean excess of its group, or the highest median time with ' +
      'all cells. A* is compared by total time over the queries that it answered.',
    columns: [
      column(groupName),
      column('maps', 'count'),
      column('queries', 'count'),
      column('wrong', 'count'),
      column('mended', 'count'),
      column('mean', '%', 'excess'),
      column('p99', '%', 'excess'),
      column('max', '%', 'excess'),
      column('worst map', '%', 'excess'),
      column('p50', 'us', 'route'),
      column('p95', 'us', 'route'),
      column('p50', 'us', 'with cells'),
      column('p95', 'us', 'with cells'),
      column('worst map', 'us', 'with cells'),
      column('longest bake', 'ms'),
      column('largest atlas', 'B/cell'),
      column('A* / ours', 'times'),
    ],
    rows: [...groups, ...(groups.length > 1 ? [['all', worlds] as const] : [])].map(([name, members]) =>
      groupRow(name, members),
    ),
  }
}

function groupRow(name: string, worlds: readonly Measured[]): Table['rows'][number] {
  const reports = worlds.map(({ report }) => report)
  const excess = reports.flatMap(({ answers }) => [...answers.excessPercent])
  const most = (values: readonly (number | null)[]) => Math.max(...values.map(value => value ?? 0))
  // Both sides of the ratio are summed over the queries that A* answered.
  const sampled = reports.filter(({ astar }) => astar !== null)
  const astarUs = sum(sampled.flatMap(({ astar }) => [...astar!.usOfQuery]))
  const oursUs = sum(sampled.flatMap(one => [...one.routeAndCells.usOfQuery.subarray(0, one.astar!.usOfQuery.length)]))
  return [
    name,
    worlds.length,
    sum(reports.map(({ queries, refusals }) => queries.length / 4 + refusals)),
    sum(reports.map(({ answers }) => answers.illegal + answers.missed)),
    sum(reports.map(({ mended }) => mended)),
    statistic(excess, 'mean'),
    statistic(excess, 'p99'),
    statistic(excess, 'max'),
    most(reports.map(({ answers }) => statistic(answers.excessPercent, 'mean'))),
    ...percentiles(reports.flatMap(({ route }) => [...route.usOfQuery])).slice(0, 2),
    ...percentiles(reports.flatMap(({ routeAndCells }) => [...routeAndCells.usOfQuery])).slice(0, 2),
    most(reports.map(({ routeAndCells }) => statistic(routeAndCells.usOfQuery, 'p50'))),
    most(reports.map(({ bake }) => bake.wallMs)),
    most(reports.map(report => perCell(report.atlasBytes, report))),
    oursUs > 0 ? astarUs / oursUs : null,
  ]
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
