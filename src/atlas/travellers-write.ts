/**
 * Writes the atlases of several travellers into one file. It takes the columns of one atlas after the other, so memory
 * holds no more than one atlas beside the file. Equal columns lie in the file once.
 */
import { checksumming } from '../base/checksum.ts'
import { growingInts, grownTo } from '../base/growing.ts'
import { NONE } from '../base/none.ts'
import { openOwnSections, type Section, sectionOf, writingSections } from '../base/section-file.ts'
import { copying, STEPS_A_PIECE, type Work } from '../base/work.ts'
import type { Grounds } from '../map/grounds.ts'
import type { Traveller } from '../map/traveller.ts'
import { ATLAS } from './layout.ts'
import { pairCountOf, shiftOf } from './level-graph.ts'
import { countsIn } from './open-columns.ts'
import { keptColumns, TRAVELLERS_FILE } from './travellers-file.ts'
import { packedGroundBytes, packingGrounds } from './travellers-grounds.ts'
import { type RecordColumns, scaleWord, type TableColumns } from './travellers-tables.ts'

/** Words that no checksum leaves out. */
const NOTHING = -2
const MULTIPLIER = 0x9e3779b1

type Numbers = Int32Array | Uint16Array | Uint8Array

export class TravellersWriter {
  private readonly grounds: Grounds
  private readonly sections: Section[] = []
  /** Columns that were taken over, by what their bytes sum up to. */
  private readonly columnsOfSum = new Map<string, Numbers[]>()
  private readonly tables = new TableCollector()
  private part = 0

  constructor(grounds: Grounds) {
    this.grounds = grounds
  }

  /** Takes over the grounds, before any atlas. */
  *begin(): Work<void> {
    const { groundOfCell, names } = this.grounds
    const packed = new Uint8Array(packedGroundBytes(groundOfCell.length, names.length))
    yield* packingGrounds(groundOfCell, names.length, packed)
    this.add('grounds', packed)
  }

  /** Takes over the atlas of the next traveller. */
  *addAtlas(atlas: Uint8Array<ArrayBuffer>): Work<void> {
    const file = openOwnSections(ATLAS, atlas)
    const counts = countsIn(file, 0)
    const records: { recordOfRegion: Int32Array; scaleOfRegion: Int32Array }[] = []
    for (let level = 0; level < counts.levels.length; level++) {
      const tableOfRegion = sectionOf(file, 'tableOfRegion', 'int32', level)
      const tables = sectionOf(file, 'tables', 'uint16', level)
      records.push(yield* this.tables.add(sectionOf(file, 'rowOfRegion', 'int32', level), { tableOfRegion, tables }))
    }
    for (const { name, level, type } of keptColumns(counts)) {
      const made = level === NONE ? undefined : (records[level] as Partial<Record<string, Int32Array>>)[name]
      this.add(name, yield* this.shared(made ?? sectionOf(file, name, type as 'int32', level)), level, this.part)
    }
    this.part++
  }

  *write(travellers: readonly Traveller[]): Work<Uint8Array<ArrayBuffer>> {
    this.add('about', new TextEncoder().encode(JSON.stringify({ grounds: this.grounds.names, travellers })))
    const { endOfRecord, words } = this.tables.written()
    this.add('endOfRecord', endOfRecord)
    this.add('records', words)
    return yield* writingSections(TRAVELLERS_FILE, this.sections)
  }

  private add(name: string, data: Numbers, level = NONE, part = 0): void {
    this.sections.push({ name, level, part, data })
  }

  /** A copy of a column, or an equal one that was taken over before. */
  private *shared(column: Numbers): Work<Numbers> {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
    const words = new Int32Array((column.byteLength + 3) >> 2)
    yield* copying(bytes, new Uint8Array(words.buffer), 0)
    const key = [column.constructor.name, column.length, ...(yield* checksumming(words, NOTHING))].join()
    const alike = this.columnsOfSum.get(key) ?? []
    for (const known of alike) if (yield* areEqual(known, column)) return known
    const own = new (column.constructor as new (buffer: ArrayBuffer, at: number, length: number) => Numbers)(
      words.buffer,
      0,
      column.length,
    )
    this.columnsOfSum.set(key, [...alike, own])
    return own
  }
}

