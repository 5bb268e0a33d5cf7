/**
 * One field for many questions with one goal: a wave spreads from it in turns, as far as the cells that are asked about, and paths
 * are read off. They are cheapest ones. From how many questions on that takes less work than a search for each follows from how far
 * away they are asked from.
 */
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { Bends, endsAt } from '../cells/bends.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Wave } from '../wave/wave.ts'
import type { Field, FieldMap } from './field.ts'
import { FindInSteps, type Lender, STEPS_OF_ENDS } from './find-in-steps.ts'
import type { FindOptions } from './find-options.ts'
import type { Route } from './route.ts'
import { waveFieldOf } from './routes.ts'

/** Steps that a block of the wave counts for: on even ground it takes some microseconds, on uneven ground three times as long. */
const STEPS_OF_EVEN_BLOCK = 4
const STEPS_OF_BLOCK = 12
/** A block has a second turn now and then. */
const TURNS_OF_BLOCK = 1.5
const STEPS_OF_ANSWER = 8
/** Cells of a path that count for a step; on uneven ground what each costs is read as well. */
const EVEN_CELLS_A_STEP = 24
const CELLS_A_STEP = 16
/** Most of a path at a time: a short one counts for no more than it is. */
const STEPS_OF_TRACE = 8
/** A search settles an entry for about as many cells between its ends. */
const CELLS_OF_SETTLED = 8

/** A finder whose searches pause: it works on one question at a time. */
export interface StepFinder extends Lender {
  find(start: Point, goal: Point, options?: FindOptions): Route
  /** @internal */
  sharedField(goal: Point): SharedField | null
}

export class SharedField {
  readonly goal: Point
  /** Whether the map is still the one that it spreads over. */
  isCurrent: () => boolean = () => true
  private readonly map: FieldMap
  private readonly island: number
  private readonly wave: Wave
  private readonly field: Field
  private readonly along: (start: Point, goal: Point, bends: Bends) => Route

  constructor(map: FieldMap, goal: Point, along: (start: Point, goal: Point, bends: Bends) => Route) {
    const { wave, field } = waveFieldOf(map, goal)
    this.map = map
    this.goal = goal
    this.wave = wave
    this.field = field
    this.along = along
    this.island = islandOfCell(map.columns, goal.x, goal.y)
  }

  /** Gives its memory back. */
  release(): void {
    this.field.release()
  }

  /** The nearest of some questions, those that take less work by the field than by searches; none where all take more. */
  questionsThatPay<Question extends { readonly start: Point }>(questions: Question[]): Question[] {
    const { goal, map, island } = this
    const cellsTo = ({ start }: Question) => Math.max(Math.abs(start.x - goal.x), Math.abs(start.y - goal.y))
    const nearFirst = questions
      .filter(({ start }) => island >= 0 && islandOfCell(map.columns, start.x, start.y) === island)
      .map(question => ({ question, cells: cellsTo(question) }))
      .sort((a, b) => a.cells - b.cells)
    let searchSteps = 0
    let count = 0
    nearFirst.forEach(({ cells }, i) => {
      searchSteps += STEPS_OF_ENDS + cells / CELLS_OF_SETTLED
      if (searchSteps > this.stepsToReach(cells) + STEPS_OF_ANSWER * (i + 1)) count = i + 1
    })
    return nearFirst.slice(0, count).map(({ question }) => question)
  }

  /** Whether the answer for a start is there already. */
  hasReached({ x, y }: Point): boolean {
    if (!this.map.columns.terrain.isFree(x, y)) return false
    const units = this.wave.unitsAt(x, y)
    return units < Infinity && units <= this.wave.finalUnits
  }

  /** The answer for a start on the goal's island. */
  findInSteps(start: Point): FindInSteps {
    return new FindInSteps(this.turnsTo(start))
  }

  private *turnsTo(start: Point): Generator<number, Route, number> {
    const { wave, stepsOfBlock } = this
    let left = yield STEPS_OF_ANSWER
    for (;;) {
      const units = wave.unitsAt(start.x, start.y)
      if (units <= wave.finalUnits) break
      const settled = wave.settledCount
      wave.advance(units, Math.max(1, Math.floor(left / stepsOfBlock)))
      left = yield Math.ceil((wave.settledCount - settled) * stepsOfBlock)
    }
    const cellsAStep = this.map.columns.terrain.isUniform ? EVEN_CELLS_A_STEP : CELLS_A_STEP
    const { field, goal } = this
    const bends = new Bends(32)
    bends.start(start.x, start.y)
    while (!endsAt(bends, goal.x, goal.y)) {
      const steps = Math.max(1, Math.min(left, STEPS_OF_TRACE))
      field.trace(bends.xOf(bends.count - 1), bends.yOf(bends.count - 1), steps * cellsAStep, bends)
      left = yield steps
    }
    return this.along(start, this.goal, bends)
  }

  private get stepsOfBlock(): number {
    return this.map.columns.terrain.isUniform ? STEPS_OF_EVEN_BLOCK : STEPS_OF_BLOCK
  }

  /** What the wave takes at most to reach all cells up to this many cells away. */
  private stepsToReach(cells: number): number {
    const { blocksWide, blocksHigh } = this.map.columns.terrain
    const side = (2 * cells) / BLOCK_SIDE_CELLS + 2
    return TURNS_OF_BLOCK * this.stepsOfBlock * Math.min(side, blocksWide) * Math.min(side, blocksHigh)
  }
}
