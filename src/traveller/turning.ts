/**
 * The cheapest path of a traveller whose heading changes by at most 45 or 90 degrees a step: A* over cells and headings.
 * The search keeps to the blocks around a path that turns as it likes. Where no path is there it takes more blocks around
 * it, and in the end all: "none" is only said when every cell and heading that can be reached was looked at.
 *
 * Memory follows the blocks that are entered: a page a block. A search that would need more pages than PAGES_MAX is refused.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { IsthmusError } from '../base/errors.ts'
import { Heap } from '../base/heap.ts'
import { Bends } from '../cells/bends.ts'
import type { Turner } from '../find/turner.ts'
import { canStep, DX, DY, directionOf, freeUnits, stepUnits } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'
import type { Turn } from '../map/traveller.ts'

/** Blocks around the path, one width after the other; then all of them. */
const WIDTHS_BLOCKS = [1, 4, Number.POSITIVE_INFINITY]
const HEADINGS = 8
const STATES_A_PAGE = BLOCK_CELLS * HEADINGS
/** 72 kB each. */
const PAGES_MAX = 8192
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
  /** The headings that may follow each one; those of no heading stand last. */
  private readonly after: readonly (readonly number[])[]
  private readonly open = new Heap()
  private readonly pageOfBlock = new Map<number, number>()
  private pages: Page[] = []
  private isInside: (block: number) => boolean = () => true
  private isCut = false

  constructor({ terrain }: AtlasColumns, turn: Turn) {
    this.terrain = terrain
    this.after = headingsAfter(turn, terrain.directions)
  }

  find(start: Point, goal: Point, heading: Point | null, near: Int32Array | null): Bends | null {
    const allowed = this.after[heading === null ? FIRST : directionOf(heading.x, heading.y)]
    for (const width of near === null ? [Number.POSITIVE_INFINITY] : WIDTHS_BLOCKS) {
      this.isInside = near === null ? () => true : insideOf(this.terrain, near, width)
      const bends = this.search(start, goal, allowed)
      this.pages = []
      this.pageOfBlock.clear()
      if (bends !== null) return bends
      if (!this.isCut) return null
    }
    return null
  }

  canTurn(heading: Point, step: Point): boolean {
    return this.after[directionOf(heading.x, heading.y)].includes(directionOf(step.x, step.y))
  }

  private search(start: Point, goal: Point, allowed: readonly number[]): Bends | null {
    this.open.clear()
    this.isCut = false
    if (start.x === goal.x && start.y === goal.y) return this.trace(start, start, FIRST)
    this.expand(start.x, start.y, FIRST, allowed, 0, goal)
    while (this.open.size > 0) {
      const state = this.open.pop()
      const { unitsOf, block } = this.pages[Math.floor(state / STATES_A_PAGE)]
      const units = unitsOf[state % STATES_A_PAGE]
      const cell = (state % STATES_A_PAGE) >> 3
      const x = ((block % this.terrain.blocksWide) << BLOCK_SHIFT) | (cell & BLOCK_MASK)
      const y = (Math.floor(block / this.terrain.blocksWide) << BLOCK_SHIFT) | (cell >> BLOCK_SHIFT)
      if (this.open.poppedKey > units + this.leastTo(x, y, goal)) continue
      if (x === goal.x && y === goal.y) return this.trace(start, goal, state & 7)
      this.expand(x, y, state & 7, this.after[state & 7], units, goal)
    }
    return null
  }

  private expand(x: number, y: number, heading: number, allowed: readonly number[], units: number, goal: Point): void {
    const { terrain } = this
    const cost = terrain.costAt(x, y)
    for (const next of allowed) {
      if (!canStep(terrain, x, y, next)) continue
      const nextX = x + DX[next]
      const nextY = y + DY[next]
      const page = this.pageOf(nextX, nextY)
      if (page < 0) continue
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

  /** The page of a cell's block; -1 where the search does not go. */
  private pageOf(x: number, y: number): number {
    const block = this.terrain.blockOf(x, y)
    const known = this.pageOfBlock.get(block)
    if (known !== undefined) return known
    const isInside = this.isInside(block)
    if (!isInside) this.isCut = true
    const page = isInside ? this.pages.length : -1
    this.pageOfBlock.set(block, page)
    if (!isInside) return page
    if (page === PAGES_MAX) {
      const cells = PAGES_MAX * BLOCK_CELLS
      throw new IsthmusError('TOO_LARGE', `A path that turns so little was not found among ${cells} cells: ask nearer.`)
    }
    const unitsOf = new Float64Array(STATES_A_PAGE).fill(Number.POSITIVE_INFINITY)
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
  const eighths = turn / 45
  const all = COMPASS.filter(direction => direction < directions)
  const after = Array.from({ length: HEADINGS }, (_, heading) =>
    all.filter(direction => {
      const apart = Math.abs(COMPASS.indexOf(direction) - COMPASS.indexOf(heading))
      return Math.min(apart, HEADINGS - apart) <= eighths
    }),
  )
  return [...after, all]
}

/** Whether a block is at most so many blocks away from one that holds a cell of the path. */
function insideOf(terrain: Terrain, near: Int32Array, width: number): (block: number) => boolean {
  if (width === Number.POSITIVE_INFINITY) return () => true
  const { blocksWide, blocksHigh } = terrain
  const blocks = new Set<number>()
  let last = -1
  for (let i = 0; i < near.length; i += 2) {
    const block = terrain.blockOf(near[i], near[i + 1])
    if (block === last) continue
    last = block
    const blockX = block % blocksWide
    const blockY = Math.floor(block / blocksWide)
    for (let y = Math.max(0, blockY - width); y <= Math.min(blocksHigh - 1, blockY + width); y++) {
      for (let x = Math.max(0, blockX - width); x <= Math.min(blocksWide - 1, blockX + width); x++) {
        blocks.add(y * blocksWide + x)
      }
    }
  }
  return block => blocks.has(block)
}
