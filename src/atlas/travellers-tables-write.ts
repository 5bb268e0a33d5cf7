/**
 * Takes over the tables of one traveller after the other, and keeps each record (travellers-tables.ts) once.
 */
import { growingInts, grownTo } from '../base/growing.ts'
import { NONE } from '../base/none.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'
import { pairCountOf, shiftOf } from './level-graph.ts'
import { type RecordColumns, scaleWord, type TableColumns } from './travellers-tables.ts'

const MULTIPLIER = 0x9e3779b1

export class TableCollector {
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
