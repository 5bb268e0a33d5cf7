/**
 * The search over the crown: as in any atlas, with tiles for blocks. An end knows the costs to the entries of its
 * region. The route is a list of entries between tiles, chosen a second time among all entries of the tiles on the way.
 */
import { type Crossing, directionOfCrossing, reversedIn, xIn, yIn } from '../atlas/crossing.ts'
import { crossingAt, entryAt, firstSlotOf, slotCountOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import { DX, DY } from '../map/movement.ts'
import { Corridor } from '../path/corridor.ts'
import { Unpacker } from '../path/unpack.ts'
import type { EntrySearch, RouteEnd } from '../route/entry-search.ts'
import { routeSearch } from '../route/route-guide.ts'
import type { Crown } from './crown-file.ts'
import { blaming } from './sections.ts'
import { bucketSideOf, tileOf, xBitsOf } from './tile-plan.ts'

/** Where a route leaves a tile for the next: the cells on both sides of the border. */
export interface TileCrossing {
  readonly tile: number
  /** The side of the tile, and the place along it. */
  readonly side: number
  readonly place: number
  readonly from: Point
  readonly toTile: number
  readonly to: Point
}

export class CrownSearch {
  private readonly crown: Crown
  private readonly xBits: number
  private readonly search: EntrySearch
  private readonly unpacker: Unpacker
  private readonly corridor: Corridor

  constructor(crown: Crown) {
    this.crown = crown
    this.xBits = xBitsOf(crown.plan)
    this.search = routeSearch(crown.columns)
    this.unpacker = new Unpacker(crown.columns)
    this.corridor = new Corridor(crown.columns)
  }

  /** An end at a cell of the map. `unitsOfSlot` holds its costs to the middle of each entry of the region. */
  endAt({ x, y }: Point, region: Region, unitsOfSlot: Float64Array<ArrayBuffer>): RouteEnd {
    const bucketSide = bucketSideOf(this.crown.plan)
    return { x: Math.floor(x / bucketSide), y: Math.floor(y / bucketSide), regions: [region], unitsOfSlot }
  }

  /** A route near the cheapest that costs less than `limitUnits`; null where there is none. */
  find(start: RouteEnd, goal: RouteEnd, limitUnits: number) {
    const { search, corridor, unpacker } = this
    return blaming(this.crown.name, () => {
      if (search.find(start, goal, limitUnits) === Infinity) return null
      const steps = search.steps()
      const regions: Region[] = []
      const crossings: Crossing[] = []
      for (let step = 0; step < steps.levelOfStep.length; step++) unpacker.unpackStep(steps, step, regions, crossings)
      // The unpacker takes X_BITS for x, so only the directions of its crossings are right, and only they are used.
      corridor.solve(regions, crossings, regions.length, start, goal, goal.regions[0])
      const passed = regions.map((region, i) => this.crossingOf(region, corridor.slotOf[i]))
      return { units: corridor.units, crossings: passed }
    })
  }

  private crossingOf(region: Region, slotInRegion: number): TileCrossing {
    const { columns, plan, placeOfEntry } = this.crown
    const [level] = columns.levels
    const slot = firstSlotOf(level, region) + slotInRegion
    const crossing = crossingAt(level, slot) as Crossing
    const place = placeOfEntry[entryAt(level, slot)]
    const [tile, toTile] = [this.tileAt(crossing), this.tileAt(reversedIn(this.xBits, crossing))]
    const direction = directionOfCrossing(crossing)
    const { x, y, width, height } = tileOf(plan, tile)
    const along = direction % 2 === 0 ? { y: y + place } : { x: x + place }
    // The tile's first column and row, or its last.
    const from = { x: direction === 0 ? x + width - 1 : x, y: direction === 1 ? y + height - 1 : y, ...along }
    return { tile, side: direction, place, from, toTile, to: { x: from.x + DX[direction], y: from.y + DY[direction] } }
  }

  private tileAt(crossing: Crossing): number {
    const { xBits } = this
    return this.crown.columns.terrain.blockOf(xIn(xBits, crossing), yIn(xBits, crossing))
  }

  /** Where the entries of a region lie on the borders of its tile, in the order of its slots. */
  placesOf(region: Region): { side: number; place: number }[] {
    const { columns, placeOfEntry } = this.crown
    const [level] = columns.levels
    return Array.from({ length: slotCountOf(level, region) }, (_, slot) => {
      const at = firstSlotOf(level, region) + slot
      return { side: directionOfCrossing(crossingAt(level, at)), place: placeOfEntry[entryAt(level, at)] }
    })
  }
}
