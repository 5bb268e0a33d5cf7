/**
 * The one layout of the files of a tiled map beside its atlases: columns of numbers behind a header that says how long each
 * is, under one checksum. Which columns there are is the affair of each kind of file (seam-file.ts, crown-file.ts).
 */
import { checksum, isIntact } from '../atlas/checksum.ts'
import { WORD_CHECKSUM as CHECKSUM_OF_ATLAS } from '../atlas/layout.ts'
import { IsthmusError } from '../base/errors.ts'
import { checkArraySize } from '../base/memory.ts'

export type SectionType = 'int32' | 'uint16' | 'uint8' | 'float64'
export type Section = Int32Array | Uint16Array | Uint8Array | Float64Array
export interface ColumnOfType {
  int32: Int32Array
  uint16: Uint16Array
  uint8: Uint8Array
  float64: Float64Array
}

/** A kind of file: its magic of eight letters, its version, and the types of its columns by name. */
export interface SectionKind<Types extends Readonly<Record<string, SectionType>>> {
  readonly magic: string
  readonly version: number
  readonly types: Types
}

export type SectionsOf<Types extends Readonly<Record<string, SectionType>>> = {
  readonly [Name in keyof Types]: ColumnOfType[Types[Name]]
}

const ARRAY_OF = { int32: Int32Array, uint16: Uint16Array, uint8: Uint8Array, float64: Float64Array } as const
const WORD_VERSION = 2
const WORD_COUNT = 3
const WORD_CHECKSUM = 4
const WORD_LENGTHS = 6
const ALIGNMENT_BYTES = 64

export function writeSections<Types extends Readonly<Record<string, SectionType>>>(
  { magic, version, types }: SectionKind<Types>,
  columns: SectionsOf<Types>,
): Uint8Array<ArrayBuffer> {
  const names = Object.keys(types)
  const lengths = names.map(name => columns[name].length)
  const { offsets, sizeBytes } = placed(types, lengths)
  checkArraySize(sizeBytes, 'A file of a tiled map')
  const file = new Uint8Array(sizeBytes)
  const words = new Int32Array(file.buffer)
  file.set(new TextEncoder().encode(magic))
  words[WORD_VERSION] = version
  words[WORD_COUNT] = names.length
  words.set(lengths, WORD_LENGTHS)
  names.forEach((name, i) => {
    const { buffer, byteOffset, byteLength } = columns[name]
    file.set(new Uint8Array(buffer, byteOffset, byteLength), offsets[i])
  })
  words.set(checksum(words, WORD_CHECKSUM), WORD_CHECKSUM)
  return file
}

/** The columns of a file: views of `bytes`. `name` is that of the object, for whoever must mend it. */
export function readSections<Types extends Readonly<Record<string, SectionType>>>(
  { magic, version, types }: SectionKind<Types>,
  name: string,
  bytes: Uint8Array,
): SectionsOf<Types> {
  const own = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
  const names = Object.keys(types)
  const headerWords = WORD_LENGTHS + names.length
  if (own.length < 4 * headerWords || own.length % ALIGNMENT_BYTES !== 0) throw damaged(name, 'it was cut short')
  if (new TextDecoder().decode(own.subarray(0, magic.length)) !== magic) throw damaged(name, 'it is of another kind')
  const words = new Int32Array(own.buffer, own.byteOffset, own.length >> 2)
  if (words[WORD_VERSION] !== version)
    throw damaged(name, `it has version ${words[WORD_VERSION]}; this reader knows ${version}`)
  const lengths = names.map((_, i) => words[WORD_LENGTHS + i])
  if (words[WORD_COUNT] !== names.length || lengths.some(length => length < 0))
    throw damaged(name, 'its counts are off')
  const { offsets, sizeBytes } = placed(types, lengths)
  if (sizeBytes !== own.length) throw damaged(name, `its header asks for ${sizeBytes} bytes, but it has ${own.length}`)
  if (!isIntact(words, WORD_CHECKSUM)) throw damaged(name, 'its checksum does not fit its content')
  const columns = names.map((column, i) => [
    column,
    new ARRAY_OF[types[column]](own.buffer as ArrayBuffer, own.byteOffset + offsets[i], lengths[i]),
  ])
  return Object.fromEntries(columns)
}

function placed(types: Readonly<Record<string, SectionType>>, lengths: readonly number[]) {
  const names = Object.keys(types)
  let sizeBytes = aligned(4 * (WORD_LENGTHS + names.length))
  const offsets = names.map((name, i) => {
    const offset = sizeBytes
    sizeBytes += aligned(lengths[i] * ARRAY_OF[types[name]].BYTES_PER_ELEMENT)
    return offset
  })
  return { offsets, sizeBytes }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES
}

export function damaged(name: string, what: string): IsthmusError {
  return new IsthmusError('TILE_DAMAGED', `${name} is damaged: ${what}. Bake that tile again and join the plan.`)
}

export function missing(name: string, what = 'Bake that tile and join the plan.'): IsthmusError {
  return new IsthmusError('TILE_MISSING', `${name} is not there. ${what}`)
}

/** An atlas carries its digest in its header: its checksum. */
export function digestOfAtlas(atlas: Uint8Array): string {
  const words = new Int32Array(atlas.slice(0, 4 * (CHECKSUM_OF_ATLAS + 2)).buffer)
  return hexOfWords(words[CHECKSUM_OF_ATLAS], words[CHECKSUM_OF_ATLAS + 1])
}

/** 64 bits over any bytes, as 16 letters. */
export function digestOf(bytes: Uint8Array): string {
  const words = new Int32Array((bytes.length + 3) >> 2)
  new Uint8Array(words.buffer).set(bytes)
  return hexOf(checksum(words, -2), bytes.length)
}

/** The length has a say, so that zeros at the end have. */
function hexOf([low, high]: [number, number], length: number): string {
  return hexOfWords(low, high ^ Math.imul(length, 0x9e3779b1))
}

/** The two words of the digest in a file's name, low one first. */
export function wordsIn(name: string): [number, number] {
  const digest = /-([0-9a-f]{8})([0-9a-f]{8})\.\w+$/.exec(name)
  if (digest === null) throw damaged(name, 'its name has no digest')
  return [parseInt(digest[2], 16) | 0, parseInt(digest[1], 16) | 0]
}

export function hexOfWords(low: number, high: number): string {
  const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0')
  return hex(high) + hex(low)
}
