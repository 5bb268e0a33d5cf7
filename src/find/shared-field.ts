/**
 * One field for many questions with one goal. A wave spreads from the goal in turns, as far as the starts of the questions, and
 * gives cheapest paths. The distances of the starts decide whether this takes less work than a search for each.
 */
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import type { WorkInSteps } from '../base/work.ts'
import { Bends } from '../cells/bends.ts'
import { DX, DY, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Wave } from '../wave/wave.ts'
import { directionFrom, type FieldMap } from './field.ts'
import { currencyOf, FindInSteps, STEPS_OF_FIND } from './find-in-steps.ts'
import type { Finder } from './finder.ts'
import { foundOf, Route, type RouteSource, trailIn } from './route.ts'

/** Steps that a block of the wave costs: some microseconds on even ground, three times as long on mixed ground. */
const STEPS_OF_BLOCK = { even: 4, mixed: 15 }
/** Turns of a block, on average: some have a second one. */
const TURNS_OF_BLOCK = 1.5
/** Steps that a question costs beside the wave and its path. */
const STEPS_OF_ANSWER = 3
/** Cells of a path that are traced in one step, and in the time that the tree takes to add one. */
const CELLS_A_STEP = 9
const CELLS_OF_ADDED = 5
/** A search settles an entry for about as many cells between its ends. */
const CELLS_OF_SETTLED = 8
/** A decision looks at no more questions than this, evenly spread among all: it cannot pause. */
export const LOOKED_AT_MAX = 512

const PLACES_OF_FIRST = 1 << 15
/** Scatters cells over a table: the golden ratio in 32 bits. */
const SCATTER = 0x9e3779b1

/** A field that answers many questions with one goal; null where only searches can. */
export function sharedFieldTo(finder: Finder, goal: Point): SharedField | null {
  const { turner, extras } = finder.manner
  return turner == null && extras.many !== undefined ? new SharedField(finder, goal) : null
}

export class SharedField {
  readonly goal: Point
  /** Whether the map is still the one that it spreads over. */
  readonly isCurrent: () => boolean
  /** Whether paths are made at once, as on a map that changes: later they might have other costs. */
  private readonly isDrawn: boolean
  private readonly map: FieldMap
  private readonly island: number
  private wave!: Wave
  private ways!: PathTree
  private readonly source: RouteSource
  /** The farthest ring of starts that it pays for; NONE before that is decided, and where it pays for none. */
  private ringMax = NONE

  constructor(finder: Finder, goal: Point) {
    const { map } = finder.many
    const { columns } = map
    this.map = map
    this.goal = goal
    this.isCurrent = currencyOf(finder)
    this.isDrawn = finder.manner.isChanging === true
    // Paths are made at their first use.
    this.source = { ...finder.engine.laterSource, trace: ({ start }) => trailIn(columns, this.ways.pathFrom(start)) }
    this.island = islandOfCell(columns, goal.x, goal.y)
  }

  /** Makes memory at once that the field would take as it spreads. */
  reserve(): void {
    this.map.waves.reserve()
  }

  release(): void {
    this.wave.release()
  }

  /**
   * Decides for which of some questions it takes less work than a search for each: for starts up to a distance from the
   * goal. Returns whether it does for any; then the wave begins.
   */
  decide(questions: readonly { readonly start: Point }[]): boolean {
    const { blocksWide, blocksHigh } = this.map.columns.terrain
    const countOfRing = new Int32Array(Math.max(blocksWide, blocksHigh) + 1)
    const share = Math.ceil(questions.length / LOOKED_AT_MAX)
    for (let i = 0; i < questions.length; i += share)
      if (this.isOnIsland(questions[i].start)) countOfRing[this.ringOf(questions[i].start)] += share
    let searchSteps = 0
    let count = 0
    for (let ring = 0; ring < countOfRing.length; ring++) {
      if (countOfRing[ring] === 0) continue
      searchSteps += countOfRing[ring] * (STEPS_OF_FIND + (ring * BLOCK_SIDE_CELLS) / CELLS_OF_SETTLED)
      count += countOfRing[ring]
      if (searchSteps > this.stepsToReach(ring + 1) + STEPS_OF_ANSWER * count) this.ringMax = ring
    }
    if (this.ringMax === NONE) return false
    this.wave = this.map.waves.make()
    this.wave.begin([this.goal.x, this.goal.y])
    this.ways = new PathTree(this.map.columns.terrain.width, this.goal)
    return true
  }

  /** Whether it takes less work than a search from this start. */
  paysFor(start: Point): boolean {
    return this.ringOf(start) <= this.ringMax && this.isOnIsland(start)
  }

  /** Whether the wave has reached a start with its final cost. */
  hasReached({ x, y }: Point): boolean {
    if (!this.map.columns.terrain.isFree(x, y)) return false
    const units = this.wave.unitsAt(x, y)
    return units < Infinity && units <= this.wave.finalUnits
  }

  /** The answer for a start on the goal's island. */
  findInSteps(start: Point): FindInSteps {
    const search = new FindInSteps(() => this.workTo(start), STEPS_OF_ANSWER)
    search.isCurrent = () => {
      this.isCurrent()
      // It never begins again: goal groups drop it together with its field.
      return true
    }
    return search
  }

