/**
 * An opened file of travellers: who they are, the ground they share, and the columns of each, made when they are asked for.
 * Each traveller is a part of the file, an atlas without its terrain, which follows from the grounds.
 */
import { type FileFormat, isOfFormat, magicOf } from '../base/section-file.ts'
import type { Grounds } from '../map/grounds.ts'
import type { Traveller } from '../map/traveller.ts'
import type { AtlasColumns } from './columns.ts'
import { ATLAS, type AtlasCounts, type Column, columnsOf } from './layout.ts'

/** The magic differs in a letter from that of an atlas. */
export const TRAVELLERS_FILE: FileFormat = { ...ATLAS, magic: magicOf('ISTHMUT\n'), noun: 'atlas of travellers' }

export interface TravellersFile {
  readonly travellers: readonly Traveller[]
  readonly ground: Grounds
  columnsOf(traveller: Traveller): AtlasColumns
}

/** Whether these bytes begin as a file of travellers does. */
export function isTravellersFile(bytes: Uint8Array): boolean {
  return isOfFormat(TRAVELLERS_FILE, bytes)
}

/** Whether these bytes begin as an atlas does, of one unit or of travellers: damaged or of another version, it still is one. */
export function isAtlas(bytes: Uint8Array): boolean {
  return isOfFormat(ATLAS, bytes) || isTravellersFile(bytes)
}

/** Columns of a terrain: they follow from the grounds. */
const OF_TERRAIN = ['rowBits', 'costOfBlock', 'costOfCell']

/** Instead of a level's tables, which all travellers share (travellers-tables.ts): a number for each region of the level. */
const INSTEAD_OF: Readonly<Record<string, string>> = { tableOfRegion: 'recordOfRegion', tables: 'scaleOfRegion' }

/** The sections of one traveller. */
export function keptColumns(counts: AtlasCounts): Column[] {
  const kept = columnsOf(counts).filter(({ name }) => !OF_TERRAIN.includes(name))
  return kept.map(column => {
    if (!Object.hasOwn(INSTEAD_OF, column.name)) return column
    return { ...column, name: INSTEAD_OF[column.name], type: 'int32', length: counts.levels[column.level].regions }
  })
}
