/**
 * One end of a query of isthmus/lite: the costs to the entries of its region, and on weighted ground to those of the
 * blocks near it, by a flood of these blocks.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { halfStepUnits, landingOf, xOf, yOf } from '../atlas/crossing.ts'
import { endRegionOf, firstRegionOf, regionOfCell } from '../atlas/islands.ts'
import { crossingAt, endSlotOf, firstSlotOf, slotCountOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import type { RouteEnd } from '../route/end.ts'
import type { LiteCells } from './lite-cells.ts'

/** On mixed ground the blocks within this distance of an end are flooded. */
const NEAR_CELLS = { even: 0, mixed: 12 }
/**
 * The same for an end on ground that costs more than 4 times the cheapest: in a block of such ground alone, and with 4
 * directions on any such cell.
 */
const NEAR_CELLS_IF_EXPENSIVE = { even: 0, mixed: 32 }
const EXPENSIVE = 4

export function liteEnd({ labels, levels, terrain }: AtlasColumns, cells: LiteCells, { x, y }: Point): RouteEnd {
  const [levelZero] = levels
  const { costMin, directions, ground } = terrain
  const own = regionOfCell(labels, terrain.blockOf(x, y), x, y)
  const regions: Region[] = []
  const firstOfRegion: number[] = []
  const units: number[] = []
  const cost = directions === 4 ? terrain.costOfFree(x, y) : terrain.costOfBlock[terrain.blockOf(x, y)]
  const isExpensive = cost > EXPENSIVE * costMin
  const reachCells = ground.of(isExpensive ? NEAR_CELLS_IF_EXPENSIVE : NEAR_CELLS)
  cells.clear()
  cells.add(x, y, reachCells)
  cells.find({ x, y }, null)
  const take = (region: Region) => {
    regions.push(region)
    firstOfRegion.push(units.length)
    for (let slot = firstSlotOf(levelZero, region); slot < endSlotOf(levelZero, region); slot++) {
      const crossing = crossingAt(levelZero, slot)
      const landing = landingOf(terrain, crossing)
      units.push(cells.unitsTo(xOf(landing), yOf(landing)) + halfStepUnits(terrain, crossing, landing))
    }
  }
  // Its own comes first.
  take(own)
  for (const near of reachCells > 0 ? cells.blocks : []) {
    const end = endRegionOf(labels.regionsOfBlock, near)
    for (let region = firstRegionOf(labels.regionsOfBlock, near); region < end; region++)
      if (region !== own) take(region)
  }
  const unitsOfSlot = Float64Array.from(units)
  const through = (region: Region, slot: number, beyond: number) => {
    const first = firstOfRegion[regions.indexOf(region)]
    return first === undefined ? Infinity : beyond + unitsOfSlot[first + slot]
  }
  return { x, y, region: own, regions, slotCount: slotCountOf(levelZero, own), unitsOfSlot, through }
}
