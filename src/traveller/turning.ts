/**
 * The cheapest path of a traveller whose heading changes by at most 45 or 90 degrees a step: A* over cells and headings.
 * The search first keeps to a narrow band around a path without turning limits, and accepts a path that costs hardly more. If
 * the band has no path at all, a test (turn-reach.ts) decides whether the map has one. The search then widens to the blocks
 * around the path, to more of them, and finally to all.
 *
 * Memory grows with the blocks entered, a page each. A search that needs more than PAGES_MAX pages is refused.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { refuseSize } from '../base/given.ts'
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import type { WorkInSteps } from '../base/work.ts'
import { Bends } from '../cells/bends.ts'
import type { Turner } from '../find/passes.ts'
import { canStep, DX, DY, directionOf, eighthsBetween, freeUnits, stepUnits } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, forEachBlockIn, type Terrain } from '../map/terrain.ts'
import type { Turn } from '../map/traveller.ts'
import { unitsOfPath } from '../proof/lower-bound.ts'
import { isTurnable } from './turn-reach.ts'

/** A path in the band is accepted up to this multiple of the free path's cost, plus some steps for turning about. */
const COST_TAKEN = 1.02
const STEPS_TAKEN = 8

/** Widths of the search in blocks around the path, tried in order; the last takes all blocks. */
const WIDTHS_BLOCKS = [1, 4, Number.POSITIVE_INFINITY]
const HEADINGS = 8
const STATES_A_PAGE = BLOCK_CELLS * HEADINGS
const STATES_A_ROW = BLOCK_SIDE_CELLS * HEADINGS
/** The band consists of tiles of 8 x 8 cells: those on the path and their neighbours. */
const TILE_SHIFT = 3
const TILE_STATES = HEADINGS << TILE_SHIFT
/** 72 kB each. */
const PAGES_MAX = 8192
/** Steps of work, each some half a microsecond: a state that is expanded, a page, a tile, and what a cell of the path near takes. */
const STEPS_OF_STATE = 0.4
const STEPS_OF_PAGE = 10
const STEPS_OF_TILE = 0.5
const STEPS_OF_CELL = 0.03
const UNKNOWN = -2
/** No heading: before the first step of all. */
const FIRST = 8
/** Directions in the order of the compass, so that neighbours differ by 45 degrees. */
const COMPASS = [0, 4, 1, 5, 2, 6, 3, 7]

interface Page {
  readonly unitsOf: Float64Array
  /** The heading before the step that led here; FIRST where it was the path's first. */
  readonly headingBefore: Int8Array
  readonly block: number
}

export class TurningSearch implements Turner {
  private readonly terrain: Terrain
  /** By heading: the headings that may follow; at FIRST, those of the first step. */
  private readonly after: readonly (readonly number[])[]
  private readonly open = new Heap()
  /** NONE where the search does not go. */
  private readonly pageOfBlock: Int32Array
  private pages: Page[] = []
  private isInside: (block: number) => boolean = () => true
  /** Initial cost of a new page's states: Infinity, or 0 to close them. */
  private blank = Number.POSITIVE_INFINITY
  private unitsFound = 0
  /** Steps that were taken and not yielded yet. */
  private steps = 0

  constructor(columns: AtlasColumns, turn: Turn) {
    const { terrain } = columns
    this.terrain = terrain
    this.pageOfBlock = new Int32Array(terrain.blocksWide * terrain.blocksHigh).fill(UNKNOWN)
    this.after = headingsAfter(turn, terrain.directions)
  }

  *inSteps(start: Point, goal: Point, heading: Point | null, near: Int32Array | null): WorkInSteps<Bends | null> {
    const { terrain, after } = this
    this.steps = 0
    const first = after[heading === null ? FIRST : directionOf(heading.x, heading.y)]
    if (start.x === goal.x && start.y === goal.y) return this.trace(start, start, FIRST)
    const bends = near === null ? null : yield* this.searchBand(start, goal, first, near)
    if (bends !== null && this.unitsFound <= this.unitsTaken(near!)) return bends
    if (bends === null && !(yield* isTurnable(terrain, start, goal, after, first))) return null
    for (const width of near === null ? [Number.POSITIVE_INFINITY] : WIDTHS_BLOCKS) {
      this.clear(Number.POSITIVE_INFINITY)
      this.isInside = insideOf(terrain, near, width)
      const wider = yield* this.search(start, goal, first)
      if (wider !== null) return wider
    }
    return null
  }

