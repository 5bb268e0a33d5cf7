/**
 * The fields that JSON documents of several commands share. Each command declares its own fields, and its help lists
 * them. A test fails if a printed field is not declared, or a declared one is never printed.
 */
import type { AtlasStats } from '../../index.ts'

/** Rows of a page. */
export const STATS_FIELDS = `
      width, height  of the map, in cells
      directions  8 or 4: to how many neighbours steps go
      uniform  whether all ground costs the same
      costBytes  bytes of a cell's cost where ground differs: 2 where a cost exceeds 255
      freeCells  cells that are no walls
      islands  connected pieces of the map
      levels[].level  0 is the finest
      levels[].blockSideCells  side of a block of this level
      levels[].regions  connected pieces inside the blocks
      levels[].entries  pairs of cells where a path may cross a border
      levels[].pairs  pairs of entries of one region, each with its cost
      byteLength  size of the atlas
      bytesPerCell  that size over the cells of the map
`.trim()

/** The numbers of an atlas, without those that concern only its file format. */
export function statsDocument(stats: AtlasStats): object {
  const { width, height, directions, uniform, costBytes, freeCells, islands, byteLength, bytesPerCell } = stats
  const levels = stats.levels.map(({ level, blockSideCells, regions, entries, pairs }) => {
    return { level, blockSideCells, regions, entries, pairs }
  })
  return { width, height, directions, uniform, costBytes, freeCells, islands, levels, byteLength, bytesPerCell }
}
