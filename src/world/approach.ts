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
import type { Entry } from '../base/ids.ts'
import type { Work } from '../base/work.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { betterUnits, Nearby } from '../path/connect.ts'
import { QueryEnd } from '../route/end.ts'

export const FAR = 0xffff
export const APPROACH_SHIFT_MAX = 40

export function approachLength(columns: AtlasColumns): number {
  return columns.levels[0].entryCount + 1
}

/** The slots of level 0 that an end knows, each with its cost. */
function* knownSlots({ levels: [levelZero] }: AtlasColumns, { regions, unitsOfSlot }: QueryEnd) {
  let next = 0
  for (const region of regions) {
    const end = endSlotOf(levelZero, region)
    for (let slot = firstSlotOf(levelZero, region); slot < end; slot++) yield [slot, unitsOfSlot[next++]] as const
  }
}

/** The approach to where `goal` stands, by a wave over level 0. `goal` must know the true costs of its region's entries. */
export function* measuringApproach(columns: AtlasColumns, goal: QueryEnd, wave: PlainEntryWave): Work<Uint16Array> {
  const { entryCount } = columns.levels[0]
  yield* wave.spread(knownSlots(columns, goal))
  const unitsTo = Float64Array.from({ length: entryCount }, (_, entry) => wave.unitsTo(entry))
  const most = unitsTo.reduce((most, units) => (units < Infinity ? Math.max(most, units) : most), 0)
  let shift = 0
  while (most / 2 ** shift > FAR - 1) shift++
  const approach = new Uint16Array(entryCount + 1).fill(FAR)
  approach[0] = shift
  unitsTo.forEach((units, entry) => {
    if (units < Infinity) approach[1 + entry] = Math.ceil(units / 2 ** shift)
  })
  return approach
}

/** The cost in units by way of entries that an end knows, given with their costs. */
function unitsBy(approach: Uint16Array, entries: readonly (readonly [entry: Entry, units: number])[]): number {
  const scale = 2 ** approach[0]
  let least = Infinity
  for (const [entry, units] of entries) {
    const known = approach[1 + entry]
    if (known !== FAR) least = Math.min(least, units + known * scale)
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
    const entries = Array.from(
      knownSlots(columns, end),
      ([slot, units]) => [entryAt(columns.levels[0], slot), units] as const,
    )
    return Float64Array.from(goals, (goal, i) => {
      let units = unitsBy(approaches[i], entries)
      const region = regionOfCell(columns.labels, terrain.blockOf(goal.x, goal.y), goal.x, goal.y)
      if (end.knows(region, goal)) units = Math.min(units, end.floodTo(goal.x, goal.y))
      return betterUnits(nearby, terrain, start, goal, units) / UNITS_PER_CELL
    })
  }
}