  /** The cheapest path in the band around a path. */
  private *searchBand(
    start: Point,
    goal: Point,
    first: readonly number[],
    near: Int32Array,
  ): WorkInSteps<Bends | null> {
    this.clear(0)
    this.steps += STEPS_OF_CELL * near.length
    this.isInside = () => true
    let [lastX, lastY] = [NONE, NONE]
    let left = 1
    for (let at = 0; at < near.length; at += 2) {
      const [tileX, tileY] = [near[at] >> TILE_SHIFT, near[at + 1] >> TILE_SHIFT]
      if (tileX !== lastX || tileY !== lastY) this.openAround(tileX, tileY)
      lastX = tileX
      lastY = tileY
      if (this.steps >= left) left = yield this.stepsTaken()
    }
    this.isInside = () => false
    return yield* this.search(start, goal, first)
  }

  /** The cost up to which a path in the band is accepted; `near` are the cells of the free path. */
  private unitsTaken(near: Int32Array): number {
    const cost = this.terrain.costAt(near[0], near[1])
    return COST_TAKEN * unitsOfPath(this.terrain, near) + STEPS_TAKEN * stepUnits(0, cost, cost)
  }

  /** Opens a tile and its neighbours; leaves open tiles as they are. */
  private openAround(tileX: number, tileY: number): void {
    const { width, height } = this.terrain
    const [right, bottom] = [(width - 1) >> TILE_SHIFT, (height - 1) >> TILE_SHIFT]
    this.steps += STEPS_OF_TILE
    for (let y = Math.max(0, tileY - 1); y <= Math.min(bottom, tileY + 1); y++) {
      for (let x = Math.max(0, tileX - 1); x <= Math.min(right, tileX + 1); x++) {
        const { unitsOf } = this.pages[this.pageOf(x << TILE_SHIFT, y << TILE_SHIFT)]
        const first = stateIn(x << TILE_SHIFT, y << TILE_SHIFT, 0)
        if (unitsOf[first] !== 0) continue
        const end = first + (STATES_A_ROW << TILE_SHIFT)
        for (let row = first; row < end; row += STATES_A_ROW) {
          unitsOf.fill(Number.POSITIVE_INFINITY, row, row + TILE_STATES)
        }
      }
    }
  }

  private clear(blank: number): void {
    this.blank = blank
    this.pages = []
    this.pageOfBlock.fill(UNKNOWN)
  }

  private stepsTaken(): number {
    const steps = Math.ceil(this.steps)
    this.steps = 0
    return steps
  }

  canTurn(heading: Point, step: Point): boolean {
    return this.after[directionOf(heading.x, heading.y)].includes(directionOf(step.x, step.y))
  }

  /** The cheapest path over the pages that are open or may be; then gives back their memory. */
  private *search(start: Point, goal: Point, first: readonly number[]): WorkInSteps<Bends | null> {
    const { open, terrain, after } = this
    open.clear()
    this.expand(start.x, start.y, FIRST, first, 0, goal)
    let bends: Bends | null = null
    for (let left = 1; open.size > 0 && bends === null; ) {
      if (this.steps >= left) left = yield this.stepsTaken()
      const state = open.pop()
      const { unitsOf, block } = this.pages[Math.floor(state / STATES_A_PAGE)]
      const units = unitsOf[state % STATES_A_PAGE]
      const cell = (state % STATES_A_PAGE) >> 3
      const x = ((block % terrain.blocksWide) << BLOCK_SHIFT) | (cell & BLOCK_MASK)
      const y = (Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT) | (cell >> BLOCK_SHIFT)
      if (open.poppedKey > units + this.leastTo(x, y, goal)) continue
      this.unitsFound = units
      if (x === goal.x && y === goal.y) bends = this.trace(start, goal, state & 7)
      else this.expand(x, y, state & 7, after[state & 7], units, goal)
    }
    this.clear(this.blank)
    yield this.stepsTaken()
    return bends
  }

