/**
 * Maps that change: an atlas's bytes, and edits from there on.
 */
import { openColumns } from './atlas/open.ts'
import { readJournal } from './live/journal.ts'
import { LiveMap } from './live/live-map.ts'
import { Store } from './live/store.ts'

/** Opens an atlas to be changed, and takes what its journal says; the bytes of both stay as they are. */
export function openLive(file: Uint8Array, journal?: Uint8Array): LiveMap {
  const columns = openColumns(file)
  const { width, height } = columns.terrain
  return new LiveMap(new Store(columns), readJournal(file, width, height, journal))
}

export type { Area, Change } from './live/area.ts'
export type { LiveFinder } from './live/live-finder.ts'
export type { LiveMap } from './live/live-map.ts'
export type { View } from './live/view.ts'
