/**
 * The one layout of all files that isthmus writes: a header of 64 bytes, a table with a row for each section, then the sections.
 * A section is a typed array with a name. If a file needs them, it has a part (a traveller, a map of a world) and a level. The
 * file is the memory: a reader checks the table once and lays views over the sections. FORMAT.md describes the bytes.
 */
import { checksumming, isIntact } from './checksum.ts'
import { type ErrorCode, IsthmusError } from './errors.ts'
import { refuse } from './given.ts'
import { allocatePrivate, checkArraySize } from './memory.ts'
import { NONE } from './none.ts'
import { copying, type Work } from './work.ts'

/** The header's words of 4 bytes, behind a magic of two. */
const WORD_VERSION = 2
export const WORD_SECTIONS = 3
/** Two words, low and high. */
export const WORD_CHECKSUM = 10
export const HEADER_WORDS = 16
/** Words of a row: a name of 28 bytes in ASCII, then these. */
export const WORDS_A_ROW = 12
const NAME_WORDS = 7
/** Each section starts on a cache line. */
const ALIGNMENT_BYTES = 64

/** The types of sections, by their numbers in a row. */
const ARRAYS = { uint8: Uint8Array, uint16: Uint16Array, int32: Int32Array, float64: Float64Array } as const
export const SECTION_TYPES = ['uint8', 'uint16', 'int32', 'float64'] as const
export type SectionType = (typeof SECTION_TYPES)[number]
export interface ArrayOfType {
  uint8: Uint8Array
  uint16: Uint16Array
  int32: Int32Array
  float64: Float64Array
}
type Numbers = ArrayOfType[SectionType]

/** A kind of file. */
export interface FileFormat {
  /** Eight bytes. */
  readonly magic: Uint8Array
  readonly version: number
  /** The name in errors, and what mends the file. */
  readonly noun: string
  readonly remedy: string
  readonly codes: { readonly none: ErrorCode; readonly version: ErrorCode; readonly damaged: ErrorCode }
}

interface Named {
  readonly name: string
  /** NONE for sections that belong to no level. */
  readonly level: number
  readonly part: number
}

export interface Section extends Named {
  /** Sections of one array lie in the file once. */
  readonly data: Numbers
}

export interface PlacedSection extends Named {
  readonly type: SectionType
  readonly length: number
  readonly offsetBytes: number
  readonly sizeBytes: number
}

export function magicOf(letters: string): Uint8Array {
  return Uint8Array.from(letters, letter => letter.charCodeAt(0))
}

export function isOfFormat({ magic }: FileFormat, bytes: unknown): boolean {
  return bytes instanceof Uint8Array && magic.every((byte, i) => bytes[i] === byte)
}

export function damagedFile({ noun, codes }: FileFormat, what: string): IsthmusError {
  return new IsthmusError(codes.damaged, `The ${noun} is damaged: ${what}`)
}

export function bytesOfType(type: SectionType): number {
  return ARRAYS[type].BYTES_PER_ELEMENT
}

export function fileSizeBytes(sizesBytes: readonly number[]): number {
  return sizesBytes.reduce((sum, size) => sum + aligned(size), tableEndBytes(sizesBytes.length))
}

export function* writingSections(kind: FileFormat, sections: readonly Section[]): Work<Uint8Array<ArrayBuffer>> {
  const distinct = [...new Set(sections.map(({ data }) => data))]
  const offsetOf = new Map<Numbers, number>()
  let sizeBytes = tableEndBytes(sections.length)
  for (const data of distinct) {
    offsetOf.set(data, sizeBytes)
    sizeBytes += aligned(data.byteLength)
  }
  checkArraySize(sizeBytes, `The ${kind.noun}`)
  const file = new Uint8Array(allocatePrivate(sizeBytes) as ArrayBuffer)
  const words = new Int32Array(file.buffer)
  file.set(kind.magic)
  words[WORD_VERSION] = kind.version
  words[WORD_SECTIONS] = sections.length
  sections.forEach(({ name, part, level, data }, i) => {
    const row = HEADER_WORDS + WORDS_A_ROW * i
    file.set(magicOf(name), 4 * row)
    const type = SECTION_TYPES.findIndex(one => data instanceof ARRAYS[one])
    words.set([part, level, type, offsetOf.get(data)! / ALIGNMENT_BYTES, data.length], row + NAME_WORDS)
  })
  for (const data of distinct) {
    yield* copying(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), file, offsetOf.get(data)!)
  }
  words.set(yield* checksumming(words, WORD_CHECKSUM), WORD_CHECKSUM)
  return file
}

export class SectionFile {
  /** Aligned. */
  readonly bytes: Uint8Array
  readonly rows: readonly PlacedSection[]
  readonly format: FileFormat
  readonly rowOfName: ReadonlyMap<string, PlacedSection>

  constructor(format: FileFormat, bytes: Uint8Array) {
    this.format = format
    this.bytes = bytes
    this.rows = rowsIn(bytes)
    this.rowOfName = new Map(this.rows.map(row => [keyOf(row.name, row.level, row.part), row]))
  }

  /** The row of a section; undefined where there is none. */
  find(name: string, level = NONE, part = 0): PlacedSection | undefined {
    return this.rowOfName.get(keyOf(name, level, part))
  }

  view({ type, offsetBytes, length }: PlacedSection): Numbers {
    return new ARRAYS[type](this.bytes.buffer as ArrayBuffer, this.bytes.byteOffset + offsetBytes, length)
  }
}