function* areEqual(a: Numbers, b: Numbers): Work<boolean> {
  for (let i = 0; i < a.length; i++) {
    if (i % STEPS_A_PIECE === 0) yield
    if (a[i] !== b[i]) return false
  }
  return true
}

/** Takes over the tables of one traveller after the other, and keeps each record (travellers-tables.ts) once. */
class TableCollector {
  private readonly ends = growingInts()
  private words = new Uint16Array(1 << 12)
  private length = 0
  /** By what their words mix to, the last such record; and of each record the one before it that mixes to the same. */
  private readonly lastAlike = new Map<number, number>()
  private readonly alikeBefore = growingInts()

  /** Where each record ends, and the words of all. */
  written(): { endOfRecord: Int32Array; words: Uint16Array } {
    return { endOfRecord: this.ends.toArray(), words: this.words.subarray(0, this.length) }
  }

  /** Notes the tables of a level, whose regions have these rows. */
  *add(rowOfRegion: Int32Array, { tableOfRegion, tables }: TableColumns): Work<Omit<RecordColumns, 'rowOfRegion'>> {
    const regionCount = tableOfRegion.length
    const recordOfRegion = new Int32Array(regionCount).fill(NONE)
    const scaleOfRegion = new Int32Array(regionCount)
    let done = 0
    for (let region = 0; region < regionCount; region++) {
      const begin = tableOfRegion[region]
      const end = region + 1 < regionCount ? tableOfRegion[region + 1] : tables.length
      if (end === begin) continue
      const factor = this.append(tables.subarray(begin, end), pairCountOf(rowOfRegion[2 * region + 1]))
      recordOfRegion[region] = this.take(end - begin)
      scaleOfRegion[region] = scaleWord(factor, shiftOf(tables[begin]))
      done += end - begin
      if (done < STEPS_A_PIECE) continue
      yield
      done = 0
    }
    return { recordOfRegion, scaleOfRegion }
  }

  /** Writes the record of a table behind all others; returns what its costs were divided by. */
  private append(table: Uint16Array, pairCount: number): number {
    const needed = this.length + table.length
    if (needed > this.words.length) this.words = grownTo(this.words, Math.max(needed, 2 * this.words.length))
    const { words, length: at } = this
    let common = 0
    for (let pair = 1; pair <= pairCount && common !== 1; pair++) common = commonOf(table[pair], common)
    const factor = Math.max(1, common)
    words.set(table, at)
    words[at] = table[0] & ~0xff
    if (factor > 1) for (let pair = 1; pair <= pairCount; pair++) words[at + pair] = table[pair] / factor
    return factor
  }

  /** The number of the record that was appended, which stays there if it is a new one. */
  private take(wordCount: number): number {
    const { words, length: at } = this
    let mixed = wordCount
    for (let i = 0; i < wordCount; i++) {
      const h = Math.imul(mixed ^ words[at + i], MULTIPLIER)
      mixed = h ^ (h >>> 15)
    }
    const last = this.lastAlike.get(mixed) ?? NONE
    for (let record = last; record !== NONE; record = this.alikeBefore.at(record)) {
      if (this.isAppended(record, wordCount)) return record
    }
    const record = this.ends.length
    this.lastAlike.set(mixed, record)
    this.alikeBefore.push(last)
    this.length += wordCount
    this.ends.push(this.length)
    return record
  }

  private isAppended(record: number, wordCount: number): boolean {
    const { words, length } = this
    const begin = record === 0 ? 0 : this.ends.at(record - 1)
    if (this.ends.at(record) - begin !== wordCount) return false
    for (let i = 0; i < wordCount; i++) if (words[begin + i] !== words[length + i]) return false
    return true
  }
}

/** The largest number that divides both. */
function commonOf(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b]
  return a
}
