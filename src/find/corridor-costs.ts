/**
 * Costs from one start to many goals, along the corridors of their routes. A wave over entries finds cheap ways to all goals
 * (corridor-ways.ts). A second one then spreads over the cells of the blocks on these ways alone: it visits a part of the map, and
 * no path is traced. If each crossing of a way is the only step between two regions, the cost over entries is already that of
 * the cells, as long as tables hardly round it.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { QueryEnd } from '../route/end.ts'
import type { Wave } from '../wave/wave.ts'
import { BlockCorridor } from './block-corridor.ts'
import type { CorridorWays, EndWays, Piece } from './corridor-ways.ts'

export class CorridorCosts {
  private readonly ways: CorridorWays
  private readonly start: QueryEnd
  private readonly goals: readonly Point[]
  /** By the number of the goal, made when they are first needed. */
  private readonly ends: EndWays[] = []
  private readonly goal: QueryEnd
  private readonly isWide: boolean
  private readonly wave: Wave
  private readonly corridor: BlockCorridor
  /** Slots that ways to goals of this start have passed. */
  private readonly passed = new Set<number>()

  /** All starts and goals are free cells. Goals that are wide know more than their own regions (route/end.ts). */
  constructor(columns: AtlasColumns, ways: CorridorWays, wave: Wave, goals: readonly Point[], isWide: boolean) {
    this.isWide = isWide
    this.ways = ways
    this.start = new QueryEnd(columns)
    this.goal = new QueryEnd(columns)
    this.goals = goals
    this.wave = wave
    this.corridor = new BlockCorridor(columns)
  }

  /** Passes on the cost of each of these goals, in cell lengths; Infinity where the wave found no way to a goal. */
  spread(start: Point, goals: readonly number[], found: (goal: number, cost: number) => void): void {
    const { wave, ways, ends, corridor } = this
    const own = ways.waysOf(this.start.take(start, null))
    ways.spread(own)
    const wide: number[] = []
    for (const goal of goals) {
      ends[goal] ??= this.waysTo(this.goals[goal])
      const last = ways.lastTo(ends[goal])
      const units = last === NONE ? Infinity : ways.unitsIfNarrow(ends[goal], last)
      if (last === NONE || units < Infinity) found(goal, units / UNITS_PER_CELL)
      else wide.push(goal)
    }
    if (wide.length === 0) return
    this.findCorridor(own, wide)
    wave.begin([start.x, start.y], corridor.isInside)
    wave.advance()
    for (const goal of wide) found(goal, wave.unitsAt(this.goals[goal].x, this.goals[goal].y) / UNITS_PER_CELL)
    wave.release()
  }

  private waysTo(goal: Point): EndWays {
    if (this.isWide) this.goal.take(goal, null)
    else this.goal.set(goal.x, goal.y)
    return this.ways.waysOf(this.goal)
  }

  private findCorridor(own: EndWays, goals: readonly number[]): void {
    const { corridor, passed, ways, ends } = this
    corridor.clear()
    passed.clear()
    corridor.addAround(own.at, own.regions)
    for (const goal of goals) {
      corridor.addAround(ends[goal].at, ends[goal].regions)
      let slot = ways.lastTo(ends[goal])
      this.addPiece(ways.pieceOf(ends[goal], slot))
      while (slot !== NONE && !passed.has(slot)) {
        passed.add(slot)
        const before = ways.before(slot)
        this.addPiece(ways.pieceBetween(before, slot))
        slot = before
      }
    }
  }

  private addPiece({ crossings }: Piece): void {
    for (const crossing of crossings) this.corridor.addBeside(crossing)
  }
}
