/**
 * Costs from one start to many goals, along the corridors of their routes. A wave over entries finds the cheapest ways to all
 * goals. A second one then spreads over the cells of the blocks on these ways alone: it visits a part of the map, and no path is
 * traced. If each crossing of a way is the only step between two regions, the cost over entries is already that of the cells,
 * as long as tables hardly round it.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { type AnyCrossing, directionOfCrossing, outOfCorner, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { regionOfCell } from '../atlas/islands.ts'
import { crossingAt, endSlotOf, firstSlotOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { DX, DY, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { QueryEnd } from '../route/end.ts'
import type { EntryWave } from '../route/entry-wave.ts'
import type { Wave } from '../wave/wave.ts'

/** The wave spreads over all blocks within this distance of an end. */
const AROUND_CELLS = BLOCK_SIDE_CELLS / 2
/** And over all blocks within this distance of a crossing: where walls are scattered, a path may pass the corner beside it. */
const BESIDE_CELLS = 4

/** The most units, at the lowest cost of a cell, of which the pairs of a region cost whole multiples on a narrow way. */
const ROUNDING_UNITS_MAX = 2

/** Of slots, by `isNarrowOfSlot`. */
const UNKNOWN = 0
const NARROW = 1
const WIDE = 2

/** What an end knows: the costs to the entries of its regions. */
interface KnownEnd {
  readonly regions: readonly Region[]
  readonly unitsOfSlot: Float64Array
}

export class CorridorCosts {
  private readonly columns: AtlasColumns
  private readonly levelZero: AtlasLevel
  private readonly entries: EntryWave
  private readonly start: QueryEnd
  private readonly goals: readonly Point[]
  /** By the number of the goal. */
  private readonly ends: KnownEnd[] = []
  private readonly wave: Wave
  /** 1 for blocks of the corridor, and these blocks. */
  private readonly isInCorridor: Uint8Array
  private readonly corridor: Block[] = []
  /** The last pass over ways that came by a slot. */
  private readonly passOfSlot: Int32Array
  private pass = 0
  /** Whether the crossing of a slot is the only step between its two regions, and their costs are hardly rounded. */
  private readonly isNarrowOfSlot: Uint8Array

  /** `reached` are the numbers of the goals whose costs are wanted, all of them free cells. */
  constructor(
    columns: AtlasColumns,
    entries: EntryWave,
    wave: Wave,
    goals: readonly Point[],
    reached: Iterable<number>,
  ) {
    this.columns = columns
    this.levelZero = columns.levels[0]
    this.entries = entries
    this.start = new QueryEnd(columns)
    this.goals = goals
    this.wave = wave
    this.isInCorridor = new Uint8Array(columns.terrain.costOfBlock.length)
    this.passOfSlot = new Int32Array(this.entries.pairs.beyondOfSlot.length)
    this.isNarrowOfSlot = new Uint8Array(this.entries.pairs.beyondOfSlot.length)
    for (const goal of reached) {
      const { regions, unitsOfSlot, knownCount } = this.start.take(goals[goal], null)
      this.ends[goal] = { regions, unitsOfSlot: unitsOfSlot.slice(0, knownCount) }
    }
  }

  /** Passes on the cost of each of these goals, in cell lengths; Infinity where the wave found no way to a goal. */
  spread(start: Point, goals: readonly number[], found: (goal: number, cost: number) => void): void {
    const { wave } = this
    this.entries.spread(this.start.take(start, null))
    this.pass++
    const wide: number[] = []
    const lastSlots: number[] = []
    for (const goal of goals) {
      const { slot, units } = this.lastSlotTo(goal)
      if (slot !== NONE && this.isNarrowTo(slot)) found(goal, units / UNITS_PER_CELL)
      else {
        wide.push(goal)
        lastSlots.push(slot)
      }
    }
    if (wide.length === 0) return
    this.findCorridor(start, wide, lastSlots)
    wave.begin([start.x, start.y], this.isInCorridor)
    wave.advance()
    for (const goal of wide) found(goal, wave.unitsAt(this.goals[goal].x, this.goals[goal].y) / UNITS_PER_CELL)
    wave.release()
  }

  private findCorridor(start: Point, goals: readonly number[], lastSlots: readonly number[]): void {
    const { isInCorridor, corridor } = this
    for (const block of corridor) isInCorridor[block] = 0
    corridor.length = 0
    this.pass++
    this.addAround(start, this.start.regions)
    for (const goal of goals) this.addAround(this.goals[goal], this.ends[goal].regions)
    for (const slot of lastSlots) this.addWay(slot)
  }

  /** Adds the blocks near an end and those of the regions that it knows: a way may lead from there straight to an entry beyond. */
  private addAround({ x, y }: Point, regions: readonly Region[]): void {
    const { levelZero } = this
    this.addWithin(x, y, AROUND_CELLS)
    for (const region of regions)
      if (slotCountOf(levelZero, region) > 0) this.addBeside(firstSlotOf(levelZero, region), 0)
  }

