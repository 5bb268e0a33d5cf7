/**
 * Columns -> the bytes of an atlas.
 */
import { allocatePrivate, checkArraySize } from '../base/memory.ts'
import { checksum } from './checksum.ts'
import type { AtlasColumns } from './columns.ts'
import { columnOf, headerOf } from './columns.ts'
import {
  FORMAT_VERSION,
  MAGIC,
  place,
  WORD_CHECKSUM,
  WORD_COST_MIN,
  WORD_DIRECTIONS,
  WORD_HEIGHT,
  WORD_IS_UNIFORM,
  WORD_LANDMARK_SHIFT,
  WORD_LANDMARKS,
  WORD_LEVEL_COUNT,
  WORD_LEVELS,
  WORD_PLANE_COUNT,
  WORD_VERSION,
  WORD_WIDTH,
  WORDS_A_LEVEL,
} from './layout.ts'

export function writeAtlas(columns: AtlasColumns): Uint8Array<ArrayBuffer> {
  const header = headerOf(columns)
  const { columns: placed, sizeBytes } = place(header)
  checkArraySize(sizeBytes, 'The atlas')
  const file = new Uint8Array(allocatePrivate(sizeBytes) as ArrayBuffer)
  const words = new Int32Array(file.buffer)
  file.set(MAGIC)
  words[WORD_VERSION] = FORMAT_VERSION
  words[WORD_WIDTH] = header.width
  words[WORD_HEIGHT] = header.height
  words[WORD_DIRECTIONS] = header.directions
  words[WORD_COST_MIN] = header.costMin
  words[WORD_IS_UNIFORM] = header.isUniform ? 1 : 0
  words[WORD_LEVEL_COUNT] = header.levels.length
  words[WORD_PLANE_COUNT] = header.planes
  words[WORD_LANDMARK_SHIFT] = header.landmarkShift
  words[WORD_LANDMARKS] = header.landmarks
  header.levels.forEach((counts, level) => {
    words.set([counts.regions, counts.entries, counts.pairs, counts.tableWords], WORD_LEVELS + level * WORDS_A_LEVEL)
  })
  for (const { name, level, offsetBytes } of placed) {
    const column = columnOf(columns, name, level)
    file.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offsetBytes)
  }
  words.set(checksum(words, WORD_CHECKSUM), WORD_CHECKSUM)
  return file
}
