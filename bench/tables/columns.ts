/** Where the bytes of an atlas are. */
import { column, type Table } from '../report/table.ts'
import { type Measured, perCell } from './measured.ts'

/** The atlases of the largest size measured, a column for each kind of map. */
export function columnsTable(worlds: readonly Measured[]): Table {
  const cellsMax = Math.max(...worlds.map(({ report }) => report.width * report.height))
  const largest = worlds.filter(({ report }) => report.width * report.height === cellsMax)
  const names = [...new Set(largest.flatMap(({ report }) => Object.keys(report.bytesOfColumn)))]
  const { width, height } = largest[0].report
  return {
    title: 'Bytes of an atlas',
    about: `Bytes per cell of the map, by column of the file, all levels together, at ${width} x ${height} cells.`,
    columns: [column('column'), ...largest.map(({ name }) => column(name, 'B/cell'))],
    rows: [
      ...names.map(name => [name, ...largest.map(({ report }) => perCell(report.bytesOfColumn[name] ?? 0, report))]),
      ['all', ...largest.map(({ report }) => perCell(report.atlasBytes, report))],
    ],
  }
}