  private expand(x: number, y: number, heading: number, allowed: readonly number[], units: number, goal: Point): void {
    const { terrain } = this
    const cost = terrain.costAt(x, y)
    this.steps += STEPS_OF_STATE
    for (const next of allowed) {
      if (!canStep(terrain, x, y, next)) continue
      const nextX = x + DX[next]
      const nextY = y + DY[next]
      const page = this.pageOf(nextX, nextY)
      if (page === NONE) continue
      const at = stateIn(nextX, nextY, next)
      const { unitsOf, headingBefore } = this.pages[page]
      const reached = units + stepUnits(next, cost, terrain.costAt(nextX, nextY))
      if (reached >= unitsOf[at]) continue
      unitsOf[at] = reached
      headingBefore[at] = heading
      this.open.push(reached + this.leastTo(nextX, nextY, goal), page * STATES_A_PAGE + at)
    }
  }

  private leastTo(x: number, y: number, goal: Point): number {
    return freeUnits(goal.x - x, goal.y - y, this.terrain.costMin, this.terrain.directions)
  }

  /** The page of a cell's block; NONE where the search does not go. */
  private pageOf(x: number, y: number): number {
    const block = this.terrain.blockOf(x, y)
    const known = this.pageOfBlock[block]
    return known === UNKNOWN ? this.newPageOf(block) : known
  }

  private newPageOf(block: number): number {
    const page = this.isInside(block) ? this.pages.length : NONE
    this.pageOfBlock[block] = page
    if (page === NONE) return page
    if (page === PAGES_MAX) {
      const cells = PAGES_MAX * BLOCK_CELLS
      refuseSize(`A path that turns so little was not found among ${cells} cells: ask nearer.`)
    }
    this.steps += STEPS_OF_PAGE
    const unitsOf = new Float64Array(STATES_A_PAGE)
    if (this.blank !== 0) unitsOf.fill(this.blank)
    this.pages.push({ unitsOf, headingBefore: new Int8Array(STATES_A_PAGE), block })
    return page
  }

  private trace(start: Point, goal: Point, lastHeading: number): Bends {
    const steps: number[] = []
    let { x, y } = goal
    for (let heading = lastHeading; heading !== FIRST; ) {
      const { headingBefore } = this.pages[this.pageOf(x, y)]
      const before = headingBefore[stateIn(x, y, heading)]
      steps.push(heading)
      x -= DX[heading]
      y -= DY[heading]
      heading = before
    }
    const bends = new Bends()
    bends.start(start.x, start.y)
    for (const direction of steps.reverse()) bends.run(direction, 1)
    return bends
  }
}

function stateIn(x: number, y: number, heading: number): number {
  return ((((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)) << 3) | heading
}

function headingsAfter(turn: Turn, directions: number): number[][] {
  const all = COMPASS.filter(direction => direction < directions)
  const after = Array.from({ length: HEADINGS }, (_, heading) =>
    all.filter(direction => 45 * eighthsBetween(direction, heading) <= turn),
  )
  return [...after, all]
}

/** Whether a block is at most `width` blocks away from one that holds a cell of the path. */
function insideOf(terrain: Terrain, near: Int32Array | null, width: number): (block: number) => boolean {
  if (near === null || width === Number.POSITIVE_INFINITY) return () => true
  const isIn = new Uint8Array(terrain.costOfBlock.length)
  const mark = (block: number) => {
    isIn[block] = 1
  }
  const cells = width * BLOCK_SIDE_CELLS
  let last = -1
  for (let i = 0; i < near.length; i += 2) {
    const [x, y] = [near[i], near[i + 1]]
    const block = terrain.blockOf(x, y)
    if (block !== last) forEachBlockIn(terrain, x - cells, y - cells, x + cells, y + cells, mark)
    last = block
  }
  return block => isIn[block] === 1
}
