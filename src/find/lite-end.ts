/**
 * One end of a query of the smallest door: what it costs from there to the entries of its region, and on weighted ground to those of
 * the blocks near it, by a flood of these blocks.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { halfStepUnits, landingOf, xOf, yOf } from '../atlas/crossing.ts'
import { endRegionOf, firstRegionOf, regionOfCell } from '../atlas/islands.ts'
import { crossingAt, endSlotOf, firstSlotOf, slotCountOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import { freeLine, NO_LINE } from '../cells/line.ts'
import { freeUnits } from '../map/movement.ts'
import type { RouteEnd } from '../route/end.ts'
import type { LiteCells } from './lite-cells.ts'

/** Of weighted ground what lies nearer than this is known. */
const NEAR_CELLS = 12

export class LiteEnd implements RouteEnd {
  readonly x: number
  readonly y: number
  readonly region: Region
  readonly regions: Region[] = []
  readonly slotCount: number
  readonly unitsOfSlot: Float64Array<ArrayBuffer>
  private readonly firstOfRegion: number[] = []

  constructor({ labels, levels, terrain }: AtlasColumns, cells: LiteCells, { x, y }: Point) {
    const [levelZero] = levels
    const { costMin, directions, isUniform } = terrain
    const block = terrain.blockOf(x, y)
    const units: number[] = []
    this.x = x
    this.y = y
    this.region = regionOfCell(labels, block, x, y)
    this.slotCount = slotCountOf(levelZero, this.region)
    cells.clear()
    let isFlooded = false
    const take = (region: Region, isSeen: boolean) => {
      this.regions.push(region)
      this.firstOfRegion.push(units.length)
      for (let slot = firstSlotOf(levelZero, region); slot < endSlotOf(levelZero, region); slot++) {
        const crossing = crossingAt(levelZero, slot)
        const landing = landingOf(terrain, crossing)
        const [toX, toY] = [xOf(landing), yOf(landing)]
        const isInSight = isSeen && freeLine(terrain, x, y, toX, toY) !== NO_LINE
        if (!isInSight && !isFlooded) {
          cells.add(x, y, isUniform ? 0 : NEAR_CELLS)
          cells.find(this, null, Infinity)
          isFlooded = true
        }
        const own = isInSight ? freeUnits(toX - x, toY - y, costMin, directions) : cells.unitsTo(toX, toY)
        units.push(own + halfStepUnits(terrain, crossing, landing))
      }
    }
    // Its own comes first.
    take(this.region, isUniform)
    for (const near of isUniform ? [] : cells.blocks) {
      const end = endRegionOf(labels.regionsOfBlock, near)
      for (let region = firstRegionOf(labels.regionsOfBlock, near); region < end; region++)
        if (region !== this.region) take(region, false)
    }
    this.unitsOfSlot = Float64Array.from(units)
  }

  through(region: Region, slot: number, units: number): number {
    const first = this.firstOfRegion[this.regions.indexOf(region)]
    return first === undefined ? Infinity : units + this.unitsOfSlot[first + slot]
  }
}
