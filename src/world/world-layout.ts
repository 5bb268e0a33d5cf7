/**
 * The sections of a world file: the description as text, the costs between stops, the approaches to stops, and the file of each
 * map's atlas, a part each. Every section starts on a cache line, so the atlases of a world are opened where they lie.
 *
 * The text is JSON in UTF-8: { maps, portals, places, origins } as bakeWorld takes them, the maps by their names. Costs are in
 * cell lengths: of each map in order, of each of its islands with stops in the order of its first stop, of each two of its stops
 * in the order of the higher, then the lower. Approaches, of each stop in that order: a shift, then what each entry of the map
 * costs to it, in units of 2^shift; 65535 where no way leads.
 */
import { NONE } from '../base/none.ts'
import { type FileFormat, isOfFormat, magicOf, type Section, writingSections } from '../base/section-file.ts'
import type { Work } from '../base/work.ts'
import type { WorldText } from './plan.ts'

export const WORLD: FileFormat = {
  magic: magicOf('ISTWRLD\n'),
  version: 2,
  noun: 'world',
  remedy: 'Copy the file or bake the world again.',
  codes: { none: 'NOT_A_WORLD', version: 'WORLD_VERSION', damaged: 'WORLD_DAMAGED' },
}

/** Whether these bytes begin as a world does. */
export function isWorld(bytes: Uint8Array): boolean {
  return isOfFormat(WORLD, bytes)
}

export function writeWorld(
  text: WorldText,
  costs: Float64Array,
  approaches: readonly Uint16Array[],
  atlases: readonly Uint8Array[],
): Work<Uint8Array<ArrayBuffer>> {
  const joined = new Uint16Array(approaches.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const approach of approaches) {
    joined.set(approach, at)
    at += approach.length
  }
  const section = (name: string, data: Section['data'], part = 0): Section => ({ name, level: NONE, part, data })
  return writingSections(WORLD, [
    section('text', new TextEncoder().encode(JSON.stringify(text))),
    section('costs', costs),
    section('approaches', joined),
    ...atlases.map((atlas, map) => section('atlas', atlas, map)),
  ])
}
