/**
 * The bytes of an atlas of one's own -> columns, for pages that must be small: what was damaged on its way is found by the
 * checksum, what a stranger has forged is not. open-columns.ts takes no file on trust and says what is wrong with it.
 */
import { IsthmusError } from '../base/errors.ts'
import { isIntact } from './checksum.ts'
import type { AtlasColumns } from './columns.ts'
import { stillThere } from './file-memory.ts'
import {
  type AtlasHeader,
  FORMAT_VERSION,
  HEADER_FIELDS,
  LEVEL_FIELDS,
  MAGIC,
  place,
  WORD_CHECKSUM,
  WORD_LEVELS,
  WORD_VERSION,
  WORDS_A_LEVEL,
} from './layout.ts'
import { assemble, viewsOf } from './open-columns.ts'

export function openOwnColumns(bytes: Uint8Array): AtlasColumns {
  if (!MAGIC.every((byte, i) => bytes[i] === byte)) throw new IsthmusError('NOT_AN_ATLAS', 'This is no atlas.')
  // Views of 4-byte words need an aligned start; only bytes that lie at an odd place of their buffer are copied.
  const file = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const words = new Int32Array(file.buffer, file.byteOffset, file.length >> 2)
  if (words[WORD_VERSION] !== FORMAT_VERSION)
    throw new IsthmusError('ATLAS_VERSION', `Atlas format ${words[WORD_VERSION]}; this reader knows ${FORMAT_VERSION}.`)
  if (!isIntact(words, WORD_CHECKSUM))
    throw new IsthmusError('ATLAS_DAMAGED', 'The atlas is damaged: copy or bake it again.')
  const header = headerIn(words)
  return { ...assemble(header, viewsOf(place(header).columns, file)), ready: stillThere(file) }
}

function headerIn(words: Int32Array): AtlasHeader {
  const fields = Object.fromEntries(HEADER_FIELDS.map(({ name, word }) => [name, words[word]]))
  const levels = Array.from({ length: fields.levelCount }, (_, level) =>
    Object.fromEntries(LEVEL_FIELDS.map((name, i) => [name, words[WORD_LEVELS + level * WORDS_A_LEVEL + i]])),
  )
  return { ...fields, levels } as unknown as AtlasHeader
}