  private *workTo(start: Point): WorkInSteps<Route> {
    const { wave, stepsOfBlock } = this
    for (let left = yield 0; ; ) {
      const units = wave.unitsAt(start.x, start.y)
      if (units <= wave.finalUnits) break
      const settled = wave.settledCount
      wave.advance(units, Math.max(1, Math.floor(left / stepsOfBlock)))
      left = yield Math.ceil((wave.settledCount - settled) * stepsOfBlock)
    }
    yield* this.trace(start)
    const estimate = wave.unitsAt(start.x, start.y) / UNITS_PER_CELL
    const asked = { start, goal: this.goal, isReplaced: false, quality: 'exact' } as const
    const route = new Route(this.source, foundOf(asked, estimate), null)
    if (this.isDrawn) route.trail!.halves
    return route
  }

  /** Traces a path up to a cell that is in the tree. */
  private *trace({ x, y }: Point): WorkInSteps<void> {
    const { ways, wave } = this
    const { terrain } = this.map.columns
    ways.begin()
    let block = NONE
    let direction = 0
    let left = yield 0
    let traced = 0
    for (; ; traced++) {
      if (traced >= CELLS_A_STEP * left) {
        traced = 0
        left = yield left
      }
      const before = direction
      direction = directionFrom(terrain, wave, x, y, before)
      // Paths that share a stretch also enter its blocks at the same cells.
      if (direction !== before || block !== terrain.blockOf(x, y)) {
        traced += CELLS_OF_ADDED
        if (ways.add(x, y)) break
        block = terrain.blockOf(x, y)
      }
      x += DX[direction]
      y += DY[direction]
    }
    yield Math.ceil(traced / CELLS_A_STEP)
  }

  private get stepsOfBlock(): number {
    return this.map.columns.terrain.ground.of(STEPS_OF_BLOCK)
  }

  private isOnIsland({ x, y }: Point): boolean {
    return this.island >= 0 && islandOfCell(this.map.columns, x, y) === this.island
  }

  /** Distances from the goal are counted in whole sides of a block. */
  private ringOf({ x, y }: Point): number {
    return Math.max(Math.abs(x - this.goal.x), Math.abs(y - this.goal.y)) >> BLOCK_SHIFT
  }

  /** The most steps that the wave takes to reach all cells within this many rings. */
  private stepsToReach(rings: number): number {
    const { blocksWide, blocksHigh } = this.map.columns.terrain
    const side = 2 * rings + 2
    return TURNS_OF_BLOCK * this.stepsOfBlock * Math.min(side, blocksWide) * Math.min(side, blocksHigh)
  }
}

/** By place: a cell and the cell that it leads to, each plus one; 0 where there is none. */
interface Table {
  readonly cellAt: Float64Array
  readonly nextAt: Float64Array
}

/**
 * Many paths to one goal, as a tree of some of their cells: each leads straight to the next one towards the goal. Paths
 * share the way from their first common cell on, so only the part of a new path before that cell is traced.
 *
 * The tree is hash tables in flat arrays. Where one is full, a larger one takes the next cells: a table that grew would
 * make a pause of milliseconds.
 */
class PathTree {
  private readonly width: number
  private readonly goalCell: number
  /** The newest first. */
  private readonly tables: Table[] = []
  /** Cells that the newest table has room for. */
  private room = 0
  /** The first cells of a path that is not joined yet. */
  private readonly path: number[] = []
  private pathCount = 0

  constructor(width: number, goal: Point) {
    this.width = width
    this.goalCell = this.cellOf(goal)
    this.insert(this.goalCell, this.goalCell)
  }

  /** Begins another path; one that did not join the tree is forgotten. */
  begin(): void {
    this.pathCount = 0
  }

  /** Adds the next cell of a path. Returns whether the tree knows the way from there, so the path is complete. */
  add(x: number, y: number): boolean {
    const { path } = this
    const cell = y * this.width + x
    path[this.pathCount++] = cell
    if (this.nextOf(cell) === NONE) return false
    for (let i = 1; i < this.pathCount; i++) this.insert(path[i - 1], path[i])
    return true
  }

  /** The path from a cell that is in the tree. */
  pathFrom(start: Point): Bends {
    const bends = new Bends(64)
    for (let cell = this.cellOf(start); ; cell = this.nextOf(cell)) {
      bends.add(cell % this.width, Math.floor(cell / this.width))
      if (cell === this.goalCell) return bends
    }
  }

  /** The cell that a cell leads to; NONE where the tree does not have it. */
  private nextOf(cell: number): number {
    for (const { cellAt, nextAt } of this.tables) {
      const place = placeOf(cellAt, cell)
      if (cellAt[place] !== 0) return nextAt[place] - 1
    }
    return NONE
  }

  /** Adds a cell that the tree does not have. */
  private insert(cell: number, next: number): void {
    if (this.room === 0) {
      const places = this.tables.length === 0 ? PLACES_OF_FIRST : 2 * this.tables[0].cellAt.length
      this.tables.unshift({ cellAt: new Float64Array(places), nextAt: new Float64Array(places) })
      this.room = places / 2
    }
    this.room--
    const { cellAt, nextAt } = this.tables[0]
    const place = placeOf(cellAt, cell)
    cellAt[place] = cell + 1
    nextAt[place] = next + 1
  }

  private cellOf({ x, y }: Point): number {
    return y * this.width + x
  }
}

/** Where a cell is in a table, or would be. */
function placeOf(cellAt: Float64Array, cell: number): number {
  const mask = cellAt.length - 1
  let place = (Math.imul(cell, SCATTER) >>> 8) & mask
  while (cellAt[place] !== cell + 1 && cellAt[place] !== 0) place = (place + 1) & mask
  return place
}
