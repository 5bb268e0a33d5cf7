/**
 * The bytes of a file of travellers -> who they are, and the columns of each when they are asked for. The file is checked
 * once, when it is opened: its kind, its size, its checksum, and that every column is a section of its length. The numbers
 * in a traveller's columns are held to their ranges with its first use, as is its terrain made then.
 */
import { IsthmusError } from '../base/errors.ts'
import { NONE } from '../base/none.ts'
import { gridOf } from '../map/footprint.ts'
import { checkGrounds, type Grounds } from '../map/grounds.ts'
import type { Directions } from '../map/movement.ts'
import { packTerrain } from '../map/pack.ts'
import { type Traveller, type Travellers, travellersOf } from '../map/traveller.ts'
import { isIntact } from './checksum.ts'
import { stillThere } from './file-memory.ts'
import { hold } from './hold.ts'
import {
  ALIGNMENT_BYTES,
  type AtlasHeader,
  aligned,
  FORMAT_VERSION,
  headerSizeBytes,
  type PlacedColumn,
  WORD_VERSION,
} from './layout.ts'
import { assemble, damaged, readHeader, type ViewOf, viewsOf } from './open-columns.ts'
import type { Party } from './party.ts'
import { packedGroundBytes, unpackedGrounds } from './travellers-grounds.ts'
import {
  keptColumns,
  PARTY_HEADER_BYTES,
  PARTY_VERSION,
  PARTY_WORDS,
  type PartyPlaces,
  partyPlaces,
} from './travellers-layout.ts'
import { TableStore } from './travellers-tables.ts'
import { validateColumns } from './validate.ts'

/** Many regions may be of one record, of which a forger could make use: far more than any bake has. */
const TABLE_WORDS_A_CELL_MAX = 64
const TABLE_WORDS_FLAT_MAX = 1 << 16

/** What the description says, as JSON. */
interface About {
  readonly grounds: readonly string[]
  readonly travellers: readonly Traveller[]
}

export function openParty(given: Uint8Array): Party {
  if (given.length < PARTY_HEADER_BYTES) throw damaged(`it ends after ${given.length} bytes. Bake the map again.`)
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice()
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  if (words[PARTY_WORDS.version] !== PARTY_VERSION) {
    throw new IsthmusError(
      'ATLAS_VERSION',
      `Travellers' format ${words[PARTY_WORDS.version]}; this reader knows ${PARTY_VERSION}. Bake the map again.`,
    )
  }
  if (bytes.length % 4 !== 0 || !isIntact(words, PARTY_WORDS.checksum)) {
    throw damaged('its checksum does not fit its content. It was cut or some bytes changed: copy or bake it again.')
  }
  return readParty(bytes, words)
}

/** What a forger can have written is held to what the file has room for before anything is made of it. */
function readParty(bytes: Uint8Array, words: Int32Array): Party {
  const aboutBytes = words[PARTY_WORDS.about]
  const sectionCount = words[PARTY_WORDS.sections]
  const count = words[PARTY_WORDS.travellers]
  const levelCount = words[PARTY_WORDS.levels]
  const isBounded = [aboutBytes, sectionCount, count, levelCount].every(n => n > 0 && n <= bytes.length)
  hold(isBounded && sectionCount <= words.length && levelCount <= 32, 'counts')
  const first = partyPlaces(aboutBytes, sectionCount, count, levelCount, 0)
  hold(first.firstSection <= bytes.length, 'counts')
  const kept = keptColumns(readHeader(words.subarray(first.firstTraveller / 4))).length
  const places = partyPlaces(aboutBytes, sectionCount, count, levelCount, kept)
  hold(places.firstSection <= bytes.length, 'counts')
  const party = readAbout(bytes.subarray(PARTY_HEADER_BYTES, PARTY_HEADER_BYTES + aboutBytes))
  hold(party.travellers.length === count, 'travellers')
  const offsets = sectionOffsets(words, places, sectionCount, bytes.length)
  const [width, height] = [words[PARTY_WORDS.width], words[PARTY_WORDS.height]]
  const ground = readGround(bytes.subarray(offsets[0], offsets[1]), width, height, party.grounds)
  hold(
    isSound(() => checkGrounds(ground)),
    'grounds',
  )
  const directions = words[PARTY_WORDS.directions]
  const own = party.travellers.map((_, i) => {
    const at = (places.firstTraveller + i * places.travellerBytes) / 4
    const header = readHeader(words.subarray(at, at + places.travellerBytes / 4))
    const isSame = header.width === width && header.height === height && header.directions === directions
    // Not one of files with hubs, which those of travellers have not.
    const isKnown = words[at + WORD_VERSION] === FORMAT_VERSION
    hold(isSame && isKnown && header.levels.length === levelCount, 'travellers')
    const sections = words.subarray(at + headerSizeBytes(levelCount) / 4)
    return { header, columns: keptColumns(header).map((column, k) => placedIn(column, offsets, sections[k])) }
  })
  const { travellers } = party
  const store = readStore(bytes, words, offsets)
  const ready = stillThere(bytes)
  return {
    travellers,
    ground,
    columnsOf: traveller => {
      ready()
      const { header, columns } = own[travellers.indexOf(traveller)]
      const terrain = packTerrain(gridOf(ground, traveller), header.directions as Directions)
      const opened = { ...assemble(header, withTables(header, viewsOf(columns, bytes), store), terrain), ready }
      validateColumns(opened)
      return opened
    },
  }
}

