/**
 * A* on the cells of chosen blocks, as it is in books: for pages that must be small. Every other search here goes farther with fewer
 * cells. Without a target it is a flood of the blocks.
 */
import type { Point } from '../base/answer.ts'
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import { canStep, DX, DY, freeUnits, stepUnits } from '../map/movement.ts'
import {
  BLOCK_CELLS,
  BLOCK_CELLS_SHIFT,
  BLOCK_MASK,
  BLOCK_SHIFT,
  BLOCK_SIDE_CELLS,
  type Terrain,
} from '../map/terrain.ts'

export class BlockSearch {
  readonly blocks: number[] = []
  private readonly terrain: Terrain
  private readonly heap = new Heap()
  /** Where `unitsOfCell` has the cells of each block; NONE for a block that was not chosen. */
  private readonly placeOfBlock: Int32Array
  private unitsOfCell = new Float64Array(0)
  private costOfCell = new Uint16Array(BLOCK_CELLS)
  private to: Point | null = null

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.placeOfBlock = new Int32Array(terrain.blocksWide * terrain.blocksHigh).fill(NONE)
  }

  /** Chooses no block. */
  clear(): void {
    for (const block of this.blocks) this.placeOfBlock[block] = NONE
    this.blocks.length = 0
  }

  /** Chooses the blocks that a square of cells touches. */
  add(x: number, y: number, reachCells: number): void {
    const { terrain } = this
    const lastX = Math.min(terrain.width - 1, x + reachCells) >> BLOCK_SHIFT
    const lastY = Math.min(terrain.height - 1, y + reachCells) >> BLOCK_SHIFT
    for (let blockY = Math.max(0, y - reachCells) >> BLOCK_SHIFT; blockY <= lastY; blockY++) {
      for (let blockX = Math.max(0, x - reachCells) >> BLOCK_SHIFT; blockX <= lastX; blockX++) {
        this.addBlock(blockY * terrain.blocksWide + blockX)
      }
    }
  }

  addBlock(block: number): void {
    const { blocks, placeOfBlock, terrain } = this
    if (placeOfBlock[block] !== NONE) return
    const place = blocks.length << BLOCK_CELLS_SHIFT
    placeOfBlock[block] = place
    blocks.push(block)
    if (place === this.costOfCell.length) {
      const larger = new Uint16Array(2 * place)
      larger.set(this.costOfCell)
      this.costOfCell = larger
    }
    const left = (block % terrain.blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
    for (let cell = 0; cell < BLOCK_CELLS; cell++)
      this.costOfCell[place + cell] = terrain.costAt(left + (cell & BLOCK_MASK), top + (cell >> BLOCK_SHIFT))
  }

  /** The cost in units of the cheapest path inside the blocks; Infinity if there is none, or it takes more expansions. */
  find(from: Point, to: Point | null, expansionsMax: number): number {
    const { blocks, heap } = this
    const count = blocks.length << BLOCK_CELLS_SHIFT
    if (this.unitsOfCell.length < count) this.unitsOfCell = new Float64Array(2 * count)
    this.unitsOfCell.fill(Infinity, 0, count)
    this.to = to
    heap.clear()
    this.reach(from.x, from.y, this.placeOf(from.x, from.y), 0)
    for (let expansions = 0; heap.size > 0 && expansions < expansionsMax; expansions++) {
      const place = heap.pop()
      const block = blocks[place >> BLOCK_CELLS_SHIFT]
      const blockX = block % this.terrain.blocksWide
      const x = (blockX << BLOCK_SHIFT) | (place & BLOCK_MASK)
      const y = (((block - blockX) / this.terrain.blocksWide) << BLOCK_SHIFT) | ((place >> BLOCK_SHIFT) & BLOCK_MASK)
      if (to?.x === x && to.y === y) return this.unitsOfCell[place]
      const isAtBorder = ((x + 1) & BLOCK_MASK) < 2 || ((y + 1) & BLOCK_MASK) < 2
      if (isAtBorder) this.expandAtBorder(x, y, this.unitsOfCell[place])
      else this.expandInside(x, y, place)
    }
    return Infinity
  }

  /** To all cells around one that has them in its own block. */
  private expandInside(x: number, y: number, place: number): void {
    const { costOfCell } = this
    const units = this.unitsOfCell[place]
    for (let direction = 0; direction < this.terrain.directions; direction++) {
      const [dx, dy] = [DX[direction], DY[direction]]
      const next = place + dx + BLOCK_SIDE_CELLS * dy
      const cost = costOfCell[next]
      if (cost === 0 || costOfCell[place + dx] === 0 || costOfCell[next - dx] === 0) continue
      this.reach(x + dx, y + dy, next, units + stepUnits(direction, costOfCell[place], cost))
    }
  }

  private expandAtBorder(x: number, y: number, units: number): void {
    const { terrain } = this
    for (let direction = 0; direction < terrain.directions; direction++) {
      if (!canStep(terrain, x, y, direction)) continue
      const [nextX, nextY] = [x + DX[direction], y + DY[direction]]
      this.reach(nextX, nextY, this.placeOf(nextX, nextY), units + this.step(x, y, direction))
    }
  }

  private reach(x: number, y: number, place: number, units: number): void {
    const { terrain, to, unitsOfCell } = this
    if (place < 0 || units >= unitsOfCell[place]) return
    unitsOfCell[place] = units
    this.heap.push(
      units + (to === null ? 0 : freeUnits(to.x - x, to.y - y, terrain.costMin, terrain.directions)),
      place,
    )
  }

  /** The cost of a cell from where the search began, if it came there. */
  unitsTo(x: number, y: number): number {
    const place = this.placeOf(x, y)
    return place < 0 ? Infinity : this.unitsOfCell[place]
  }

  /** The cells from one that was reached on to where the search began, as x, y pairs. */
  trace({ x, y }: Point): number[] {
    const xy = [x, y]
    for (let direction = 0; this.unitsTo(x, y) > 0; ) {
      const left = this.unitsTo(x, y) - this.step(x, y, direction)
      const isNext =
        canStep(this.terrain, x, y, direction) && this.unitsTo(x + DX[direction], y + DY[direction]) === left
      if (isNext) {
        x += DX[direction]
        y += DY[direction]
        xy.push(x, y)
      } else direction = (direction + 1) % this.terrain.directions
    }
    return xy
  }

  private step(x: number, y: number, direction: number): number {
    const { terrain } = this
    return stepUnits(direction, terrain.costAt(x, y), terrain.costAt(x + DX[direction], y + DY[direction]))
  }

  private placeOf(x: number, y: number): number {
    const place = this.placeOfBlock[this.terrain.blockOf(x, y)]
    return place < 0 ? NONE : place | ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
  }
}