  /** Adds the blocks within some cells of a slot's crossing. */
  private addBeside(slot: number, cells: number): void {
    const crossing = crossingAt(this.levelZero, slot)
    this.addWithin(xOf(crossing), yOf(crossing), cells)
  }

  private addWithin(x: number, y: number, cells: number): void {
    const { width, height, blocksWide } = this.columns.terrain
    const right = Math.min(width - 1, x + cells) >> BLOCK_SHIFT
    const bottom = Math.min(height - 1, y + cells) >> BLOCK_SHIFT
    for (let blockY = Math.max(0, y - cells) >> BLOCK_SHIFT; blockY <= bottom; blockY++)
      for (let blockX = Math.max(0, x - cells) >> BLOCK_SHIFT; blockX <= right; blockX++)
        this.add(blockY * blocksWide + blockX)
  }

  private add(block: Block): void {
    if (this.isInCorridor[block] === 1) return
    this.isInCorridor[block] = 1
    this.corridor.push(block)
  }

  /** The last slot of the cheapest way to a goal, and the cost of that way; NONE without one. */
  private lastSlotTo(goal: number): { readonly slot: number; readonly units: number } {
    const { levelZero, entries } = this
    const { regions, unitsOfSlot } = this.ends[goal]
    let least = Infinity
    let last: number = NONE
    let next = 0
    for (const region of regions) {
      for (let slot = firstSlotOf(levelZero, region), end = endSlotOf(levelZero, region); slot < end; slot++) {
        const units = unitsOfSlot[next++] + entries.unitsAt(slot)
        if (units >= least) continue
        least = units
        last = slot
      }
    }
    return { slot: last, units: least }
  }

  /** Adds the blocks of the way to a slot, up to where it joins ways added before. */
  private addWay(last: number): void {
    const { entries, passOfSlot, pass } = this
    for (let slot = last; slot !== NONE && passOfSlot[slot] !== pass; slot = entries.before(slot)) {
      passOfSlot[slot] = pass
      this.addBeside(slot, BESIDE_CELLS)
    }
  }

  /** Whether each crossing on the way to a slot is narrow. */
  private isNarrowTo(last: number): boolean {
    const { entries, passOfSlot, pass } = this
    let slot = last
    while (slot !== NONE && passOfSlot[slot] !== pass && this.isNarrow(slot)) slot = entries.before(slot)
    if (slot !== NONE && passOfSlot[slot] !== pass) return false
    for (let known = last; known !== slot; known = entries.before(known)) passOfSlot[known] = pass
    return true
  }

  private isNarrow(slot: number): boolean {
    const { isNarrowOfSlot } = this
    const { regionOfSlot, beyondOfSlot } = this.entries.pairs
    if (isNarrowOfSlot[slot] === UNKNOWN) {
      const isNarrow =
        this.isHardlyRounded(regionOfSlot[slot]) &&
        this.isHardlyRounded(regionOfSlot[beyondOfSlot[slot]]) &&
        this.isOnlyStep(slot)
      isNarrowOfSlot[slot] = isNarrow ? NARROW : WIDE
    }
    return isNarrowOfSlot[slot] === NARROW
  }

  private isHardlyRounded(region: Region): boolean {
    const { levelZero, columns } = this
    if (slotCountOf(levelZero, region) === 1) return true
    return unitsOfStep(levelZero, region) <= ROUNDING_UNITS_MAX * columns.terrain.costMin
  }

  /** Whether no other step leads from the region of a slot to the one beyond, nor a diagonal one over a corner past either. */
  private isOnlyStep(slot: number): boolean {
    const { terrain, labels } = this.columns
    const { regionOfSlot, beyondOfSlot } = this.entries.pairs
    const crossing = crossingAt(this.levelZero, slot)
    const direction = directionOfCrossing(crossing)
    const isAlongX = direction % 2 === 1
    const block = terrain.blockOf(xOf(crossing), yOf(crossing))
    const beyond = block + DX[direction] + DY[direction] * terrain.blocksWide
    let steps = 0
    for (let place = 0; place < BLOCK_SIDE_CELLS; place++) {
      const x = isAlongX ? (xOf(crossing) & ~BLOCK_MASK) + place : xOf(crossing)
      const y = isAlongX ? yOf(crossing) : (yOf(crossing) & ~BLOCK_MASK) + place
      const [toX, toY] = [x + DX[direction], y + DY[direction]]
      if (!terrain.isFree(x, y) || !terrain.isFree(toX, toY)) continue
      if (regionOfCell(labels, block, x, y) !== regionOfSlot[slot]) continue
      if (regionOfCell(labels, beyond, toX, toY) === regionOfSlot[beyondOfSlot[slot]]) steps++
    }
    if (steps > 1) return false
    const out = outOfCorner(crossing)
    return out === NONE || !this.isFreeBeside(crossing, out) || !this.isFreeBeside(reversed(crossing), out)
  }

  /** Whether the cell beside that of a crossing is free. */
  private isFreeBeside(crossing: AnyCrossing, direction: number): boolean {
    return this.columns.terrain.isFree(xOf(crossing) + DX[direction], yOf(crossing) + DY[direction])
  }
}
