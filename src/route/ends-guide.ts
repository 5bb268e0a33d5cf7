/**
 * Guides one search from a start to many goals. It crosses a region on the highest level whose region holds no end, as the guide
 * of a route does. It estimates nothing: the search goes on until it has been everywhere.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, directionOfCrossing, sideOf, xOf, yOf } from '../atlas/crossing.ts'
import { endRegionOf, firstRegionOf, NO_PARENT } from '../atlas/islands.ts'
import { entryIn, rankIn } from '../atlas/level-graph.ts'
import type { Level, Ranked, Region } from '../base/ids.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SHIFT } from '../map/terrain.ts'
import type { RouteEnd } from './end.ts'
import type { Guide, Target } from './entry-search.ts'

/** The width of a bucket of the queue, in lengths of the cheapest cell. */
const BUCKET_CELLS = 2

const IS_STARTS = 1
const IS_GOALS = 2

export class EndsGuide implements Guide<Target> {
  readonly greed = 1
  readonly widthMin: number
  private readonly columns: AtlasColumns
  private readonly topLevel: Level
  /** Regions that hold the start or are near it. */
  private startRegions: readonly Region[] = []
  /** From level 1 on: not 0 for regions that hold an end. */
  private readonly isHeldOfLevel: readonly Uint8Array[]

  /** No region of a level above `topLevelMax` is crossed in one step. */
  constructor(columns: AtlasColumns, topLevelMax: Level) {
    this.columns = columns
    this.widthMin = BUCKET_CELLS * UNITS_PER_CELL * columns.terrain.costMin
    this.topLevel = Math.min(topLevelMax, columns.levels.length - 1)
    this.isHeldOfLevel = columns.levels.map(({ regionCount }) => new Uint8Array(regionCount))
  }

  /** Marks the regions of all levels that hold a goal. On weighted ground, those of the blocks beside it too, as for routes. */
  hold(goal: RouteEnd): void {
    for (const region of this.regionsOf(goal)) this.mark(region, IS_GOALS)
  }

  aim(start: RouteEnd): void {
    for (const region of this.startRegions) this.mark(region, 0)
    this.startRegions = this.regionsOf(start)
    for (const region of this.startRegions) this.mark(region, IS_STARTS)
  }

  private regionsOf(end: RouteEnd): readonly Region[] {
    const { terrain, labels } = this.columns
    if (terrain.isUniform) return end.regions
    const regions = [...end.regions]
    const left = Math.max(0, (end.x >> BLOCK_SHIFT) - 1)
    const top = Math.max(0, (end.y >> BLOCK_SHIFT) - 1)
    const right = Math.min(terrain.blocksWide - 1, (end.x >> BLOCK_SHIFT) + 1)
    const bottom = Math.min(terrain.blocksHigh - 1, (end.y >> BLOCK_SHIFT) + 1)
    for (let blockY = top; blockY <= bottom; blockY++) {
      for (let blockX = left; blockX <= right; blockX++) {
        const block = blockY * terrain.blocksWide + blockX
        const endRegion = endRegionOf(labels.regionsOfBlock, block)
        for (let region = firstRegionOf(labels.regionsOfBlock, block); region < endRegion; region++)
          regions.push(region)
      }
    }
    return regions
  }

  /** Marks of goals stay. */
  private mark(region: Region, as: number): void {
    const { levels } = this.columns
    let held = levels[0].parentOfRegion[region]
    for (let level = 1; held !== NO_PARENT && this.isHeldOfLevel[level][held] !== IS_GOALS; level++) {
      this.isHeldOfLevel[level][held] = as
      held = levels[level].parentOfRegion[held]
    }
  }

  levelFor(word: Ranked, crossing: AnyCrossing): Level {
    const { levels } = this.columns
    const beyond = 2 * entryIn(word) + 1 - sideOf(crossing)
    for (let level = Math.min(rankIn(word), this.topLevel); level > 0; level--)
      if (this.isHeldOfLevel[level][levels[level].regionOfSide[beyond]] === 0) return level
    return 0
  }

  /** Whether an entry leads into a region that holds no end, of a level that does not keep it. */
  isLeftOut(word: Ranked, crossing: AnyCrossing): boolean {
    const level = rankIn(word) + 1
    if (level > this.topLevel) return false
    const line = (directionOfCrossing(crossing) & 1) === 0 ? xOf(crossing) : yOf(crossing)
    // The border lies behind the line of cells to the east and south, before it to the west and north.
    const border = (line + 1 - sideOf(crossing)) >> BLOCK_SHIFT
    if ((border & ((1 << level) - 1)) !== 0) return false
    const { parentOfRegion, regionOfSide } = this.columns.levels[level - 1]
    const region: Region = parentOfRegion[regionOfSide[2 * entryIn(word) + 1 - sideOf(crossing)]]
    return region !== NO_PARENT && this.isHeldOfLevel[level][region] === 0
  }

  restFrom(): number {
    return 0
  }
}

/** A target that no way reaches: so the search visits all entries. */
export const ANYWHERE: Target = { through: () => Number.MAX_VALUE }
