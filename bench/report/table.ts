/**
 * A table of measurements. Rows hold bare numbers, columns say what they are; how a number is written follows from its
 * unit, here and nowhere else. The same table is printed aligned for a terminal and as markdown for the README.
 */
import { table as alignedTable, bytesText, countText, digits } from '../../src/app/cli/words.ts'

export type Unit = 'text' | 'count' | 'number' | 'ns' | 'us' | 'ms' | 's' | '%' | 'bytes' | 'B/cell' | 'times'

export interface Column {
  /** What stands over several columns together; empty for a column of its own. */
  readonly group: string
  readonly name: string
  readonly unit: Unit
}

/** Null where nothing was measured. */
export type Cell = string | number | null

export interface Table {
  readonly title: string
  /** What the rows are and how they came about. */
  readonly about: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
}

export function column(name: string, unit: Unit = 'text', group = ''): Column {
  return { group, name, unit }
}

export function cellText(cell: Cell, unit: Unit): string {
  if (typeof cell === 'string') return cell
  if (cell === null || !Number.isFinite(cell)) return '-'
  if (unit === 'count') return countText(Math.round(cell))
  if (unit === 'bytes') return bytesText(Math.round(cell))
  if (unit === '%') return percent(cell)
  if (unit === 'times') return `${grouped(cell)}x`
  return grouped(cell)
}

/** Three significant digits, and thousands apart. */
function grouped(value: number): string {
  return Math.abs(value) < 999.5 ? digits(value) : countText(Math.round(value))
}

/** Excess is small: three digits behind the point, fewer where it is not. */
function percent(value: number): string {
  const text = value.toFixed(Math.abs(value) < 1 ? 3 : 1)
  return text === '-0.000' ? '0.000' : text
}

/** Units that a number does not carry itself stand in the header. */
function unitText(unit: Unit): string {
  return ['text', 'count', 'number', 'bytes', 'times'].includes(unit) ? '' : unit
}

export function terminalText({ title, about, columns, rows }: Table): string {
  const body = rows.map(row => row.map((cell, i) => cellText(cell, columns[i].unit)))
  return `${title}\n${wrapped(about, 118)}\n\n${alignedTable([...headersOf(columns), ...body])}`
}

/** A group is named once, over its first column, and so is a unit that all of its columns have. */
function headersOf(columns: readonly Column[]): string[][] {
  const groups: string[] = []
  const heads = columns.map(({ group, name, unit }, i) => {
    const suffix = unitText(unit)
    const isShared = group !== '' && columns.every(other => other.group !== group || other.unit === unit)
    const isFirst = group !== '' && columns[i - 1]?.group !== group
    groups.push(isFirst ? (isShared ? `${group} ${suffix}`.trim() : group) : '')
    return isShared ? name : `${name} ${suffix}`.trim()
  })
  return groups.some(group => group !== '') ? [groups, heads] : [heads]
}

export function markdownText({ title, about, columns, rows }: Table): string {
  const heads = columns.map(({ group, name, unit }) => [group, name, unitText(unit)].filter(Boolean).join(' '))
  const rules = columns.map(({ unit }) => (unit === 'text' ? '---' : '---:'))
  const body = rows.map(row => row.map((cell, i) => cellText(cell, columns[i].unit)))
  const lines = [heads, rules, ...body].map(cells => `| ${cells.join(' | ')} |`)
  const head = about === '' ? `### ${title}` : `### ${title}\n\n${about}`
  return `${head}\n\n${lines.join('\n')}\n`
}

function wrapped(text: string, width: number): string {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1]
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join('\n')
}
