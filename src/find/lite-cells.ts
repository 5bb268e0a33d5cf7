/**
 * A* on the cells of chosen blocks, for pages that must be small. Every other search here goes farther with fewer
 * cells. Without a target it is a flood of the blocks.
 *
 * A **guide** of a block is a cell with its cost to the target. A cell's estimate is the least cost of a guide plus
 * open ground, at the block's cheapest cost, up to it. In a block without guides it is open ground to the target.
 */
import type { Point } from '../base/answer.ts'
import { doubled, grownTo } from '../base/growing.ts'
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import { canStep, DX, DY, freeUnits, stepUnits } from '../map/movement.ts'
import {
  BLOCK_CELLS,
  BLOCK_CELLS_SHIFT,
  BLOCK_MASK,
  BLOCK_SHIFT,
  forEachBlockIn,
  type Terrain,
} from '../map/terrain.ts'

/** The change of a cell's place with a step inside its block. */
const STEP = DX.map((dx, direction) => dx + (DY[direction] << BLOCK_SHIFT))
/** A bit of `reachedBy`, above the direction: the cell has been expanded. */
const DONE = 8

/**
 * The weight of guides on even ground. They overstate what is left among scattered walls: with less weight the search also
 * finds cheaper ways beside them.
 */
const GUIDE_SHARE = { even: 0.97, mixed: 1 }

