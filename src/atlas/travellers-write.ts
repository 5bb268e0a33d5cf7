/**
 * Writes the atlases of several travellers into one file. It takes the columns of one atlas after the other, so memory
 * holds no more than one atlas beside the file. Equal columns lie in the file once.
 */
import { checksumming } from '../base/checksum.ts'
import { NONE } from '../base/none.ts'
import { openOwnSections, type Section, sectionOf, writingSections } from '../base/section-file.ts'
import { copying, STEPS_A_PIECE, type Work } from '../base/work.ts'
import type { Grounds } from '../map/grounds.ts'
import type { Traveller } from '../map/traveller.ts'
import { ATLAS } from './layout.ts'
import { countsIn } from './open-columns.ts'
import { keptColumns, PARTY } from './party.ts'
import { packedGroundBytes, packingGrounds } from './travellers-grounds.ts'
import { TableCollector } from './travellers-tables-write.ts'

/** Words that no checksum leaves out. */
const NOTHING = -2
type Numbers = Int32Array | Uint16Array | Uint8Array

export class PartyWriter {
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
    return yield* writingSections(PARTY, this.sections)
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
