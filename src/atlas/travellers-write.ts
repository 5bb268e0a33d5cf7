/**
 * The atlases of several travellers -> one file. Atlases come one after the other and are let go once their columns are
 * taken over, so that no more than one of them is in memory beside the file to be.
 */
import { allocatePrivate, checkArraySize } from '../base/memory.ts'
import { copying, STEPS_A_PIECE, type Work } from '../base/work.ts'
import type { Grounds } from '../map/grounds.ts'
import type { Traveller } from '../map/traveller.ts'
import { checksumming } from './checksum.ts'
import { ALIGNMENT_BYTES, type AtlasHeader, aligned, headerSizeBytes, place, WORD_CHECKSUM } from './layout.ts'
import { readHeader, type ViewOf, viewsOf } from './open-columns.ts'
import { packedGroundBytes, packingGrounds } from './travellers-grounds.ts'
import {
  keptColumns,
  PARTY_HEADER_BYTES,
  PARTY_MAGIC,
  PARTY_VERSION,
  PARTY_WORDS,
  type PartyPlaces,
  partyPlaces,
} from './travellers-layout.ts'
import { TableCollector } from './travellers-tables-write.ts'

/** Words that no checksum leaves out. */
const NOTHING = -2

export class PartyWriter {
  private readonly grounds: Grounds
  /** In whole units of 64 bytes; the first is the grounds. */
  private readonly sections: Int32Array[] = []
  private readonly sectionsOfSum = new Map<string, number[]>()
  private readonly headers: Int32Array[] = []
  private readonly sectionsOf: number[][] = []
  private readonly tables = new TableCollector()
  private levelCount = 0
  private directions = 0

  constructor(grounds: Grounds) {
    this.grounds = grounds
  }

  /** Takes over the grounds, before any atlas. */
  *begin(): Work<void> {
    const { groundOfCell, names } = this.grounds
    const padded = new Uint8Array(aligned(packedGroundBytes(groundOfCell.length, names.length)))
    yield* packingGrounds(groundOfCell, names.length, padded)
    this.sections.push(new Int32Array(padded.buffer))
  }

  /** Takes over the atlas of the next traveller. */
  *add(atlas: Uint8Array<ArrayBuffer>): Work<void> {
    const words = new Int32Array(atlas.buffer, atlas.byteOffset, atlas.length / 4)
    const header = readHeader(words)
    this.levelCount = header.levels.length
    this.directions = header.directions
    const own = words.slice(0, headerSizeBytes(this.levelCount) / 4)
    own.fill(0, WORD_CHECKSUM, WORD_CHECKSUM + 2)
    this.headers.push(own)
    const records = yield* this.recordsOf(header, viewsOf(place(header).columns, atlas))
    const sections: number[] = []
    for (const { name, level, offsetBytes, sizeBytes } of keptColumns(header)) {
      const own = records.get(`${name}/${level}`)
      const column = own ?? words.subarray(offsetBytes / 4, (offsetBytes + aligned(sizeBytes)) / 4)
      sections.push(yield* this.sectionOf(column))
    }
    this.sectionsOf.push(sections)
  }

  /** What stands in place of the tables of each level, by name, in whole units. */
  private *recordsOf(header: AtlasHeader, view: ViewOf): Work<ReadonlyMap<string, Int32Array>> {
    const records = new Map<string, Int32Array>()
    for (let level = 0; level < header.levels.length; level++) {
      const own = {
        tableOfRegion: view<Int32Array>('tableOfRegion', level),
        tables: view<Uint16Array>('tables', level),
      }
      const noted = yield* this.tables.add(view('rowOfRegion', level), own)
      records.set(`recordOfRegion/${level}`, inUnits(noted.recordOfRegion))
      records.set(`scaleOfRegion/${level}`, inUnits(noted.scaleOfRegion))
    }
    return records
  }

  /** The section that holds these words, a new one if there is none yet. */
  private *sectionOf(words: Int32Array): Work<number> {
    const sum = (yield* checksumming(words, NOTHING)).join()
    const alike = this.sectionsOfSum.get(sum) ?? []
    for (const section of alike) if (yield* areEqual(this.sections[section], words)) return section
    this.sectionsOfSum.set(sum, [...alike, this.sections.length])
    const own = new Int32Array(words.length)
    yield* copying(words, own, 0)
    return this.sections.push(own) - 1
  }

  *write(travellers: readonly Traveller[]): Work<Uint8Array<ArrayBuffer>> {
    const about = new TextEncoder().encode(JSON.stringify({ grounds: this.grounds.names, travellers }))
    const { sections, levelCount } = this
    const store = this.tables.written()
    sections.push(inUnits(store.endOfRecord), inUnits(store.words))
    const places = partyPlaces(about.length, sections.length, travellers.length, levelCount, this.sectionsOf[0].length)
    const sizeBytes = sections.reduce((size, words) => size + words.byteLength, places.firstSection)
    checkArraySize(sizeBytes, 'The file of travellers')
    const file = new Uint8Array(allocatePrivate(sizeBytes) as ArrayBuffer)
    const words = new Int32Array(file.buffer)
    file.set(PARTY_MAGIC)
    words[PARTY_WORDS.version] = PARTY_VERSION
    words[PARTY_WORDS.width] = this.grounds.width
    words[PARTY_WORDS.height] = this.grounds.height
    words[PARTY_WORDS.directions] = this.directions
    words[PARTY_WORDS.about] = about.length
    words[PARTY_WORDS.travellers] = travellers.length
    words[PARTY_WORDS.sections] = sections.length
    words[PARTY_WORDS.levels] = levelCount
    words[PARTY_WORDS.records] = store.endOfRecord.length
    words[PARTY_WORDS.recordWords] = store.words.length
    file.set(about, PARTY_HEADER_BYTES)
    yield* this.writeSections(words, places)
    words.set(yield* checksumming(words, PARTY_WORDS.checksum), PARTY_WORDS.checksum)
    return file
  }

  private *writeSections(words: Int32Array, places: PartyPlaces): Work<void> {
    let at = places.firstSection / 4
    for (const [i, section] of this.sections.entries()) {
      words[places.directory / 4 + i] = section.byteLength / ALIGNMENT_BYTES
      yield* copying(section, words, at)
      at += section.length
    }
    this.headers.forEach((header, i) => {
      const from = (places.firstTraveller + i * places.travellerBytes) / 4
      words.set(header, from)
      words.set(this.sectionsOf[i], from + header.length)
    })
  }
}

/** The same bytes, with zeros behind them up to a whole unit. */
function inUnits(column: Int32Array | Uint16Array): Int32Array {
  const padded = new Uint8Array(aligned(column.byteLength))
  padded.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  return new Int32Array(padded.buffer)
}

function* areEqual(a: Int32Array, b: Int32Array): Work<boolean> {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    if (i % STEPS_A_PIECE === 0) yield
    if (a[i] !== b[i]) return false
  }
  return true
}
