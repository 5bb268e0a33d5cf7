/**
 * How many blocks and levels a map has: 2 x 2 blocks of one level make a block of the next, up to one that covers the map.
 */
import type { Level } from '../base/ids.ts'

/** The number of blocks of `level` along a side that has `blocks` blocks of level 0. */
export function blocksAtLevel(blocks: number, level: Level): number {
  return ((blocks - 1) >> level) + 1
}

export function levelCountOf(blocksWide: number, blocksHigh: number): number {
  return 33 - Math.clz32(Math.max(blocksWide, blocksHigh) - 1)
}
