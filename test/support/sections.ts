/** Sections of a file, as its own table places them, for tests that change bytes and mend the checksum. */
import { ATLAS } from '../../src/atlas/layout.ts'
import { checksum } from '../../src/base/checksum.ts'
import { type FileFormat, openSections, type PlacedSection, WORD_CHECKSUM } from '../../src/base/section-file.ts'

export function sectionsIn(bytes: Uint8Array, kind: FileFormat = ATLAS): readonly PlacedSection[] {
  return openSections(kind, bytes).rows
}

export function sectionIn(bytes: Uint8Array, name: string, level = -1, kind: FileFormat = ATLAS): PlacedSection {
  return openSections(kind, bytes).find(name, level)!
}

/** The same bytes, with a checksum that fits them. */
export function sealed<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
  words.set(checksum(words, WORD_CHECKSUM), WORD_CHECKSUM)
  return bytes
}
