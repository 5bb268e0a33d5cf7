/**
 * The sections of a world file: the description as text, the costs between stops, the approaches to stops, and the file of each
 * map's atlas, a part each. Every section starts on a cache line, so the atlases of a world are opened where they lie.
 *
 * The text is JSON in UTF-8: { maps, portals, places, origins } as bakeWorld takes them, the maps by their names. Costs are in
 * cell lengths: of each map in order, of each of its islands with stops in the order of its first stop, of each two of its stops
 * in the order of the higher, then the lower. Approaches, of each stop in that order: a shift, then what each entry of the map
 * costs to it, in units of 2^shift; 65535 where no way leads.
 */
import { type FileFormat, isOfFormat, magicOf } from '../base/section-file.ts'

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