function readGround(packed: Uint8Array, width: number, height: number, names: readonly string[]): Grounds {
  const cellCount = width * height
  const isFitting = packed.length === aligned(packedGroundBytes(cellCount, names.length))
  hold(width > 0 && height > 0 && isFitting, 'grounds')
  return { width, height, groundOfCell: unpackedGrounds(packed, cellCount, names.length), names }
}

/** The tables of all travellers: the last two sections. */
function readStore(bytes: Uint8Array, words: Int32Array, offsets: readonly number[]): TableStore {
  const [ends, begin, end] = offsets.slice(-3)
  const [records, recordWords] = [words[PARTY_WORDS.records], words[PARTY_WORDS.recordWords]]
  const isFitting = begin - ends === aligned(4 * records) && end - begin === aligned(2 * recordWords)
  hold(offsets.length > 3 && records >= 0 && recordWords >= 0 && isFitting, 'records')
  return new TableStore(
    new Int32Array(bytes.buffer, bytes.byteOffset + ends, records),
    new Uint16Array(bytes.buffer, bytes.byteOffset + begin, recordWords),
  )
}

/** The columns of a traveller's atlas, of which the file has all but the tables. */
function withTables({ width, height, levels }: AtlasHeader, view: ViewOf, store: TableStore): ViewOf {
  const made = levels.map(({ tableWords }, level) => {
    hold(tableWords <= TABLE_WORDS_FLAT_MAX + TABLE_WORDS_A_CELL_MAX * width * height, 'tables')
    const rowOfRegion = view<Int32Array>('rowOfRegion', level)
    const recordOfRegion = view<Int32Array>('recordOfRegion', level)
    const scaleOfRegion = view<Int32Array>('scaleOfRegion', level)
    return store.tablesOf({ rowOfRegion, recordOfRegion, scaleOfRegion }, tableWords)
  })
  return <T>(name: string, level = NONE) => {
    if (name === 'tables') return made[level].tables as T
    return name === 'tableOfRegion' ? (made[level].tableOfRegion as T) : view<T>(name, level)
  }
}

/** Where each section begins, and after the last one where the file ends. */
function sectionOffsets(words: Int32Array, places: PartyPlaces, count: number, sizeBytes: number): number[] {
  const offsets = [places.firstSection]
  for (let section = 0; section < count; section++) {
    const units = words[places.directory / 4 + section]
    hold(units >= 0, 'sections')
    offsets.push(offsets[section] + units * ALIGNMENT_BYTES)
  }
  hold(offsets[count] === sizeBytes, 'sections')
  return offsets
}

function placedIn(column: PlacedColumn, offsets: readonly number[], section: number): PlacedColumn {
  const isThere = section > 0 && section < offsets.length - 1
  hold(isThere && offsets[section + 1] - offsets[section] === aligned(column.sizeBytes), 'sections')
  return { ...column, offsetBytes: offsets[section] }
}

/** The description is held to what the bake's own options are held to. */
function readAbout(bytes: Uint8Array): About {
  let party: About | undefined
  const isReadable = isSound(() => {
    const { grounds, travellers } = JSON.parse(new TextDecoder().decode(bytes.slice())) as About
    const options: Travellers = Object.fromEntries(
      travellers.map(({ name, costs, size, turn }) => [name, { costs, size, turn }]),
    )
    party = { grounds, travellers: travellersOf(options, grounds) }
  })
  hold(isReadable && party !== undefined, 'travellers')
  return party
}

function isSound(read: () => void): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
