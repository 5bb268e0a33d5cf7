/**
 * The sections of a world file: the description as text, the costs between stops, the approaches to stops, and each
 * map's atlas file as a part of its own. Every section starts on a cache line, so atlases are opened in place.
 *
 * The text is JSON in UTF-8: { maps, portals, places, origins } as bakeWorld takes them, with maps by name. Costs are
 * in cell lengths, one for each pair of stops on an island. They are ordered by map, by the island's first stop, by the
 * higher stop, then by the lower. Approaches are in the same order of stops: a shift, then the cost of each entry of
 * the map to the stop, in units of 2^shift; 65535 without a way.
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

/** Whether these bytes begin like a world file. */
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
