/**
 * The approach of a stop: what every entry of its island costs to it, measured once and kept. With it, the entries near
 * a cell give the cell's cost to the stop without a search over the map.
 *
 * An approach is one column of 16 bits: a shift, then the cost from each entry, divided by 2^shift and rounded up; FAR
 * if the entry has no way to the stop.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { regionOfCell } from '../atlas/islands.ts'
import { endSlotOf, entryAt, firstSlotOf } from '../atlas/level-graph.ts'
import type { PlainEntryWave } from '../atlas/plain-entry-wave.ts'
import type { Point } from '../base/answer.ts'
import type { Work } from '../base/work.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { betterUnits, Nearby } from '../path/connect.ts'
import { QueryEnd } from '../route/end.ts'

export const FAR = 0xffff
export const APPROACH_SHIFT_MAX = 40

export function approachLength(columns: AtlasColumns): number {
  return columns.levels[0].entryCount + 1
}

/** The approach to where `goal` stands, by a wave over level 0. `goal` must know the true costs of its region's entries. */
export function* measuringApproach(
  { levels: [levelZero] }: AtlasColumns,
  goal: QueryEnd,
  wave: PlainEntryWave,
): Work<Uint16Array> {
  yield* wave.begin()
  let next = 0
  for (const region of goal.regions) {
    const end = endSlotOf(levelZero, region)
    for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) wave.seed(slot, goal.unitsOfSlot[next++])
  }
  yield* wave.spread()
  const unitsTo = Float64Array.from({ length: levelZero.entryCount }, (_, entry) => wave.unitsTo(entry))
  const most = unitsTo.reduce((most, units) => (units < Infinity ? Math.max(most, units) : most), 0)
  let shift = 0
  while (most / 2 ** shift > FAR - 1) shift++
  const approach = new Uint16Array(levelZero.entryCount + 1).fill(FAR)
  approach[0] = shift
  unitsTo.forEach((units, entry) => {
    if (units < Infinity) approach[1 + entry] = Math.ceil(units / 2 ** shift)
  })
  return approach
}

/** The cost in units from where `start` stands, by way of the entries that it knows. */
function unitsBy(approach: Uint16Array, columns: AtlasColumns, start: QueryEnd): number {
  const [levelZero] = columns.levels
  const scale = 2 ** approach[0]
  let least = Infinity
  let next = 0
  for (const region of start.regions) {
    const end = endSlotOf(levelZero, region)
    for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) {
      const known = approach[1 + entryAt(levelZero, slot)]
      const units = start.unitsOfSlot[next++] + known * scale
      if (known !== FAR && units < least) least = units
    }
  }
  return least
}

/**
 * Finds the costs from a cell to stops by their approaches. It owns little scratch: a world keeps one for each of many
 * maps.
 */
export class ApproachCosts {
  private readonly columns: AtlasColumns
  private readonly nearby: Nearby
  private readonly end: QueryEnd

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.nearby = new Nearby(columns)
    this.end = new QueryEnd(columns)
  }

  /** The costs in cell lengths. All goals must be on the start's island. */
  find(start: Point, goals: readonly Point[], approaches: readonly Uint16Array[]): Float64Array {
    const { columns, end, nearby } = this
    const { terrain } = columns
    end.take(start, null)
    return Float64Array.from(goals, (goal, i) => {
      let units = unitsBy(approaches[i], columns, end)
      const region = regionOfCell(columns.labels, terrain.blockOf(goal.x, goal.y), goal.x, goal.y)
      if (end.knows(region, goal)) units = Math.min(units, end.floodTo(goal.x, goal.y))
      return betterUnits(nearby, terrain, start, goal, units) / UNITS_PER_CELL
    })
  }
}
