/**
 * Costs from one start to many goals, along the corridors of their routes. A wave over entries finds cheap ways to all goals
 * (corridor-ways.ts). A second one then spreads over the cells of the blocks on these ways alone: it visits a part of the map, and
 * no path is traced. If each crossing of a way is the only step between two regions, the cost over entries is already that of
 * the cells, as long as tables hardly round it.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import { xOf, yOf } from '../atlas/crossing.ts'
import { crossingAt, firstSlotOf, slotCountOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { QueryEnd } from '../route/end.ts'
import type { Wave } from '../wave/wave.ts'
import type { CorridorWays, EndWays, Piece } from './corridor-ways.ts'

/** The wave spreads over all blocks within this distance of an end. */
const AROUND_CELLS = BLOCK_SIDE_CELLS / 2
/** And over all blocks within this distance of a crossing: where walls are scattered, a path may pass the corner beside it. */
const BESIDE_CELLS = 4

export class CorridorCosts {
  private readonly columns: AtlasColumns
  private readonly levelZero: AtlasLevel
  private readonly ways: CorridorWays
  private readonly start: QueryEnd
  private readonly goals: readonly Point[]
  /** By the number of the goal. */
  private readonly ends: EndWays[] = []
  private readonly wave: Wave
  /** 1 for blocks of the corridor, and these blocks. */
  private readonly isInCorridor: Uint8Array
  private readonly corridor: Block[] = []
  /** Slots that ways to goals of this start have passed. */
  private readonly passed = new Set<number>()

  /** `reached` are the numbers of the goals whose costs are wanted, all of them free cells. */
  constructor(
    columns: AtlasColumns,
    ways: CorridorWays,
    wave: Wave,
    goals: readonly Point[],
    reached: Iterable<number>,
  ) {
    this.columns = columns
    this.levelZero = columns.levels[0]
    this.ways = ways
    this.start = new QueryEnd(columns)
    this.goals = goals
    this.wave = wave
    this.isInCorridor = new Uint8Array(columns.terrain.costOfBlock.length)
    for (const goal of reached) this.ends[goal] = ways.waysOf(this.start.take(goals[goal], null))
  }

  /** Passes on the cost of each of these goals, in cell lengths; Infinity where the wave found no way to a goal. */
  spread(start: Point, goals: readonly number[], found: (goal: number, cost: number) => void): void {
    const { wave, ways, ends } = this
    const own = ways.waysOf(this.start.take(start, null))
    ways.spread(own)
    const wide: number[] = []
    for (const goal of goals) {
      const last = ways.lastTo(ends[goal])
      const units = last === NONE ? Infinity : ways.unitsIfNarrow(ends[goal], last)
      if (last === NONE || units < Infinity) found(goal, units / UNITS_PER_CELL)
      else wide.push(goal)
    }
    if (wide.length === 0) return
    this.findCorridor(start, own, wide)
    wave.begin([start.x, start.y], this.isInCorridor)
    wave.advance()
    for (const goal of wide) found(goal, wave.unitsAt(this.goals[goal].x, this.goals[goal].y) / UNITS_PER_CELL)
    wave.release()
  }

  private findCorridor(start: Point, own: EndWays, goals: readonly number[]): void {
    const { isInCorridor, corridor, passed, ways } = this
    for (const block of corridor) isInCorridor[block] = 0
    corridor.length = 0
    passed.clear()
    this.addAround(start, own.regions)
    for (const goal of goals) {
      const end = this.ends[goal]
      this.addAround(this.goals[goal], end.regions)
      ways.forEachPiece(end, ways.lastTo(end), (piece, before) => this.addPiece(piece, before))
    }
  }

  /** Adds the blocks beside a piece. Returns false where the way before it was added already. */
  private addPiece({ crossings }: Piece, before: number): boolean {
    for (const crossing of crossings) {
      const [x, y] = [xOf(crossing), yOf(crossing)]
      this.addWithin(x - BESIDE_CELLS, y - BESIDE_CELLS, x + BESIDE_CELLS, y + BESIDE_CELLS)
    }
    if (this.passed.has(before)) return false
    this.passed.add(before)
    return true
  }

  /** Adds the blocks near an end, and all between the regions that it knows: its ways to their entries lie there. */
  private addAround({ x, y }: Point, regions: readonly Region[]): void {
    const { levelZero } = this
    let [left, top, right, bottom] = [x - AROUND_CELLS, y - AROUND_CELLS, x + AROUND_CELLS, y + AROUND_CELLS]
    for (const region of regions) {
      if (slotCountOf(levelZero, region) === 0) continue
      const crossing = crossingAt(levelZero, firstSlotOf(levelZero, region))
      left = Math.min(left, xOf(crossing))
      top = Math.min(top, yOf(crossing))
      right = Math.max(right, xOf(crossing))
      bottom = Math.max(bottom, yOf(crossing))
    }
    this.addWithin(left, top, right, bottom)
  }

  private addWithin(left: number, top: number, right: number, bottom: number): void {
    const { width, height, blocksWide } = this.columns.terrain
    const endX = Math.min(width - 1, right) >> BLOCK_SHIFT
    const endY = Math.min(height - 1, bottom) >> BLOCK_SHIFT
    for (let blockY = Math.max(0, top) >> BLOCK_SHIFT; blockY <= endY; blockY++)
      for (let blockX = Math.max(0, left) >> BLOCK_SHIFT; blockX <= endX; blockX++)
        this.add(blockY * blocksWide + blockX)
  }

  private add(block: Block): void {
    if (this.isInCorridor[block] === 1) return
    this.isInCorridor[block] = 1
    this.corridor.push(block)
  }
}
