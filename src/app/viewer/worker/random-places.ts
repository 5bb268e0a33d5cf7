/**
 * Draws random cells, and pairs of connected cells that are far apart. Cells are drawn by region, and each region has a
 * free cell: a map with little ground works as well as open land.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { firstRegionOf, regionOfCell } from '../../../atlas/islands.ts'
import type { Point as Cell } from '../../../base/answer.ts'
import type { Random } from '../../../base/random.ts'
import { forEachFreeCell } from '../../../map/terrain.ts'
import type { CellPair } from '../../../route/nearest.ts'

export type Pair = CellPair

interface Placed extends Cell {
  readonly island: number
}

const TRIES = 200

export type Places = ReturnType<typeof placesOf>

export function placesOf(columns: AtlasColumns, random: Random) {
  const { terrain, labels, islandOfRegion } = columns
  /** A free cell, or null where the map has none. */
  const cell = (): Placed | null => {
    if (islandOfRegion.length === 0) return null
    const region = random.below(islandOfRegion.length)
    const block = blockOfRegion(labels.regionsOfBlock, region)
    const cells: Cell[] = []
    forEachFreeCell(terrain, block, (x, y) => {
      if (regionOfCell(labels, block, x, y) === region) cells.push({ x, y })
    })
    return { ...cells[random.below(cells.length)], island: islandOfRegion[region] }
  }
  /** Two cells of one island: any two, or the farthest apart of many tries. Null on a map without a free cell. */
  const pair = (isLong: boolean): Pair | null => {
    let best: Pair | null = null
    let bestDistance = -1
    for (let tries = 0; tries < TRIES; tries++) {
      const [start, goal] = [cell(), cell()]
      if (start === null || goal === null) return null
      best ??= { start, goal: start }
      if (start.island !== goal.island) continue
      const distance = Math.hypot(goal.x - start.x, goal.y - start.y)
      if (distance > bestDistance) {
        best = { start, goal }
        bestDistance = distance
      }
      if (!isLong) break
    }
    return best
  }
  return { cell, pair }
}

/** The last block whose first region is not beyond this one, and that has any. */
function blockOfRegion(regionsOfBlock: Int32Array, region: number): number {
  let low = 0
  let high = regionsOfBlock.length >> 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (firstRegionOf(regionsOfBlock, middle) <= region) low = middle
    else high = middle
  }
  return low
}
