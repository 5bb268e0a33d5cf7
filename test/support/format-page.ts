/**
 * FORMAT.md as data: its tables of fields and columns, its worked checksum and its dump, so that tests hold what a reader
 * of that page would believe against what a bake writes.
 */
import { readFileSync } from 'node:fs'

const PAGE = readFileSync(new URL('../../src/atlas/FORMAT.md', import.meta.url), 'utf8')

/** A field of the header, or, where its offset says +, of a row of the table. */
export interface FieldOnPage {
  readonly offset: number
  readonly isOfRow: boolean
  readonly bytes: number
  readonly name: string
}

export interface ColumnOnPage {
  readonly name: string
  readonly isOfLevel: boolean
  readonly type: string
  /** A formula over the counts that the page names. */
  readonly length: string
}

/** The rows of the tables whose first heading is `heading`, cell by cell, without backticks. */
function rowsUnder(heading: string): string[][] {
  const rows: string[][] = []
  let isInside = false
  for (const line of PAGE.split('\n')) {
    if (!line.startsWith('|')) isInside = false
    const cells = line.split('|').slice(1, -1)
    if (isInside && !/^[|-]+$/.test(line)) rows.push(cells.map(cell => cell.replaceAll('`', '').trim()))
    if (line.startsWith('|') && cells[0].trim() === heading) isInside = true
  }
  return rows
}

export const fieldsOnPage: readonly FieldOnPage[] = rowsUnder('offset').map(([offset, bytes, name]) => ({
  offset: Number(offset),
  isOfRow: offset.startsWith('+'),
  bytes: Number(bytes),
  name,
}))

const columnRows = (heading: string, isOfLevel: boolean): ColumnOnPage[] =>
  rowsUnder(heading).map(([name, type, length]) => ({ name, isOfLevel, type, length }))

/** In the order of the file: in each group first the columns of the map, then those of each level. */
export const columnsOnPage: readonly (readonly ColumnOnPage[])[] = [
  [...columnRows('column', false), ...columnRows('column of a level', true)],
  [...columnRows('column of the metric', false), ...columnRows("column of a level's metric", true)],
]

/** The names of the facts, in their order. */
export const factsOnPage: readonly string[] = rowsUnder('fact').map(([name]) => name)

/** The value of a formula for a length. */
export function formulaValue(formula: string, counts: Readonly<Record<string, number>>): number {
  return new Function(...Object.keys(counts), `'use strict'; return ${formula}`)(...Object.values(counts))
}

/** The numbers of the page's worked checksum. */
export function checksumOnPage(): { wordCount: number; low: number; high: number } {
  const found = /For the (\d+) words .* low is `(0x\w+)` and high is `(0x\w+)`/.exec(PAGE)
  if (found === null) throw new Error('FORMAT.md has no worked checksum any more.')
  return { wordCount: Number(found[1]), low: Number(found[2]), high: Number(found[3]) }
}

/** The example: a map, and the bytes of its atlas. */
export function exampleOnPage(): { map: Uint8Array; sizeBytes: number; atlas: number[] } {
  const block = (kind: string) => new RegExp(`\`\`\`${kind}\n([^]*?)\`\`\``).exec(PAGE)?.[1] ?? ''
  const atlas: number[] = []
  let lineBefore: number[] = []
  for (const line of block('hexdump').trimEnd().split('\n')) {
    if (line === '*') continue
    const offset = Number.parseInt(line.slice(0, 4), 16)
    while (atlas.length < offset) atlas.push(...lineBefore)
    lineBefore = (line.slice(4, 53).match(/\b[0-9a-f]{2}\b/g) ?? []).map(text => Number.parseInt(text, 16))
    atlas.push(...lineBefore)
  }
  const sizeBytes = Number(/Its atlas has (\d+) bytes/.exec(PAGE)?.[1])
  return { map: new TextEncoder().encode(block('text')), sizeBytes, atlas }
}
