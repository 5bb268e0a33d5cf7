/**
 * The tables of travellers, in one store. On even ground a region costs one traveller a multiple of what it costs another, and
 * much of a map looks alike. So the store holds **records**, each once: tables whose costs are divided by their greatest common
 * divisor. A traveller stores a record and a factor for each of its regions.
 */
import { NONE } from '../base/none.ts'
import { hold, pairCountOf } from './level-graph.ts'

/** A factor of 16 bits above a table's shift. */
const SHIFT_BITS = 8
const SHIFT_MASK = (1 << SHIFT_BITS) - 1

/** Says of a region what the costs of its record are multiplied by, and in which units they are then. */
export function scaleWord(factor: number, shift: number): number {
  return (factor << SHIFT_BITS) | shift
}

export interface TableColumns {
  readonly tableOfRegion: Int32Array
  readonly tables: Uint16Array
}

/** What a traveller's level says of its regions. */
export interface RecordColumns {
  readonly rowOfRegion: Int32Array
  /** NONE for a region without a table. */
  readonly recordOfRegion: Int32Array
  readonly scaleOfRegion: Int32Array
}

export class TableStore {
  private readonly endOfRecord: Int32Array
  private readonly words: Uint16Array

  /** Records lie one after the other; each has a word at least. */
  constructor(endOfRecord: Int32Array, words: Uint16Array) {
    let end = 0
    for (const next of endOfRecord) {
      hold(next > end && next <= words.length, 'records')
      end = next
    }
    this.endOfRecord = endOfRecord
    this.words = words
  }

  /** The tables of a level as a bake of this traveller alone wrote them. */
  tablesOf({ rowOfRegion, recordOfRegion, scaleOfRegion }: RecordColumns, tableWordsMax: number): TableColumns {
    const tableWords = this.lengthOf(recordOfRegion)
    hold(tableWords <= tableWordsMax, 'tables')
    const tableOfRegion = new Int32Array(recordOfRegion.length)
    const tables = new Uint16Array(tableWords)
    for (let region = 0, at = 0; region < recordOfRegion.length; region++) {
      tableOfRegion[region] = at
      const record = recordOfRegion[region]
      if (record === NONE) continue
      const pairCount = pairCountOf(rowOfRegion[2 * region + 1])
      at += this.copy(record, scaleOfRegion[region], pairCount, tables, at)
    }
    return { tableOfRegion, tables }
  }

  /** The words of all these records. */
  private lengthOf(recordOfRegion: Int32Array): number {
    let words = 0
    for (const record of recordOfRegion) {
      if (record === NONE) continue
      hold(record >= 0 && record < this.endOfRecord.length, 'records')
      words += this.endOfRecord[record] - this.beginOf(record)
    }
    return words
  }

  private copy(record: number, scale: number, pairCount: number, to: Uint16Array, at: number): number {
    const { words } = this
    const [begin, end] = [this.beginOf(record), this.endOfRecord[record]]
    hold(pairCount > 0 && begin + pairCount < end, 'records')
    const factor = scale >> SHIFT_BITS
    to[at] = words[begin] | (scale & SHIFT_MASK)
    let highest = 0
    for (let pair = 1; pair <= pairCount; pair++) {
      const cost = words[begin + pair] * factor
      if (cost > highest) highest = cost
      to[at + pair] = cost
    }
    hold(factor >= 1 && highest <= 0xffff, 'tables')
    for (let word = begin + pairCount + 1; word < end; word++) to[at + word - begin] = words[word]
    return end - begin
  }

  private beginOf(record: number): number {
    return record === 0 ? 0 : this.endOfRecord[record - 1]
  }
}
