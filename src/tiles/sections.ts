/**
 * The files of a tiled map other than its atlases: sections in the layout of all files (base/section-file.ts). Each
 * kind of file declares its columns (seams.ts, seam-costs.ts, crown-file.ts).
 */
import { checksum } from '../base/checksum.ts'
import { IsthmusError } from '../base/errors.ts'
import { NONE } from '../base/none.ts'
import {
  type ArrayOfType,
  type FileFormat,
  openSections,
  type Section,
  type SectionFile,
  type SectionType,
  sectionOf,
  WORD_CHECKSUM,
  writingSections,
  wrongFile,
} from '../base/section-file.ts'
import { finish } from '../base/work.ts'

/** The type of a column or, for a section of whole numbers from 0 on, the names of its numbers. */
type ColumnType = SectionType | readonly string[]
type ColumnTypes = Readonly<Record<string, ColumnType>>

/** A kind of file: its magic of eight bytes, its version, and the types of its columns by name. */
interface SectionKind<Types extends ColumnTypes> {
  readonly magic: Uint8Array
  readonly version: number
  readonly types: Types
}

type ColumnOf<Type extends ColumnType> = Type extends SectionType
  ? ArrayOfType[Type]
  : Readonly<Record<Extract<Type, readonly string[]>[number], number>>

export type SectionsOf<Types extends ColumnTypes> = {
  readonly [Name in keyof Types]: ColumnOf<Types[Name]>
}

export function writeSections<Types extends ColumnTypes, LevelTypes extends ColumnTypes = Types>(
  kind: SectionKind<Types>,
  columns: SectionsOf<Types>,
  levelTypes?: LevelTypes,
  levels: readonly SectionsOf<LevelTypes>[] = [],
): Uint8Array<ArrayBuffer> {
  const sections = [
    ...sectionsFrom(kind.types, columns, NONE),
    ...levels.flatMap((of, level) => sectionsFrom(levelTypes!, of, level)),
  ]
  return finish(writingSections(fileKindOf(kind, 'file of a tiled map'), sections))
}

function sectionsFrom<Types extends ColumnTypes>(types: Types, columns: SectionsOf<Types>, level: number): Section[] {
  return Object.entries(types).map(([name, type]) => {
    const column = columns[name]
    const facts = column as Readonly<Record<string, number>>
    const data = typeof type === 'string' ? column : Int32Array.from(type, fact => facts[fact])
    return { name, level, part: 0, data: data as Section['data'] }
  })
}

/** The columns of a file: views of `bytes`. Error messages show `name`. */
export function readSections<Types extends ColumnTypes>(
  kind: SectionKind<Types>,
  name: string,
  bytes: Uint8Array,
): SectionsOf<Types> {
  return columnsIn(openFile(kind, name, bytes), kind.types)
}

export function openFile(kind: SectionKind<ColumnTypes>, name: string, bytes: Uint8Array): SectionFile {
  return openSections(fileKindOf(kind, name), bytes)
}

export function columnsIn<Types extends ColumnTypes>(file: SectionFile, types: Types, level = NONE): SectionsOf<Types> {
  const columns = Object.entries(types).map(([name, type]) => {
    if (typeof type === 'string') return [name, sectionOf(file, name, type, level)]
    const facts = sectionOf(file, name, 'int32', level)
    const isSound = facts.length === type.length && facts.every(fact => fact >= 0)
    if (!isSound) throw wrongFile(file.format, 'its facts make no sense')
    return [name, Object.fromEntries(type.map((fact, i) => [fact, facts[i]]))]
  })
  return Object.fromEntries(columns)
}

function fileKindOf({ magic, version }: SectionKind<ColumnTypes>, noun: string): FileFormat {
  const codes = { none: 'TILE_DAMAGED', version: 'TILE_DAMAGED', damaged: 'TILE_DAMAGED' } as const
  return { magic, version, noun, remedy: REMEDY, codes }
}

const REMEDY = 'Bake that tile again and join the plan.'

export function damaged(name: string, what: string): IsthmusError {
  return new IsthmusError('TILE_DAMAGED', `${name} is damaged: ${what}. ${REMEDY}`)
}

export function missing(name: string, what = 'Bake that tile and join the plan.'): IsthmusError {
  return new IsthmusError('TILE_MISSING', `${name} is not there. ${what}`)
}

/** The digest of an atlas is the checksum in its header. */
export function digestOfAtlas(atlas: Uint8Array): string {
  const words = new Int32Array(WORD_CHECKSUM + 2)
  new Uint8Array(words.buffer).set(atlas.subarray(0, words.byteLength))
  return hexOfWords(words[WORD_CHECKSUM], words[WORD_CHECKSUM + 1])
}

/** A digest of 64 bits over any bytes, as 16 letters. The length is mixed in, so that zeros at the end change it. */
export function digestOf(bytes: Uint8Array): string {
  const words = new Int32Array((bytes.length + 3) >> 2)
  new Uint8Array(words.buffer).set(bytes)
  const [low, high] = checksum(words, -2)
  return hexOfWords(low, high ^ Math.imul(bytes.length, 0x9e3779b1))
}

/** The two words of the digest in a file's name, low one first. */
export function wordsIn(name: string): [number, number] {
  const [, high, low] = /-([0-9a-f]{8})([0-9a-f]{8})\.\w+$/.exec(name)!
  return [parseInt(low, 16) | 0, parseInt(high, 16) | 0]
}

export function hexOfWords(low: number, high: number): string {
  const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0')
  return hex(high) + hex(low)
}

/** Runs code that may detect forged content, and names the file in the error. */
export function blaming<T>(name: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof IsthmusError && error.code === 'ATLAS_DAMAGED')
      throw damaged(name, 'its numbers make no sense')
    throw error
  }
}
