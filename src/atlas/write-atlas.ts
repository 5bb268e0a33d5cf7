/**
 * Columns -> the bytes of an atlas.
 */
import { allocatePrivate, checkArraySize } from '../base/memory.ts'
import { copying, finish, type Work } from '../base/work.ts'
import { checksumming } from './checksum.ts'
import type { AtlasColumns } from './columns.ts'
import { columnOf, headerOf } from './columns.ts'
import {
  HEADER_FIELDS,
  LEVEL_FIELDS,
  MAGIC,
  place,
  versionOf,
  WORD_CHECKSUM,
  WORD_LEVELS,
  WORDS_A_LEVEL,
  wordOfHubs,
} from './layout.ts'

export function writeAtlas(columns: AtlasColumns): Uint8Array<ArrayBuffer> {
  return finish(writing(columns))
}

export function* writing(columns: AtlasColumns): Work<Uint8Array<ArrayBuffer>> {
  const header = headerOf(columns)
  const { columns: placed, sizeBytes } = place(header)
  checkArraySize(sizeBytes, 'The atlas')
  const file = new Uint8Array(allocatePrivate(sizeBytes) as ArrayBuffer)
  const words = new Int32Array(file.buffer)
  file.set(MAGIC)
  const { hubs } = header
  const levelCount = header.levels.length
  const fields = { ...header, version: versionOf(header), levelCount }
  for (const { name, word } of HEADER_FIELDS) words[word] = fields[name]
  header.levels.forEach((counts, level) => {
    LEVEL_FIELDS.forEach((name, i) => {
      words[WORD_LEVELS + level * WORDS_A_LEVEL + i] = counts[name]
    })
  })
  if (hubs) words.set([hubs.known, hubs.gapBytes, hubs.level], wordOfHubs(levelCount))
  for (const { name, level, offsetBytes } of placed) {
    const column = columnOf(columns, name, level)
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
    yield* copying(bytes, file, offsetBytes)
  }
  words.set(yield* checksumming(words, WORD_CHECKSUM), WORD_CHECKSUM)
  return file
}
