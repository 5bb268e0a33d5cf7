/** What a bake takes, and what it makes. */
import { column, type Table } from '../report/table.ts'
import { type Measured, perCell, sizeText } from './measured.ts'

export function bakeTable(worlds: readonly Measured[]): Table {
  const workers = worlds[0]?.report.workers ?? 1
  return {
    title: 'Bake',
    about:
      `From a grid in memory to an atlas in memory, in a fresh process, with workers: ${workers}. Peak is the most resident ` +
      'memory over what grid and process took before. Flood is one plain Dijkstra with a binary heap, from one cell over ' +
      'its whole island, in the same process.',
    columns: [
      column('map'),
      column('size'),
      column('islands', 'count'),
      column('wall', 's', 'bake'),
      column('cpu', 's', 'bake'),
      column('Mcells/s', 'number', 'bake'),
      column('peak', 'bytes'),
      column('peak', 'B/cell'),
      column('atlas', 'bytes'),
      column('atlas', 'B/cell'),
      column('cpu', 's', 'flood'),
      column('bake / flood', 'times'),
    ],
    rows: worlds.map(({ name, report }) => {
      const { bake, flood, atlasBytes, width, height } = report
      return [
        name,
        sizeText(report),
        report.islands,
        bake.wallMs / 1000,
        bake.cpuMs / 1000,
        (width * height) / 1000 / bake.wallMs,
        bake.peakBytes,
        perCell(bake.peakBytes, report),
        atlasBytes,
        perCell(atlasBytes, report),
        flood && flood.cpuMs / 1000,
        flood && bake.wallMs / flood.wallMs,
      ]
    }),
    isPublic: true,
  }
}
