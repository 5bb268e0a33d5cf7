/**
 * The columns of an atlas unfolded into plain objects, so that tests of what a bake wrote read like what they prove.
 */
import type { AtlasColumns } from '../../src/atlas/columns.ts'
import { directionOfCrossing, sideOf, xOf, yOf } from '../../src/atlas/crossing.ts'
import { NO_PARENT, regionAbove, regionOfCell } from '../../src/atlas/islands.ts'
import { endSlotOf, entryIn, firstSlotOf, pairUnits, unitsOfStep } from '../../src/atlas/level-graph.ts'
import { DX, DY } from '../../src/map/movement.ts'

export interface Slot {
  readonly entry: number
  /** The entry's cell in this region, and the one across the border. */
  readonly x: number
  readonly y: number
  readonly xBeyond: number
  readonly yBeyond: number
}

export interface Pair {
  readonly from: Slot
  readonly to: Slot
  readonly units: number
  /** Costs are rounded up to a multiple of this. */
  readonly unitsOfStep: number
}

/** The entries of a region of a level, in the order of their slots. */
export function slotsOf(columns: AtlasColumns, level: number, region: number): Slot[] {
  const { slots, regionOfSide } = columns.levels[level]
  if (region === NO_PARENT) return []
  const found: Slot[] = []
  const end = endSlotOf(columns.levels[level], region)
  for (let slot = firstSlotOf(columns.levels[level], region); slot < end; slot++) {
    const entry = entryIn(slots[2 * slot])
    const crossing = slots[2 * slot + 1]
    if (regionOfSide[2 * entry + sideOf(crossing)] !== region) throw new Error(`entry ${entry} is not of ${region}`)
    const [x, y] = [xOf(crossing), yOf(crossing)]
    const direction = directionOfCrossing(crossing)
    found.push({ entry, x, y, xBeyond: x + DX[direction], yBeyond: y + DY[direction] })
  }
  return found
}

/** What a level says of each pair of entries of a region. */
export function pairsOf(columns: AtlasColumns, level: number, region: number): Pair[] {
  const graph = columns.levels[level]
  const slots = slotsOf(columns, level, region)
  const step = unitsOfStep(graph, region)
  return slots.flatMap((to, high) =>
    slots.slice(0, high).map((from, low) => {
      return { from, to, units: pairUnits(graph, region, low, high), unitsOfStep: step }
    }),
  )
}

/** The region of a free cell on a level, by climbing from level 0; -1 where its island is closed off below. */
export function regionAt(columns: AtlasColumns, x: number, y: number, level: number): number {
  return regionAbove(columns.levels, regionOfCell(columns.labels, columns.terrain.blockOf(x, y), x, y), level)
}
