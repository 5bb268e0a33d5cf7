/** What users of JavaScript would pick instead, on the same queries in the same run. */

import type { PeerReport } from '../peer-run.ts'
import { column, type Table } from '../report/table.ts'
import { type Measured, sizeText, statistic, timesOurs } from './measured.ts'

export interface PeerMeasured extends Measured {
  readonly peers: readonly PeerReport[]
}

/** One row a map, one column a peer: how many times as long as ours. */
export function peerRatiosTable(worlds: readonly PeerMeasured[]): Table {
  const names = [...new Set(worlds.flatMap(({ peers }) => peers.map(peer => peer.name)))]
  return {
    title: 'Beside other packages',
    about:
      'How many times as long as isthmus each package takes for the same queries: medians of complete answers, ' +
      'over the queries that it answered within its budget. Each is set up as its own README says. A dash: not ' +
      'installed, or no query answered. l1-path-finder moves in 4 directions only.',
    columns: [
      column('map'),
      column('size'),
      column('ours', 'us'),
      column('A*', 'times'),
      ...names.map(name => column(name, 'times')),
    ],
    rows: worlds.map(({ name, report, peers }) => [
      name,
      sizeText(report),
      statistic(report.routeAndCells.usOfQuery, 'p50'),
      report.astar && timesOurs(report.astar.usOfQuery, report.routeAndCells),
      ...names.map(one => timesOurs(peers.find(peer => peer.name === one)!.usOfQuery, report.routeAndCells)),
    ]),
  }
}

/** One row a map and peer: set-up, memory, and whether its paths are right. */
export function peerDetailsTable(worlds: readonly PeerMeasured[]): Table {
  return {
    title: 'Other packages, one by one',
    about:
      'Set-up time and peak memory before the first query, and the queries answered before the budget ended or ' +
      'the process was stopped. Illegal paths walk through walls, cut corners, miss their ends or do not exist. ' +
      'Excess is cost over the optimum in 8 directions.',
    columns: [
      column('map'),
      column('size'),
      column('package'),
      column('set-up', 'ms'),
      column('peak', 'bytes'),
      column('queries', 'count'),
      column('p50', 'us'),
      column('p95', 'us'),
      column('illegal', 'count'),
      column('mean', '%', 'excess'),
      column('times ours', 'times'),
      column('end'),
    ],
    rows: worlds.flatMap(({ name, report, peers }) =>
      peers
        .filter(peer => peer.end !== 'missing')
        .map(peer => [
          name,
          sizeText(report),
          peer.name,
          peer.setUpMs,
          peer.peakBytes,
          peer.usOfQuery.length,
          statistic(peer.usOfQuery, 'p50'),
          statistic(peer.usOfQuery, 'p95'),
          peer.illegal,
          statistic(peer.excessPercent, 'mean'),
          timesOurs(peer.usOfQuery, report.routeAndCells),
          peer.end,
        ]),
    ),
  }
}
