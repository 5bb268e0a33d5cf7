/**
 * The range of costs that a map has. Colours stretch over this range: costs from 20 to 30 have as much contrast as
 * costs from 1 to 255.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'
import { firstRegionOf, regionCountOf, regionOfCell } from '../../atlas/islands.ts'
import { countBits } from '../../base/bits.ts'
import { COST_MAX } from '../../map/grid.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS, forEachFreeCell } from '../../map/terrain.ts'
import type { Terrain } from '../../shape.ts'
import type { World } from '../../world.ts'
import type { CostRange } from './palette.ts'

/** If the middle cost is this close to either end of the range, in logarithms, nothing is stretched. */
const MIDDLE_MIN = 0.02

/** The range over the free cells: one look at each block, and at each cell of blocks whose costs differ. */
export function costRangeOf({ costMin, costOfBlock, costOfCell }: Terrain): CostRange {
  const cellsOfCost = new Float64Array(COST_MAX + 1)
  let count = 0
  let max = costMin
  const add = (cost: number, cells: number) => {
    if (cost > max) max = cost
    cellsOfCost[cost] += cells
    count += cells
  }
  for (const cost of costOfBlock) if (cost > 0) add(cost, BLOCK_SIDE_CELLS ** 2)
  for (const cost of costOfCell) if (cost > 0) add(cost, 1)
  let middle = costMin
  for (let below = cellsOfCost[middle]; middle < max && 2 * below < count; ) below += cellsOfCost[++middle]
  return { min: costMin, max, bend: bendTo(Math.log(middle / costMin) / Math.log(max / costMin)) }
}

/**
 * If the middle cost is near the maximum, most ground would have one colour. The bend gives the middle cost the middle
 * colour.
 */
function bendTo(middle: number): number {
  return middle > MIDDLE_MIN && middle < 1 - MIDDLE_MIN ? Math.max(1, Math.log(0.5) / Math.log(middle)) : 1
}

/** The range over all maps of a world, so that the same ground has the same colour on each. */
export function costRangeOfWorld(world: World): CostRange {
  const ranges = world.maps.map(name => costRangeOf(world.map(name).terrain))
  return { min: Math.min(...ranges.map(({ min }) => min)), max: Math.max(...ranges.map(({ max }) => max)) }
}

/** The island with the most cells; -1 where there is none. */
export function mainlandOf(columns: AtlasColumns): number {
  const { terrain, labels, islandOfRegion, islandCount } = columns
  const cellsOfIsland = new Float64Array(islandCount)
  for (let block = 0; block < terrain.blocksWide * terrain.blocksHigh; block++) {
    const region = firstRegionOf(labels.regionsOfBlock, block)
    const regionCount = regionCountOf(labels.regionsOfBlock, block)
    if (regionCount === 1) {
      for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
        cellsOfIsland[islandOfRegion[region]] += countBits(terrain.rowBits[(block << BLOCK_SHIFT) | row])
      }
    } else {
      forEachFreeCell(terrain, block, (x, y) => {
        cellsOfIsland[islandOfRegion[regionOfCell(labels, block, x, y)]]++
      })
    }
  }
  return cellsOfIsland.reduce((best, cells, island) => (best < 0 || cells > cellsOfIsland[best] ? island : best), -1)
}
