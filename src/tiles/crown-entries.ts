/**
 * Turns the seams of all tiles into the regions and crossings from which the region tree of the crown grows. Each
 * island of a tile that has entries is a region. Each entry is a crossing, in buckets. Tiles act as blocks.
 */
import { packIn } from '../atlas/crossing.ts'
import { packTerrain } from '../map/pack.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { FACT_COST_MIN, FACT_UNIFORM, rangeOn, type Seam } from './seams.ts'
import { bucketSideOf, type Plan, tileCountOf, tileOf, xBitsOf } from './tile-plan.ts'

export interface CrownEntries {
  /** By tile: its first region, and how many it has. */
  readonly regionsOfTile: Int32Array
  /** By region: its island in the atlas of its tile. */
  readonly islandInTile: Int32Array
  /** Seen from the western or northern side, in buckets; tile after tile, eastern borders before southern ones. */
  readonly crossing: Int32Array
  readonly regionOfSide: Int32Array
  /** numberOfSide[2 * crossing + side]: the number of the entry in the tile on that side. */
  readonly numberOfSide: Int32Array
  /** By crossing: its cells' place along the border, from the tile's northern or western end. */
  readonly placeOf: Uint16Array
}

const SOUTH = 1

export function crownEntries(plan: Plan, seams: readonly Seam[]): CrownEntries {
  const regionsOfTile = new Int32Array(2 * tileCountOf(plan))
  const islandInTile: number[] = []
  const regionOfIsland = seams.map(({ islandOf }, tile) => {
    const regions = new Map<number, number>()
    regionsOfTile[2 * tile] = islandInTile.length
    for (const island of islandOf) {
      if (regions.has(island)) continue
      regions.set(island, islandInTile.length)
      islandInTile.push(island)
    }
    regionsOfTile[2 * tile + 1] = regions.size
    return regions
  })
  const crossing: number[] = []
  const regionOfSide: number[] = []
  const numberOfSide: number[] = []
  const placeOf: number[] = []
  const bucketSide = bucketSideOf(plan)
  const xBits = xBitsOf(plan)
  seams.forEach((seam, tile) => {
    const { x, y, width, height } = tileOf(plan, tile)
    for (let side = 0; side <= SOUTH; side++) {
      const [from, end] = rangeOn(seam, side)
      if (from === end) continue
      const other = side === SOUTH ? tile + plan.columns : tile + 1
      const [otherFrom] = rangeOn(seams[other], side + 2)
      for (let number = from; number < end; number++) {
        const place = seam.placeOf[number]
        const cellX = side === SOUTH ? x + place : x + width - 1
        const cellY = side === SOUTH ? y + height - 1 : y + place
        const beyond = otherFrom + number - from
        crossing.push(packIn(xBits, Math.floor(cellX / bucketSide), Math.floor(cellY / bucketSide), side))
        regionOfSide.push(regionOfIsland[tile].get(seam.islandOf[number])!)
        regionOfSide.push(regionOfIsland[other].get(seams[other].islandOf[beyond])!)
        numberOfSide.push(number, beyond)
        placeOf.push(place)
      }
    }
  })
  return {
    regionsOfTile,
    islandInTile: Int32Array.from(islandInTile),
    crossing: Int32Array.from(crossing),
    regionOfSide: Int32Array.from(regionOfSide),
    numberOfSide: Int32Array.from(numberOfSide),
    placeOf: Uint16Array.from(placeOf),
  }
}

/** The map in buckets, each with the mean cost of its free cells. The choice of entries on higher levels uses it. */
export function bucketTerrain(plan: Plan, seams: readonly Seam[]): Terrain {
  const { columns, rows, directions } = plan
  const width = columns * BLOCK_SIDE_CELLS
  const cost = new Uint16Array(width * rows * BLOCK_SIDE_CELLS)
  const costMin = leastCostOf(seams)
  const isUniform = seams.every(seam => seam.facts[FACT_UNIFORM] === 1 && hasCost(seam, costMin))
  seams.forEach(({ costOfBucket }, tile) => {
    const first = Math.floor(tile / columns) * BLOCK_SIDE_CELLS * width + (tile % columns) * BLOCK_SIDE_CELLS
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const own = costOfBucket.subarray(row * BLOCK_SIDE_CELLS, (row + 1) * BLOCK_SIDE_CELLS)
      cost.set(own, first + row * width)
    }
  })
  const terrain = packTerrain({ width, height: rows * BLOCK_SIDE_CELLS, cost }, directions)
  if (terrain.isUniform === isUniform) return terrain
  return Object.assign(Object.create(terrain) as Terrain, { isUniform })
}

/** A tile without a free cell has no cost, so it agrees with any. */
function hasCost(seam: Seam, costMin: number): boolean {
  return seam.facts[FACT_COST_MIN] === costMin || seam.costOfBucket.every(cost => cost === 0)
}

export function leastCostOf(seams: readonly Seam[]): number {
  let least = Infinity
  for (const { facts, costOfBucket } of seams) {
    if (costOfBucket.some(cost => cost > 0)) least = Math.min(least, facts[FACT_COST_MIN])
  }
  return least === Infinity ? 1 : least
}