export class LiteCells {
  readonly blocks: number[] = []
  private readonly terrain: Terrain
  private readonly heap = new Heap()
  private readonly guideShare: number
  /** The place of each block's cells in the columns; NONE for a block that was not chosen. */
  private readonly placeOfBlock: Int32Array
  private unitsOfCell = new Float64Array(BLOCK_CELLS)
  private costOfCell = new Uint16Array(BLOCK_CELLS)
  private reachedBy = new Uint8Array(BLOCK_CELLS)
  private to: Point | null = null
  /** The guides of each chosen block: x, y and units, one after the other. */
  private readonly guidesOf: number[][] = []
  /** The cost of the ground over which estimates go. */
  private readonly guideCostOf: number[] = []

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.guideShare = terrain.ground.of(GUIDE_SHARE)
    this.placeOfBlock = new Int32Array(terrain.blocksWide * terrain.blocksHigh).fill(NONE)
  }

  /** Chooses no block. */
  clear(): void {
    for (const block of this.blocks) this.placeOfBlock[block] = NONE
    this.blocks.length = 0
  }

  /** Chooses the blocks that a square of cells touches. */
  add(x: number, y: number, reachCells: number): void {
    const add = (block: number) => this.addBlock(block)
    forEachBlockIn(this.terrain, x - reachCells, y - reachCells, x + reachCells, y + reachCells, add)
  }

  /** Chooses a block; returns its number among the chosen. */
  addBlock(block: number): number {
    const { blocks, placeOfBlock } = this
    const place = placeOfBlock[block]
    if (place === NONE) {
      const number = blocks.push(block) - 1
      placeOfBlock[block] = number << BLOCK_CELLS_SHIFT
      this.guidesOf[number] = []
      this.guideCostOf[number] = this.load(block, number << BLOCK_CELLS_SHIFT)
      return number
    }
    return place >> BLOCK_CELLS_SHIFT
  }

  /** Copies the costs of a block; returns the cheapest. */
  private load(block: number, place: number): number {
    const { rowBits, costOfBlock, costOfCell } = this.terrain
    if (place === this.costOfCell.length) {
      this.costOfCell = grownTo(this.costOfCell, 2 * place)
      this.unitsOfCell = doubled(this.unitsOfCell)
      this.reachedBy = doubled(this.reachedBy)
    }
    const costs = this.costOfCell
    const cost = costOfBlock[block]
    const first = ~cost << BLOCK_CELLS_SHIFT
    let least = cost < 0 ? Infinity : cost
    for (let cell = 0; cell < BLOCK_CELLS; cell++) {
      const isFree = (rowBits[(block << BLOCK_SHIFT) | (cell >> BLOCK_SHIFT)] >>> (cell & BLOCK_MASK)) & 1
      const own = isFree * (cost < 0 ? costOfCell[first | cell] : cost)
      costs[place + cell] = own
      if (own > 0 && own < least) least = own
    }
    return least
  }

  /** Chooses the block of (x, y), and makes that cell a guide of it. */
  guide(x: number, y: number, units: number): void {
    this.guidesOf[this.addBlock(this.terrain.blockOf(x, y))].push(x, y, units)
  }

  /** Estimates a chosen block over the map's cheapest ground, by way of a guide if it has none of its own. */
  guideLow(block: number, x: number, y: number, units: number): void {
    const number = this.placeOfBlock[block] >> BLOCK_CELLS_SHIFT
    this.guideCostOf[number] = this.terrain.costMin
    if (this.guidesOf[number].length === 0) this.guidesOf[number].push(x, y, units)
  }

  /** The cost in units of a cheap path inside the blocks; Infinity if there is none. */
  find(from: Point, to: Point | null): number {
    const { blocks, heap, reachedBy, unitsOfCell } = this
    const { blocksWide } = this.terrain
    unitsOfCell.fill(Infinity, 0, blocks.length << BLOCK_CELLS_SHIFT)
    this.to = to
    heap.clear()
    this.reach(from.x, from.y, this.placeOf(from.x, from.y), 0, 0)
    while (heap.size > 0) {
      const place = heap.pop()
      if (reachedBy[place] >= DONE) continue
      reachedBy[place] |= DONE
      const block = blocks[place >> BLOCK_CELLS_SHIFT]
      const blockX = block % blocksWide
      const x = (blockX << BLOCK_SHIFT) | (place & BLOCK_MASK)
      const y = (((block - blockX) / blocksWide) << BLOCK_SHIFT) | ((place >> BLOCK_SHIFT) & BLOCK_MASK)
      if (to !== null && to.x === x && to.y === y) return unitsOfCell[place]
      const isAtBorder = ((x + 1) & BLOCK_MASK) < 2 || ((y + 1) & BLOCK_MASK) < 2
      if (isAtBorder) this.expandAtBorder(x, y, place)
      else this.expandInside(x, y, place)
    }
    return Infinity
  }

  /** Expands a cell whose neighbours are all in its block. */
  private expandInside(x: number, y: number, place: number): void {
    const { costOfCell, unitsOfCell } = this
    const { directions } = this.terrain
    const units = unitsOfCell[place]
    const own = costOfCell[place]
    for (let direction = 0; direction < directions; direction++) {
      const next = place + STEP[direction]
      const cost = costOfCell[next]
      if (cost === 0) continue
      const total = units + stepUnits(direction, own, cost)
      if (total >= unitsOfCell[next]) continue
      const dx = DX[direction]
      if (direction > 3 && (costOfCell[place + dx] === 0 || costOfCell[next - dx] === 0)) continue
      this.reach(x + dx, y + DY[direction], next, total, direction)
    }
  }

  private expandAtBorder(x: number, y: number, place: number): void {
    const { costOfCell, terrain, unitsOfCell } = this
    for (let direction = 0; direction < terrain.directions; direction++) {
      const nextX = x + DX[direction]
      const nextY = y + DY[direction]
      const next = terrain.isFree(nextX, nextY) ? this.placeOf(nextX, nextY) : NONE
      if (next < 0) continue
      const total = unitsOfCell[place] + stepUnits(direction, costOfCell[place], costOfCell[next])
      if (total < unitsOfCell[next] && canStep(terrain, x, y, direction))
        this.reach(nextX, nextY, next, total, direction)
    }
  }

  private reach(x: number, y: number, place: number, units: number, direction: number): void {
    this.unitsOfCell[place] = units
    this.reachedBy[place] = direction
    this.heap.push(units + this.estimate(x, y, place), place)
  }

  private estimate(x: number, y: number, place: number): number {
    const { to } = this
    const { costMin, directions } = this.terrain
    if (to === null) return 0
    const guides = this.guidesOf[place >> BLOCK_CELLS_SHIFT]
    if (guides.length === 0) return freeUnits(to.x - x, to.y - y, costMin, directions)
    const cost = this.guideCostOf[place >> BLOCK_CELLS_SHIFT]
    let least = Infinity
    for (let i = 0; i < guides.length; i += 3) {
      const units = guides[i + 2] + freeUnits(guides[i] - x, guides[i + 1] - y, cost, directions)
      if (units < least) least = units
    }
    return this.guideShare * least
  }

  /** The cost of a cell from the start of the search; Infinity if the search did not reach it. */
  unitsTo(x: number, y: number): number {
    return this.unitsOfCell[this.placeOf(x, y)] ?? Infinity
  }

  /** The cells from a reached one back to the start of the search, as x, y pairs. */
  trace({ x, y }: Point): number[] {
    const xy = [x, y]
    for (let place = this.placeOf(x, y); this.unitsOfCell[place] > 0; place = this.placeOf(x, y)) {
      const direction = this.reachedBy[place] & ~DONE
      x -= DX[direction]
      y -= DY[direction]
      xy.push(x, y)
    }
    return xy
  }

  private placeOf(x: number, y: number): number {
    // NONE has all bits, so it stays NONE.
    return this.placeOfBlock[this.terrain.blockOf(x, y)] | ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
  }
}
