/** What a bake takes, and what it makes. */
import type { WorldReport } from '../measure/world-report.ts'
import { type Cell, column, type Table } from '../report/table.ts'
import { type Measured, perCell, sizeText } from './measured.ts'

export function bakeTable(worlds: readonly Measured[]): Table {
  const workers = worlds[0]?.report.workers ?? 1
  return {
    title: 'Bake',
    about:
      `From a grid in memory to an atlas in memory, in a fresh process, with workers: ${workers}. Peak is the ` +
      'resident memory above that of grid and process. Flood is one plain Dijkstra with a binary heap in the ' +
      'same process, from one cell over the largest island. Bake / flood compares the wall times, first as they ' +
      'are, then each divided by its free cells.',
    columns: [
      column('map'),
      column('size'),
      column('islands', 'count'),
      column('wall', 's', 'bake'),
      column('cpu', 's', 'bake'),
      column('peak', 'B/cell'),
      column('atlas', 'B/cell'),
      column('cells', 'count', 'flood'),
      column('wall', 's', 'flood'),
      column('cpu', 's', 'flood'),
      column('wall', 'times', 'bake / flood'),
      column('cpu', 'times', 'bake / flood'),
      column('wall a cell', 'times', 'bake / flood'),
    ],
    rows: worlds.map(({ name, report }) => {
      const { bake, atlasBytes } = report
      return [
        name,
        sizeText(report),
        report.islands,
        bake.wallMs / 1000,
        bake.cpuMs / 1000,
        perCell(bake.peakBytes, report),
        perCell(atlasBytes, report),
        ...floodCells(report),
      ]
    }),
  }
}

function floodCells({ bake, flood, freeCells }: WorldReport): Cell[] {
  if (flood === null) return [null, null, null, null, null, null]
  const { cells, cost } = flood
  const ratio = bake.wallMs / cost.wallMs
  return [cells, cost.wallMs / 1000, cost.cpuMs / 1000, ratio, bake.cpuMs / cost.cpuMs, (ratio * cells) / freeCells]
}
