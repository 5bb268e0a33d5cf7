/**
 * One field for many questions with one goal: a wave spreads from the goal in turns, as far as the starts of the
 * questions, and gives cheapest paths. The distances of the starts decide whether this takes less work than a search
 * for each.
 */
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import { trailOf } from '../cells/bends.ts'
import { DX, DY, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Wave } from '../wave/wave.ts'
import { directionFrom, type FieldMap } from './field.ts'
import { FindInSteps, type Lender, pay, STEPS_OF_FIND } from './find-in-steps.ts'
import type { FindOptions } from './find-options.ts'
import { PathTree } from './path-tree.ts'
import { type Found, Route, type RouteSource } from './route.ts'

/** Steps that a block of the wave costs: some microseconds on even ground, three times as long on uneven ground. */
const STEPS_OF_EVEN_BLOCK = 6
const STEPS_OF_BLOCK = 18
/** Turns of a block, on average: some have a second one. */
const TURNS_OF_BLOCK = 1.5
const STEPS_OF_ANSWER = 8
/** Cells of a path that are traced in one step. */
const CELLS_A_STEP = 4
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
  /** Whether paths are made at once, as on a map that changes: later they might have other costs. */
  isDrawn = false
  private readonly map: FieldMap
  private readonly island: number
  private readonly wave: Wave
  private readonly ways: PathTree
  private readonly source: RouteSource

  /** Paths are made at their first use; `source` serves routes in all else. */
  constructor(map: FieldMap, goal: Point, source: RouteSource) {
    this.map = map
    this.goal = goal
    this.wave = map.waves.make()
    this.wave.begin([goal.x, goal.y])
    const { terrain } = map.columns
    const ways = new PathTree(terrain.width, goal)
    this.ways = ways
    this.source = { ...source, trace: ({ start }) => trailOf(terrain, ways.pathFrom(start)) }
    this.island = islandOfCell(map.columns, goal.x, goal.y)
  }

  release(): void {
    this.wave.release()
  }

  /** The nearest of some questions: those that take less work by the field than by searches. */
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
      searchSteps += STEPS_OF_FIND + cells / CELLS_OF_SETTLED
      if (searchSteps > this.stepsToReach(cells) + STEPS_OF_ANSWER * (i + 1)) count = i + 1
    })
    return nearFirst.slice(0, count).map(({ question }) => question)
  }

  /** Whether the wave has reached a start with its final cost. */
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
    let left = yield* pay(STEPS_OF_ANSWER)
    for (;;) {
      const units = wave.unitsAt(start.x, start.y)
      if (units <= wave.finalUnits) break
      const settled = wave.settledCount
      wave.advance(units, Math.max(1, Math.floor(left / stepsOfBlock)))
      left = yield* pay(Math.ceil((wave.settledCount - settled) * stepsOfBlock), left)
    }
    yield* this.trace(start)
    const found: Found = {
      ...{ status: 'found', message: '', start, goal: this.goal, isReplaced: false, quality: 'exact', steps: null },
      estimate: wave.unitsAt(start.x, start.y) / UNITS_PER_CELL,
    }
    const route = new Route(this.source, found, null)
    if (this.isDrawn) route.trail!.halves
    return route
  }

  /** Traces a path up to a cell that is in the tree. */
  private *trace({ x, y }: Point): Generator<number, void> {
    const { ways, wave } = this
    const { terrain } = this.map.columns
    const cells: number[] = []
    let block = NONE
    for (let direction = 0, steps = 1; ; steps++) {
      const before = direction
      direction = directionFrom(terrain, wave, x, y, before)
      // Paths that share a stretch also enter its blocks at the same cells.
      if (direction !== before || block !== terrain.blockOf(x, y)) {
        const cell = y * terrain.width + x
        if (ways.has(cell)) return ways.join(cells, cell)
        cells.push(cell)
        block = terrain.blockOf(x, y)
      }
      x += DX[direction]
      y += DY[direction]
      if (steps % CELLS_A_STEP === 0) yield 1
    }
  }

  private get stepsOfBlock(): number {
    return this.map.columns.terrain.isUniform ? STEPS_OF_EVEN_BLOCK : STEPS_OF_BLOCK
  }

  /** The most steps that the wave takes to reach all cells up to this many cells away. */
  private stepsToReach(cells: number): number {
    const { blocksWide, blocksHigh } = this.map.columns.terrain
    const side = (2 * cells) / BLOCK_SIDE_CELLS + 2
    return TURNS_OF_BLOCK * this.stepsOfBlock * Math.min(side, blocksWide) * Math.min(side, blocksHigh)
  }
}
