/**
 * Finds the mainland, the island with the most cells, in one pass over the atlas. A block with a single region is
 * counted by its words; in other blocks each cell is checked.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'
import { firstRegionOf, regionCountOf, regionOfCell } from '../../atlas/islands.ts'
import { countBits } from '../../base/bits.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../../map/terrain.ts'

/** The island with the most cells; -1 where there is none. */
export function mainlandOf(columns: AtlasColumns): number {
  const { terrain, labels, islandOfRegion, islandCount } = columns
  const cellsOfIsland = new Float64Array(islandCount)
  for (let block = 0; block < terrain.blocksWide * terrain.blocksHigh; block++) {
    const region = firstRegionOf(labels.regionsOfBlock, block)
    const regionCount = regionCountOf(labels.regionsOfBlock, block)
    for (let row = 0; row < BLOCK_SIDE_CELLS && regionCount > 0; row++) {
      let bits = terrain.rowBits[(block << BLOCK_SHIFT) | row]
      if (regionCount === 1) {
        cellsOfIsland[islandOfRegion[region]] += countBits(bits)
        continue
      }
      for (; bits !== 0; bits &= bits - 1) {
        const x = 31 - Math.clz32(bits & -bits)
        cellsOfIsland[islandOfRegion[regionOfCell(labels, block, x, row)]]++
      }
    }
  }
  return cellsOfIsland.reduce((best, cells, island) => (best < 0 || cells > cellsOfIsland[best] ? island : best), -1)
}
