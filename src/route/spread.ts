/**
 * Searches from a start to all entries, or to many goals. For many goals, how much detail it looks at follows from the distance to the nearest end: the way to a near
 * goal is as detailed as if it were the only one, while a far one costs few steps more. That each entry picks its level for
 * itself loses no way: an entry between two regions of a level is known to whatever level is picked inside either.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, xOf, yOf } from '../atlas/crossing.ts'
import { rankIn } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { IdColumn, Level, Ranked, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SHIFT } from '../map/terrain.ts'
import type { QueryEnd, RouteEnd } from './end.ts'
import type { Guide, Target } from './entry-search.ts'

/** Regions of a level are crossed, by its own entries, where every end is more than this many of its blocks away. */
const BLOCKS_AWAY = 2
/** What a bucket spans, in lengths of the cheapest cell. */
const BUCKET_CELLS = 2

/** What many goals cost: of each, the regions of level 0 whose entries it knows, its own first, and what these cost from it. */
export class Goals implements Target {
  readonly points: readonly Point[]
  readonly regionOfGoal: IdColumn<Region>
  /** What the best way costs so far, Infinity where none is known; known costs may be set before the search. */
  readonly unitsOfGoal: Float64Array
  /** A link is a goal in or near a region: those of a region are a list. */
  private readonly goalOfLink: number[] = []
  private readonly nextLink: number[] = []
  private readonly firstLinkOfRegion = new Map<Region, number>()
  /** unitsOfSlot[firstUnitsOfLink[link] + slot]: from the goal to the middle of the entry's crossing. */
  private readonly firstUnitsOfLink: number[] = []
  private readonly unitsOfSlot: Float64Array

  /** `endAt` stands at a goal until the next. */
  constructor(points: readonly Point[], endAt: (point: Point) => QueryEnd) {
    const units: number[] = []
    this.points = points
    this.regionOfGoal = new Int32Array(points.length)
    this.unitsOfGoal = new Float64Array(points.length).fill(Infinity)
    points.forEach((point, goal) => {
      const end = endAt(point)
      this.regionOfGoal[goal] = end.region
      const first = units.length
      end.regions.forEach((region, i) => {
        this.nextLink.push(this.firstLinkOfRegion.get(region) ?? NONE)
        this.firstLinkOfRegion.set(region, this.goalOfLink.length)
        this.goalOfLink.push(goal)
        this.firstUnitsOfLink.push(first + end.firstOfRegion[i])
      })
      for (let slot = 0; slot < end.knownCount; slot++) units.push(end.unitsOfSlot[slot])
    })
    this.unitsOfSlot = Float64Array.from(units)
  }

  /** No way that costs as much betters any goal. */
  get limitUnits(): number {
    return this.unitsOfGoal.reduce((most, units) => Math.max(most, units), 0)
  }

  /** Ends ways at the goals in or near a region; gives the new limit where it is lower. */
  through(region: Region, slot: number, units: number): number {
    const { unitsOfGoal } = this
    let isBetter = false
    for (let link = this.firstLinkOfRegion.get(region) ?? NONE; link !== NONE; link = this.nextLink[link]) {
      const goal = this.goalOfLink[link]
      const total = units + this.unitsOfSlot[this.firstUnitsOfLink[link] + slot]
      if (total >= unitsOfGoal[goal]) continue
      unitsOfGoal[goal] = total
      isBetter = true
    }
    return isBetter ? this.limitUnits : Infinity
  }
}

/** Guides a search to all entries of level 0. */
export function everywhere({ terrain }: AtlasColumns): Guide<Target> {
  return {
    greed: 1,
    widthMin: BUCKET_CELLS * UNITS_PER_CELL * terrain.costMin,
    aim: () => {},
    levelFor: () => 0,
    isLeftOut: () => false,
    restFrom: () => 0,
  }
}

/** Ends no way. */
export const NOWHERE: Target = { through: () => Infinity }

export class SpreadGuide implements Guide<Goals> {
  readonly greed = 1
  readonly widthMin: number
  private readonly columns: AtlasColumns
  /** Blocks of a level that are near an end bear the number of the search. */
  private readonly searchOfBlock: readonly Uint32Array[]
  private search = 0

  constructor(columns: AtlasColumns) {
    const { levels, terrain } = columns
    this.columns = columns
    this.widthMin = BUCKET_CELLS * UNITS_PER_CELL * terrain.costMin
    // The last level has no entries.
    this.searchOfBlock = levels.slice(0, -1).map((_, level) => {
      const { wide, high } = this.blocksOf(level)
      return new Uint32Array(wide * high)
    })
  }

  aim(start: RouteEnd, goals: Goals): void {
    this.search++
    for (const point of [start, ...goals.points]) for (const level of this.searchOfBlock.keys()) this.mark(point, level)
  }

  levelFor(word: Ranked, crossing: AnyCrossing): Level {
    return Math.min(rankIn(word), this.topLevelAt(crossing))
  }

  isLeftOut(word: Ranked, crossing: AnyCrossing): boolean {
    return rankIn(word) < this.topLevelAt(crossing)
  }

  restFrom(): number {
    return 0
  }

  /** The highest level whose blocks around a crossing hold no end. */
  private topLevelAt(crossing: AnyCrossing): Level {
    const { searchOfBlock, search } = this
    const x = xOf(crossing) >> BLOCK_SHIFT
    const y = yOf(crossing) >> BLOCK_SHIFT
    let level = 0
    for (let above = 1; above < searchOfBlock.length; above++) {
      if (searchOfBlock[above][(y >> above) * this.blocksOf(above).wide + (x >> above)] === search) break
      level = above
    }
    return level
  }

  private mark(end: Point, level: Level): void {
    const { wide, high } = this.blocksOf(level)
    const x = end.x >> (BLOCK_SHIFT + level)
    const y = end.y >> (BLOCK_SHIFT + level)
    const left = Math.max(0, x - BLOCKS_AWAY)
    const right = Math.min(wide, x + BLOCKS_AWAY + 1)
    for (let row = Math.max(0, y - BLOCKS_AWAY); row < Math.min(high, y + BLOCKS_AWAY + 1); row++)
      this.searchOfBlock[level].fill(this.search, row * wide + left, row * wide + right)
  }

  private blocksOf(level: Level): { wide: number; high: number } {
    const { blocksWide, blocksHigh } = this.columns.terrain
    return { wide: ((blocksWide - 1) >> level) + 1, high: ((blocksHigh - 1) >> level) + 1 }
  }
}
