/**
 * One field for many questions with one goal: a wave spreads from it in turns, as far as the cells that are asked about, and paths
 * are read off. They are cheapest ones. From how many questions on that takes less work than a search for each follows from how far
 * away they are asked from.
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

/** Steps that a block of the wave counts for: on even ground it takes some microseconds, on uneven ground three times as long. */
const STEPS_OF_EVEN_BLOCK = 6
const STEPS_OF_BLOCK = 18
/** A block has a second turn now and then. */
const TURNS_OF_BLOCK = 1.5
const STEPS_OF_ANSWER = 8
/** Cells of a path that count for a step, which are traced at a time. */
const CELLS_A_STEP = 20
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
  /** Whether paths are assembled at once, as on a map that changes: later they might cost something else. */
  isDrawn = false
  private readonly map: FieldMap
  private readonly island: number
  private readonly wave: Wave
  private readonly ways: PathTree
  private readonly source: RouteSource

  /** Paths are assembled when they are asked for: by `source` all else is answered that is asked of routes. */
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

  /** Gives its memory back. */
  release(): void {
    this.wave.release()
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
      searchSteps += STEPS_OF_FIND + cells / CELLS_OF_SETTLED
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

  /** What the wave takes at most to reach all cells up to this many cells away. */
  private stepsToReach(cells: number): number {
    const { blocksWide, blocksHigh } = this.map.columns.terrain
    const side = (2 * cells) / BLOCK_SIDE_CELLS + 2
    return TURNS_OF_BLOCK * this.stepsOfBlock * Math.min(side, blocksWide) * Math.min(side, blocksHigh)
  }
}
