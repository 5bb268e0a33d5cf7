/**
 * The bytes of an atlas -> columns: views, nothing copied. Damage is found here, once, by guards that
 * each say their own sentence; what only a forger can have written is held where it is read (hold.ts).
 */
import { IsthmusError } from '../base/errors.ts'
import type { Level } from '../base/ids.ts'
import type { Directions } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, Terrain } from '../map/terrain.ts'
import { isIntact } from './checksum.ts'
import type { AtlasColumns, AtlasLevel } from './columns.ts'
import { stillThere } from './file-memory.ts'
import { HEADER_RANGES } from './header-range.ts'
import { HUB_LEVEL_MAX, type HubSteps } from './hubs.ts'
import type { AtlasHeader, HubCounts, LevelCounts, PlacedColumn } from './layout.ts'
import {
  FORMAT_VERSION,
  FORMAT_VERSION_HUBS,
  FORMAT_VERSION_MANY_HUBS,
  HEADER_FIELDS,
  type HeaderField,
  headerSizeBytes,
  LEVEL_FIELDS,
  MAGIC,
  place,
  versionOf,
  WORD_CHECKSUM,
  WORD_LEVELS,
  WORD_VERSION,
  WORDS_A_LEVEL,
  wordOfHubs,
} from './layout.ts'
import { levelCountOf } from './levels.ts'
import { validateColumns } from './validate.ts'

const BAKE_AGAIN = 'Bake the map again.'

export function openColumns(bytes: Uint8Array): AtlasColumns {
  checkKind(bytes)
  // Views of 4-byte words need an aligned start; only bytes that lie at an odd place of their buffer are copied.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, Math.floor(aligned.length / 4))
  const header = readHeader(words)
  const { columns, sizeBytes } = place(header)
  if (bytes.length !== sizeBytes) {
    const how = bytes.length < sizeBytes ? 'It was cut short' : 'Something was added to it'
    throw damaged(`its header asks for ${sizeBytes} bytes, but it has ${bytes.length}. ${how}: copy or bake it again.`)
  }
  if (!isIntact(words, WORD_CHECKSUM)) {
    throw damaged('its checksum does not fit its content. Some bytes changed: copy or bake it again.')
  }
  const column = viewsOf(columns, aligned)
  const opened = { ...assemble(header, column), hubs: hubsIn(header, column), ready: stillThere(aligned) }
  validateColumns(opened)
  return opened
}

export function damaged(what: string): IsthmusError {
  return new IsthmusError('ATLAS_DAMAGED', `The atlas is damaged: ${what}`)
}

function checkKind(bytes: Uint8Array): void {
  if (!(bytes instanceof Uint8Array)) {
    throw new IsthmusError(
      'BAD_ARGUMENT',
      'An atlas is opened from a Uint8Array: wrap a buffer as new Uint8Array(buffer).',
    )
  }
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) {
    throw new IsthmusError(
      'ATLAS_VERSION',
      'An atlas is little-endian and this machine is big-endian: it cannot be opened here.',
    )
  }
  if (bytes.length === 0) throw new IsthmusError('NOT_AN_ATLAS', 'The atlas is empty: 0 bytes. Bake a map to make one.')
  const known = Math.min(bytes.length, MAGIC.length)
  for (let i = 0; i < known; i++) {
    if (bytes[i] !== MAGIC[i]) {
      throw new IsthmusError(
        'NOT_AN_ATLAS',
        'This is no atlas: it does not start with "ISTHMUS". Bake the map to make one.',
      )
    }
  }
  if (bytes.length < (WORD_VERSION + 1) * 4) throw damaged(`it ends after ${bytes.length} bytes. ${BAKE_AGAIN}`)
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(WORD_VERSION * 4, true)
  if (!VERSIONS.includes(version)) {
    throw new IsthmusError(
      'ATLAS_VERSION',
      `Atlas format ${version}; this reader knows ${VERSIONS.join(', ')}. ${BAKE_AGAIN}`,
    )
  }
  if (bytes.length < WORD_LEVELS * 4) throw damaged(`it ends after ${bytes.length} bytes. ${BAKE_AGAIN}`)
}

const VERSIONS = [FORMAT_VERSION, FORMAT_VERSION_HUBS, FORMAT_VERSION_MANY_HUBS]

type Fields = Record<HeaderField, number>