/** A view of a section; throws if a file from outside has no such section of this type. */
export function sectionOf<Type extends SectionType>(
  file: SectionFile,
  name: string,
  type: Type,
  level = NONE,
  part = 0,
): ArrayOfType[Type] {
  const row = file.find(name, level, part)
  if (row?.type !== type) throw wrongFile(file.format, `it has no section '${name}' (${type})`)
  return file.view(row) as ArrayOfType[Type]
}

export function wrongFile(format: FileFormat, what: string): IsthmusError {
  return damagedFile(format, `${what}. ${format.remedy}`)
}

/** Opens a file from a trusted source: finds damage, but not forgery. */
export function openOwnSections(format: FileFormat, given: Uint8Array): SectionFile {
  const { noun, codes } = format
  if (!isOfFormat(format, given)) throw new IsthmusError(codes.none, `This is no ${noun}.`)
  const bytes = alignedBytes(given)
  const words = wordsOf(bytes)
  const version = words[WORD_VERSION]
  if (version !== format.version) throw otherVersion(format, version)
  if (!isIntact(words, WORD_CHECKSUM)) throw damagedFile(format, format.remedy)
  return new SectionFile(format, bytes)
}

/** Opens a file from an untrusted source: checks everything except the content of the sections. */
export function openSections(format: FileFormat, given: Uint8Array): SectionFile {
  checkHead(format, given)
  const bytes = alignedBytes(given)
  const words = wordsOf(bytes)
  const count = words[WORD_SECTIONS]
  const wrong = (what: string) => wrongFile(format, what)
  if (count < 0 || tableEndBytes(count) > bytes.length) throw wrong('it ends within its table of sections')
  const file = new SectionFile(format, bytes)
  let sizeBytes = tableEndBytes(count)
  for (const { type, part, level, offsetBytes, sizeBytes: own } of file.rows) {
    const isSound = type !== undefined && part >= 0 && level >= NONE && offsetBytes >= tableEndBytes(count)
    if (!isSound) throw wrong('its table of sections makes no sense')
    sizeBytes = Math.max(sizeBytes, offsetBytes + aligned(own))
  }
  if (bytes.length !== sizeBytes) {
    const how = bytes.length < sizeBytes ? 'It was cut short' : 'Something was added to it'
    throw wrong(`its table asks for ${sizeBytes} bytes, but it has ${bytes.length}. ${how}`)
  }
  if (!isIntact(words, WORD_CHECKSUM)) throw wrong('its checksum does not fit its content. Some bytes changed')
  if (file.rowOfName.size < count) throw wrong('its table names a section twice')
  return file
}

/** Views of numbers need an aligned start; bytes that do not start at a multiple of 8 are copied. */
function alignedBytes(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
}

function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
}

function otherVersion({ noun, version, codes, remedy }: FileFormat, found: number): IsthmusError {
  const what = `${noun[0].toUpperCase()}${noun.slice(1)} format ${found}; this reader knows ${version}`
  return new IsthmusError(codes.version, `${what}. ${remedy}`)
}

function checkHead(format: FileFormat, bytes: Uint8Array): void {
  const { magic, noun, remedy, codes, version } = format
  if (!(bytes instanceof Uint8Array)) {
    const what = `A file of this kind (${noun}) is opened from a Uint8Array`
    refuse(`${what}: wrap a buffer as new Uint8Array(buffer).`)
  }
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) {
    throw new IsthmusError(
      codes.version,
      'Files are little-endian and this machine is big-endian: it cannot open them.',
    )
  }
  if (bytes.length === 0) throw new IsthmusError(codes.none, `The ${noun} is empty: 0 bytes. ${remedy}`)
  if (magic.some((byte, i) => i < bytes.length && bytes[i] !== byte)) {
    const start = String.fromCharCode(...magic.subarray(0, 7))
    throw new IsthmusError(
      codes.none,
      `This is no ${noun}: it does not start with "${start}". Give a file that a bake wrote.`,
    )
  }
  // An error is made only to be thrown: a join opens thousands of files.
  if (bytes.length > 4 * WORD_VERSION + 3) {
    const found = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4 * WORD_VERSION, true)
    if (found !== version) throw otherVersion(format, found)
  }
  if (bytes.length < 4 * HEADER_WORDS) throw damagedFile(format, `it ends after ${bytes.length} bytes. ${remedy}`)
}

/** The rows of the table, unchecked. */
function rowsIn(bytes: Uint8Array): PlacedSection[] {
  const words = wordsOf(bytes)
  return Array.from({ length: words[WORD_SECTIONS] }, (_, i) => {
    const at = HEADER_WORDS + WORDS_A_ROW * i
    const end = at + NAME_WORDS
    let name = ''
    for (let byte = 4 * at; byte < 4 * end && bytes[byte] > 0; byte++) name += String.fromCharCode(bytes[byte])
    const type = SECTION_TYPES[words[end + 2]]
    const offsetBytes = words[end + 3] * ALIGNMENT_BYTES
    const length = words[end + 4] >>> 0
    const sizeBytes = length * (ARRAYS[type]?.BYTES_PER_ELEMENT ?? 0)
    return { name, part: words[end], level: words[end + 1], type, length, offsetBytes, sizeBytes }
  })
}

function keyOf(name: string, level: number, part: number): string {
  return `${part}/${level}/${name}`
}

function tableEndBytes(sections: number): number {
  return aligned(4 * (HEADER_WORDS + WORDS_A_ROW * sections))
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
}
