/**
 * The exact search on weighted ground, over the whole map: A* a cell at a time, from both ends.
 *
 * Here the free cost says little, and a search from one end spreads far. Two searches meet half way, and each gives the
 * other a better bound (NBA*, after Pijls and Post): a cell that the one takes up is done for both, and it is passed over
 * where its cost so far, with what the other side's front proves to be left, cannot be below the best path known.
 */
import { Heap } from '../base/heap.ts'
import { DX, DY, freeUnits, stepUnits } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { type Bends, turnRound } from './bends.ts'
import { ExactCells } from './exact-cells.ts'

/** Marks of cells by side: the direction they were reached by, 8 at the end itself. */
const AT_END = 8
/** Mark of side 0 for cells that are done. */
const IS_CLOSED = 16
const NONE = -1
/** After the 8 neighbours, the cell itself. */
const HERE = 8
/** How far apart neighbours of one block are, among costs and among places. */
const APART = Int32Array.from(DX, (dx, direction) => dx + BLOCK_SIDE_CELLS * DY[direction])

export class ExactStep {
  expansionCount = 0
  /** No path is cheaper than this, in units. */
  lowerUnits = 0
  /** The best path known costs so much; the limit where none is. */
  boundUnits = 0
  private readonly terrain: Terrain
  private readonly cells: ExactCells
  /** Side 0 comes from the start, side 1 from the goal. */
  private readonly heapOfSide = [new Heap(), new Heap()]
  private readonly endXOfSide = [0, 0]
  private readonly endYOfSide = [0, 0]
  /** The least that any path over the open cells of a side costs. */
  private readonly frontOfSide = [0, 0]
  /** The cell at hand and its neighbours, by direction. */
  private readonly costOf = new Int32Array(HERE + 1)
  private readonly placeOf = new Int32Array(HERE)
  private meeting = NONE

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.cells = new ExactCells(terrain)
  }

  /** Begins a search for a path that costs less than `limitUnits`. */
  begin(x0: number, y0: number, x1: number, y1: number, limitUnits: number): void {
    const { cells, endXOfSide, endYOfSide, heapOfSide, frontOfSide } = this
    cells.clear()
    this.boundUnits = limitUnits
    this.lowerUnits = 0
    this.meeting = NONE
    this.expansionCount = 0
    endXOfSide[0] = x0
    endYOfSide[0] = y0
    endXOfSide[1] = x1
    endYOfSide[1] = y1
    for (let side = 0; side < 2; side++) {
      frontOfSide[side] = this.freeToEnd(x0, y0, 1)
      heapOfSide[side].clear()
      this.reach(cells.placeOf(endXOfSide[side], endYOfSide[side]), side, 0, frontOfSide[side], AT_END)
    }
  }

  /** Goes on until `expansionsMax` expansions are spent since it began; true if it came to its end. */
  run(expansionsMax: number): boolean {
    const { frontOfSide, heapOfSide } = this
    for (;;) {
      const side = heapOfSide[0].size <= heapOfSide[1].size ? 0 : 1
      const place = this.take(side)
      this.lowerUnits = Math.min(this.boundUnits, Math.max(frontOfSide[0], frontOfSide[1]))
      if (place === NONE || this.lowerUnits >= this.boundUnits) break
      if (this.expansionCount >= expansionsMax) {
        heapOfSide[side].push(frontOfSide[side], place)
        return false
      }
      this.expansionCount++
      this.expand(place, side)
    }
    this.lowerUnits = this.boundUnits
    return true
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    bends.clear()
    this.addCells(bends, 0)
    turnRound(bends)
    this.addCells(bends, 1)
  }

  /** The open cell of a side whose estimate is the lowest; NONE where none is left. */
  private take(side: number): number {
    const heap = this.heapOfSide[side]
    while (heap.size > 0) {
      const place = heap.pop()
      if ((this.cells.markOf[2 * place] & IS_CLOSED) !== 0) continue
      this.frontOfSide[side] = heap.poppedKey
      return place
    }
    return NONE
  }

  private expand(place: number, side: number): void {
    const { cells, terrain } = this
    const x = cells.xOf(place)
    const y = cells.yOf(place)
    const units = cells.unitsOf[2 * place + side]
    cells.markOf[2 * place] |= IS_CLOSED
    if (units + this.frontOfSide[1 - side] - this.freeToEnd(x, y, side) >= this.boundUnits) return
    const { costOf, placeOf } = this
    this.look(x, y, place)
    const cost = costOf[HERE]
    for (let direction = 0; direction < terrain.directions; direction++) {
      const nextCost = costOf[direction]
      if (nextCost === 0) continue
      if (direction >= 4 && (costOf[direction - 4] === 0 || costOf[(direction - 3) & 3] === 0)) continue
      const next = placeOf[direction]
      const nextUnits = units + stepUnits(direction, cost, nextCost)
      if (nextUnits >= cells.unitsOf[2 * next + side] || (cells.markOf[2 * next] & IS_CLOSED) !== 0) continue
      const estimate = nextUnits + this.freeToEnd(x + DX[direction], y + DY[direction], 1 - side)
      if (estimate < this.boundUnits) this.reach(next, side, nextUnits, estimate, direction)
    }
  }

  /** Reads a cell and its neighbours. Within a block that has them they are side by side, and a wall costs 0. */
  private look(x: number, y: number, place: number): void {
    const { terrain, cells, costOf, placeOf } = this
    const { directions, costOfCell } = terrain
    const mixed = ~terrain.costOfBlock[terrain.blockOf(x, y)]
    if (mixed >= 0 && ((x + 1) & BLOCK_MASK) > 1 && ((y + 1) & BLOCK_MASK) > 1) {
      const cell = (mixed << BLOCK_CELLS_SHIFT) | ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
      costOf[HERE] = costOfCell[cell]
      for (let direction = 0; direction < directions; direction++) {
        costOf[direction] = costOfCell[cell + APART[direction]]
        placeOf[direction] = place + APART[direction]
      }
      return
    }
    costOf[HERE] = terrain.costAt(x, y)
    for (let direction = 0; direction < directions; direction++) {
      const nextX = x + DX[direction]
      const nextY = y + DY[direction]
      costOf[direction] = terrain.costAt(nextX, nextY)
      if (costOf[direction] !== 0) placeOf[direction] = cells.placeOf(nextX, nextY)
    }
  }

  private reach(place: number, side: number, units: number, estimate: number, direction: number): void {
    const { cells } = this
    cells.unitsOf[2 * place + side] = units
    cells.markOf[2 * place + side] = direction
    this.heapOfSide[side].push(estimate, place)
    const total = units + cells.unitsOf[2 * place + 1 - side]
    if (total >= this.boundUnits) return
    this.boundUnits = total
    this.meeting = place
  }

  private freeToEnd(x: number, y: number, side: number): number {
    const { costMin, directions } = this.terrain
    return freeUnits(x - this.endXOfSide[side], y - this.endYOfSide[side], costMin, directions)
  }

  /** Adds the cells from where the two sides met to the end of one. */
  private addCells(bends: Bends, side: number): void {
    const { cells, meeting } = this
    let x = cells.xOf(meeting)
    let y = cells.yOf(meeting)
    for (;;) {
      bends.add(x, y)
      const direction = cells.markOf[2 * cells.placeOf(x, y) + side] & ~IS_CLOSED
      if (direction === AT_END) return
      x -= DX[direction]
      y -= DY[direction]
    }
  }
}
