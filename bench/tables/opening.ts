/** How soon an atlas answers. */
import { column, type Table } from '../report/table.ts'
import { type Measured, sizeText, statistic } from './measured.ts'

export function openingTable(worlds: readonly Measured[]): Table {
  return {
    title: 'Opening an atlas',
    about:
      'openAtlas on bytes in memory with its checksum, and the finder after it: the least of seven openings. ' +
      'The bake that it saves and one median query of exact A* stand beside it.',
    columns: [
      column('map'),
      column('size'),
      column('atlas', 'bytes'),
      column('open', 'ms'),
      column('finder', 'ms'),
      column('bake / open', 'times'),
      column('A* / open', 'times'),
    ],
    rows: worlds.map(({ name, report }) => {
      const { atlasBytes, openMs, finderMs, bake, astar } = report
      const astarUs = astar && statistic(astar.usOfQuery, 'p50')
      return [
        name,
        sizeText(report),
        atlasBytes,
        openMs,
        finderMs,
        bake.wallMs / openMs,
        astarUs && astarUs / 1000 / openMs,
      ]
    }),
  }
}
