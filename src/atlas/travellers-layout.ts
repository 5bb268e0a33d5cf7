/**
 * The layout of a file of several travellers (TRAVELLERS.md): the grounds, once; who the travellers are; and for each of
 * them an atlas without its terrain, which follows from the grounds. Columns that are equal to the byte stand there once:
 * the file is a row of **sections**, and each traveller lists which of them its columns are. Its tables are in a store that all
 * of them share (travellers-tables.ts): the last two sections.
 */
import { NONE } from '../base/none.ts'
import { type AtlasHeader, aligned, headerSizeBytes, type PlacedColumn, place } from './layout.ts'

/** Differs from that of a plain atlas in one letter: "ISTHMUT". */
export const PARTY_MAGIC = Uint8Array.of(0x49, 0x53, 0x54, 0x48, 0x4d, 0x55, 0x54, 0x0a)
export const PARTY_VERSION = 2

/** The header's words of 4 bytes, by their places. */
export const PARTY_WORDS = {
  version: 2,
  width: 3,
  height: 4,
  directions: 5,
  about: 6,
  travellers: 7,
  sections: 8,
  levels: 9,
  checksum: 10,
  records: 12,
  recordWords: 13,
} as const
export const PARTY_HEADER_BYTES = 64

/** Whether these bytes begin as a file of travellers does. */
export function isParty(bytes: Uint8Array): boolean {
  return bytes instanceof Uint8Array && PARTY_MAGIC.every((byte, i) => bytes[i] === byte)
}

/** Of a terrain; they follow from the grounds. */
const OF_TERRAIN = ['rowBits', 'costOfBlock', 'costOfCell']

/** In place of a level's tables and where they begin, each of as many words as the level has regions. */
const INSTEAD_OF: Readonly<Record<string, string>> = { tableOfRegion: 'recordOfRegion', tables: 'scaleOfRegion' }

/** The columns that a traveller keeps: those of its atlas, at their places there, but for what stands in place of tables. */
export function keptColumns(header: AtlasHeader): PlacedColumn[] {
  const kept = place(header).columns.filter(({ name }) => !OF_TERRAIN.includes(name))
  return kept.map(column => {
    if (column.level === NONE || !Object.hasOwn(INSTEAD_OF, column.name)) return column
    const { regions } = header.levels[column.level]
    return { ...column, name: INSTEAD_OF[column.name], type: 'int32', length: regions, sizeBytes: 4 * regions }
  })
}

export interface PartyPlaces {
  readonly aboutBytes: number
  /** A word a section: its length in units of 64 bytes. */
  readonly directory: number
  /** Per traveller the header of its atlas, then a word for each of its columns: the section that it is. */
  readonly firstTraveller: number
  readonly travellerBytes: number
  readonly firstSection: number
}

/** Where everything before the sections lies. */
export function partyPlaces(
  aboutBytes: number,
  sections: number,
  travellers: number,
  levels: number,
  kept: number,
): PartyPlaces {
  const directory = PARTY_HEADER_BYTES + aligned(aboutBytes)
  const firstTraveller = directory + aligned(4 * sections)
  const travellerBytes = headerSizeBytes(levels) + aligned(4 * kept)
  return {
    aboutBytes,
    directory,
    firstTraveller,
    travellerBytes,
    firstSection: firstTraveller + travellers * travellerBytes,
  }
}
