/**
 * One end of a query of the smallest door: what it costs from there to the entries of its region, and on weighted ground to those of
 * the blocks near it, by a flood of these blocks.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { xOf, yOf } from '../atlas/crossing.ts'
import { endRegionOf, firstRegionOf, regionOfCell } from '../atlas/labels.ts'
import { halfStepUnits, landingOf } from '../atlas/landing.ts'
import { crossingAt, endSlotOf, firstSlotOf, slotCountOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import type { BlockSearch } from '../cells/block-search.ts'
import type { RouteEnd } from '../route/end.ts'

/** Of weighted ground what lies nearer than this is known. */
const NEAR_CELLS = 16

export class LiteEnd implements RouteEnd {
  readonly x: number
  readonly y: number
  readonly region: Region
  readonly regions: Region[] = []
  readonly slotCount: number
  readonly unitsOfSlot: Float64Array<ArrayBuffer>
  readonly landmarks = null
  private readonly firstOfRegion: number[] = []

  constructor({ labels, levels, terrain }: AtlasColumns, search: BlockSearch, { x, y }: Point) {
    const [levelZero] = levels
    const block = terrain.blockOf(x, y)
    const units: number[] = []
    this.x = x
    this.y = y
    this.region = regionOfCell(labels, block, x, y)
    this.slotCount = slotCountOf(levelZero, this.region)
    search.clear()
    search.add(x, y, 0)
    if (!terrain.isUniform) search.add(x, y, NEAR_CELLS)
    search.find(this, null, Infinity)
    const take = (region: Region) => {
      this.regions.push(region)
      this.firstOfRegion.push(units.length)
      for (let slot = firstSlotOf(levelZero, region); slot < endSlotOf(levelZero, region); slot++) {
        const crossing = crossingAt(levelZero, slot)
        const landing = landingOf(terrain, crossing)
        units.push(search.unitsTo(xOf(landing), yOf(landing)) + halfStepUnits(terrain, crossing, landing))
      }
    }
    // Its own comes first.
    take(this.region)
    for (const near of terrain.isUniform ? [] : search.blocks) {
      const end = endRegionOf(labels.regionsOfBlock, near)
      for (let region = firstRegionOf(labels.regionsOfBlock, near); region < end; region++)
        if (region !== this.region) take(region)
    }
    this.unitsOfSlot = Float64Array.from(units)
  }

  firstUnitsOf(region: Region): number {
    return this.firstOfRegion[this.regions.indexOf(region)] ?? -1
  }
}
