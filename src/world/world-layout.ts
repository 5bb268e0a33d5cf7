/**
 * The layout of a world file: a header of 64 bytes, the sizes of the maps' atlases, the description as text, the costs
 * between stops, the approaches to stops, then the atlases themselves. Each part starts on a cache line, so that the
 * atlases in a world are opened where they lie. FORMAT.md beside it tells the same to writers of other readers.
 *
 * All numbers are little-endian. The text is JSON in UTF-8: { maps, portals, places, origins } as bakeWorld takes them, the maps by
 * their names. Costs are float64, in cell lengths: of each map in order, of each of its islands with stops in the order of
 * its first stop, of each two of its stops in the order of the higher, then the lower. Approaches are uint16, of each stop
 * in that order: a shift, then what each entry of the map costs to it, in units of 2^shift; 65535 where no way leads.
 */
import { aligned } from '../atlas/layout.ts'

export const WORLD_FORMAT_VERSION = 1
/** The first eight bytes: "ISTWRLD" and a line feed. */
export const WORLD_MAGIC = Uint8Array.of(0x49, 0x53, 0x54, 0x57, 0x52, 0x4c, 0x44, 0x0a)
/** The header's words of 4 bytes, by their places. */
export const WORLD_WORDS = { version: 2, maps: 3, textBytes: 4, costs: 5, checksum: 6, approaches: 8 } as const
export const HEADER_BYTES = 64

/** Whether these bytes begin as a world does. */
export function isWorld(bytes: Uint8Array): boolean {
  return bytes instanceof Uint8Array && WORLD_MAGIC.every((byte, i) => bytes[i] === byte)
}

export interface WorldSections {
  readonly sizes: number
  readonly text: number
  readonly costs: number
  readonly approaches: number
  readonly atlases: readonly number[]
  readonly end: number
}

/** Where each section begins, in bytes. */
export function placeSections(
  textBytes: number,
  costCount: number,
  approachWords: number,
  atlasBytes: ArrayLike<number>,
): WorldSections {
  const text = HEADER_BYTES + aligned(4 * atlasBytes.length)
  const costs = text + aligned(textBytes)
  const approaches = costs + aligned(8 * costCount)
  let end = approaches + aligned(2 * approachWords)
  const atlases = Array.from(atlasBytes, size => {
    const at = end
    end += aligned(size)
    return at
  })
  return { sizes: HEADER_BYTES, text, costs, approaches, atlases, end }
}
