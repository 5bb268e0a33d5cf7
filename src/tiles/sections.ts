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
  type SectionFile,
  type SectionType,
  sectionOf,
  WORD_CHECKSUM,
  writingSections,
} from '../base/section-file.ts'
import { finish } from '../base/work.ts'

export type Section = ArrayOfType[SectionType]

type ColumnTypes = Readonly<Record<string, SectionType>>

/** A kind of file: its magic of eight bytes, its version, and the types of its columns by name. */
export interface SectionKind<Types extends ColumnTypes> {
  readonly magic: Uint8Array
  readonly version: number
  readonly types: Types
}

export type SectionsOf<Types extends ColumnTypes> = {
  readonly [Name in keyof Types]: ArrayOfType[Types[Name]]
}

export function writeSections<Types extends ColumnTypes>(
  kind: SectionKind<Types>,
  columns: SectionsOf<Types>,
  levels: readonly Readonly<Record<string, Section>>[] = [],
): Uint8Array<ArrayBuffer> {
  const rowsOf = (of: Readonly<Record<string, Section>>, names: readonly string[], level: number) =>
    names.map(name => ({ name, level, part: 0, data: of[name] }))
  const sections = [
    ...rowsOf(columns, Object.keys(kind.types), NONE),
    ...levels.flatMap((of, level) => rowsOf(of, Object.keys(of), level)),
  ]
  return finish(writingSections(fileKindOf(kind, 'file of a tiled map'), sections))
}

/** The columns of a file: views of `bytes`. Error messages show `name`. */
export function readSections<Types extends ColumnTypes>(
  kind: SectionKind<Types>,
  name: string,
  bytes: Uint8Array,
): SectionsOf<Types> {
  return columnsIn(openSections(fileKindOf(kind, name), bytes), kind.types, NONE)
}

/** As `readSections`, and the columns of each level. */
export function readLevels<Types extends ColumnTypes, LevelTypes extends ColumnTypes>(
  kind: SectionKind<Types>,
  levelTypes: LevelTypes,
  name: string,
  bytes: Uint8Array,
) {
  const file = openSections(fileKindOf(kind, name), bytes)
  return {
    columns: columnsIn(file, kind.types, NONE),
    levelAt: (level: number) => columnsIn(file, levelTypes, level),
  }
}

function columnsIn<Types extends ColumnTypes>(file: SectionFile, types: Types, level: number): SectionsOf<Types> {
  const columns = Object.keys(types).map(column => [column, sectionOf(file, column, types[column], level)])
  return Object.fromEntries(columns)
}

function fileKindOf({ magic, version }: Pick<SectionKind<never>, 'magic' | 'version'>, noun: string): FileFormat {
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