export function readHeader(words: Int32Array): AtlasHeader {
  const fields = {} as Fields
  for (const { name, word } of HEADER_FIELDS) fields[name] = words[word]
  const { width, height, directions } = fields
  for (const { name } of HEADER_FIELDS) {
    const [least, most] = HEADER_RANGES[name]
    if (fields[name] >= least && fields[name] <= most) continue
    if (name === 'width' || name === 'height') {
      throw damaged(`its map's size reads ${width} x ${height}. ${BAKE_AGAIN}`)
    }
    if (name !== 'levelCount') throw damaged(`its header makes no sense. ${BAKE_AGAIN}`)
  }
  if (directions !== 4 && directions !== 8) throw damaged(`its header makes no sense. ${BAKE_AGAIN}`)
  const levelCount = levelCountOf((width + BLOCK_MASK) >> BLOCK_SHIFT, (height + BLOCK_MASK) >> BLOCK_SHIFT)
  if (fields.levelCount !== levelCount) {
    throw damaged(`its header counts ${fields.levelCount} levels where there must be ${levelCount}. ${BAKE_AGAIN}`)
  }
  const hasHubs = fields.version !== FORMAT_VERSION
  if (words.length * 4 < headerSizeBytes(levelCount, hasHubs)) throw damaged(`it ends within its header. ${BAKE_AGAIN}`)
  const levels = Array.from({ length: levelCount }, (_, level) => readCounts(words, level))
  const header = { ...fields, levels, ...(hasHubs && { hubs: readHubCounts(words, levelCount) }) }
  if (fields.version !== versionOf(header)) throw damaged(`its header makes no sense. ${BAKE_AGAIN}`)
  return header
}

function readHubCounts(words: Int32Array, levelCount: number): HubCounts {
  const at = wordOfHubs(levelCount)
  const known = words[at]
  const gapBytes = words[at + 1]
  const level = words[at + 2]
  const isLevel = level >= 0 && level <= HUB_LEVEL_MAX && level < levelCount
  if (known < 0 || gapBytes < 0 || !isLevel) throw damaged(`the counts of its hubs make no sense. ${BAKE_AGAIN}`)
  return { known, gapBytes, level }
}

function readCounts(words: Int32Array, level: Level): LevelCounts {
  const at = WORD_LEVELS + level * WORDS_A_LEVEL
  const counts = {} as Record<(typeof LEVEL_FIELDS)[number], number>
  LEVEL_FIELDS.forEach((name, i) => {
    counts[name] = words[at + i]
    if (counts[name] < 0) throw damaged(`the counts of its level ${level} are negative. ${BAKE_AGAIN}`)
  })
  return counts
}

export type ViewOf = <T>(name: string, level?: Level) => T

/** The columns of a file where they are placed, by name. */
export function viewsOf(placed: PlacedColumn[], file: Uint8Array): ViewOf {
  const view = ({ type, offsetBytes, length }: PlacedColumn) => {
    const at = file.byteOffset + offsetBytes
    if (type === 'int32') return new Int32Array(file.buffer, at, length)
    return type === 'uint16' ? new Uint16Array(file.buffer, at, length) : new Uint8Array(file.buffer, at, length)
  }
  const byName = new Map(placed.map(column => [`${column.name}/${column.level}`, column]))
  return <T>(name: string, level = -1) => view(byName.get(`${name}/${level}`)!) as T
}

/** An atlas of these columns, without hubs; its terrain too, but where that is known from elsewhere. */
export function assemble(header: AtlasHeader, column: ViewOf, known?: Terrain): AtlasColumns {
  const { width, height, costMin } = header
  const directions = header.directions as Directions
  const terrain =
    known ??
    new Terrain(width, height, directions, costMin, column('rowBits'), column('costOfBlock'), column('costOfCell'))
  const levels = header.levels.map((counts, level): AtlasLevel => {
    const tables = column<Uint16Array>('tables', level)
    return {
      regionCount: counts.regions,
      entryCount: counts.entries,
      pairCount: counts.pairs,
      regionsOfBlock: column('regionsOfBlock', level),
      parentOfRegion: column('parentOfRegion', level),
      rowOfRegion: column('rowOfRegion', level),
      slots: column('slots', level),
      regionOfSide: column('regionOfSide', level),
      tableOfRegion: column('tableOfRegion', level),
      tables,
      tableBytes: new Uint8Array(tables.buffer, tables.byteOffset, tables.byteLength),
    }
  })
  const labels = {
    regionsOfBlock: levels[0].regionsOfBlock,
    firstPlaneOfBlock: column<Int32Array>('firstPlaneOfBlock'),
    planeBits: column<Int32Array>('planeBits'),
  }
  const landmarks = {
    count: header.landmarks,
    costToLandmark: column<Uint16Array>('costToLandmark'),
    shift: header.landmarkShift,
  }
  const islandOfRegion = column<Int32Array>('islandOfRegion')
  return { terrain, labels, islandCount: header.islands, islandOfRegion, landmarks, levels }
}

function hubsIn({ hubs }: AtlasHeader, column: ViewOf): HubSteps | undefined {
  return (
    hubs && {
      level: hubs.level,
      hubCountOfEntry: column('hubCountOfEntry'),
      hubGaps: column('hubGaps'),
      hubSteps: column('hubSteps'),
    }
  )
}
