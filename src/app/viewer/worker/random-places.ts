/**
 * Draws random cells, and pairs of connected cells that are far apart. Cells are drawn by region, and each region has a
 * free cell: a map with little ground works as well as open land.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { firstRegionOf, regionOfCell } from '../../../atlas/islands.ts'
import type { Point as Cell } from '../../../base/answer.ts'
import type { Random } from '../../../base/random.ts'
import type { LiveMap } from '../../../live.ts'
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

const SAMPLES = 500
/** After this many misses the map has hardly a cell of that island. */
const TRIES_MAX = 20_000

/** Random cells of a map that changes, of its largest island or of that of another cell. */
export function randomCellsOf(map: LiveMap, random: Random) {
  let largest = -1
  let largestVersion = -1
  const anyCell = (): Cell => ({ x: random.below(map.width), y: random.below(map.height) })
  const largestIsland = () => {
    const cellsOfIsland = new Map<number, number>([[-1, 0]])
    for (let found = 0, tries = 0; found < SAMPLES && tries < TRIES_MAX; tries++) {
      const { x, y } = anyCell()
      const island = map.islandOf(x, y)
      if (island < 0) continue
      found++
      cellsOfIsland.set(island, (cellsOfIsland.get(island) ?? 0) + 1)
    }
    return [...cellsOfIsland].reduce((best, one) => (one[1] > best[1] ? one : best))[0]
  }
  const onIsland = (island: number): Cell | null => {
    for (let tries = 0; island >= 0 && tries < TRIES_MAX; tries++) {
      const cell = anyCell()
      if (map.islandOf(cell.x, cell.y) === island) return cell
    }
    return null
  }
  /** On the island that most of some random cells are on; null where the map has no free cell. */
  const onLargest = (): Cell | null => {
    if (map.version !== largestVersion) largest = largestIsland()
    largestVersion = map.version
    return onIsland(largest)
  }
  /** On the island of `cell`; `cell` itself where nothing else is found. */
  const like = (cell: Cell): Cell => onIsland(map.islandOf(cell.x, cell.y)) ?? cell
  /** Different cells of the largest island, the `taken` ones first; fewer than `count` where it is small. */
  const different = (count: number, taken: readonly Cell[]): Cell[] => {
    const numberOf = ({ x, y }: Cell) => y * map.width + x
    const cells = new Map(taken.map(cell => [numberOf(cell), cell]))
    for (let tries = 20 * count; tries > 0 && cells.size < count; tries--) {
      const cell = onLargest()
      if (cell === null) break
      cells.set(numberOf(cell), cell)
    }
    return [...cells.values()].slice(0, count)
  }
  return { onLargest, like, different }
}
