/**
 * Searches that spread: from a start to all entries of level 0, and to many goals at once.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import type { IdColumn, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { QueryEnd } from './end.ts'
import type { Guide, Target } from './entry-search.ts'

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
