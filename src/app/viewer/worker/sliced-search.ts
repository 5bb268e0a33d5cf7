/**
 * The exact optimum, for a page that asks how good a path is: A* over the cells, in slices, so that the worker answers
 * other questions in between. It never looks at a cell from which the goal cannot be reached more cheaply than by the
 * path at hand, and keeps costs only for blocks that it enters, so a search across a huge map needs memory for what it
 * sees and no more.
 *
 * Lengths are 1 and sqrt 2. Costs of settled cells never fall, so at any moment the search has proven how cheap the best
 * path could still be at most: an answer of sorts, long before the exact one.
 */
import { Heap } from '../../../base/heap.ts'
import type { CellCosts } from '../../../map/movement.ts'
import { canStep, DX, DY } from '../../../map/movement.ts'
import type { Terrain } from '../../../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../../../map/terrain.ts'
import type { Cell } from './places.ts'

/** Sums of doubles along a path differ by rounding, depending on their order. */
const ROUNDING = 1e-9
const BLOCK_CELLS = BLOCK_SIDE_CELLS ** 2

export class SlicedSearch {
  /** No path is cheaper. When `isDone` this is the cost of the best. */
  lowerBound: number
  isDone = false
  settledCount = 0
  private readonly terrain: Terrain
  private readonly goal: Cell
  private readonly knownCost: number
  private readonly heap = new Heap()
  private readonly around = new Around()
  private readonly costOfCellOfBlock: (Float64Array | undefined)[]

  /** `knownCost`: of a path that is known already. */
  constructor(terrain: Terrain, start: Cell, goal: Cell, knownCost: number) {
    this.terrain = terrain
    this.goal = goal
    this.knownCost = knownCost
    this.costOfCellOfBlock = new Array(terrain.blocksWide * terrain.blocksHigh)
    this.lowerBound = this.restFrom(start.x, start.y)
    this.reach(start.x, start.y, 0)
  }

  /** Settles some cells more, `count` at most. */
  run(count: number): void {
    const { heap, goal } = this
    for (; count > 0 && !this.isDone; count--) {
      if (heap.size === 0) {
        // All that could be cheaper was seen: the known path is the best, but for rounding.
        this.lowerBound = this.knownCost
        this.isDone = true
        return
      }
      const cell = heap.pop()
      const x = cell & 0xffff
      const y = cell >>> 16
      const cost = this.blockAt(x, y)[cellInBlock(x, y)]
      if (heap.poppedKey > cost + this.restFrom(x, y) + ROUNDING) continue
      this.lowerBound = Math.max(this.lowerBound, Math.min(this.knownCost, heap.poppedKey))
      this.settledCount++
      if (x === goal.x && y === goal.y) this.isDone = true
      else this.expand(x, y, cost)
    }
  }

  /** The cheapest path as x, y pairs, when it is done and cheaper than the known one; null otherwise. */
  path(): Int32Array | null {
    const { goal, around, terrain } = this
    if (!this.isDone || !(this.costSoFar(goal.x, goal.y) < this.knownCost * (1 - ROUNDING))) return null
    const cells = [goal.x, goal.y]
    let { x, y } = goal
    // Back from the goal, each time to the neighbour over which this cell is reached most cheaply, down to cost 0.
    while (this.costSoFar(x, y) > 0) {
      around.lookAt(terrain, x, y)
      let best = Number.POSITIVE_INFINITY
      let bestDirection = 0
      for (let direction = 0; direction < terrain.directions; direction++) {
        if (!canStep(around, x, y, direction)) continue
        const cost = this.costSoFar(x + DX[direction], y + DY[direction]) + this.stepCost(x, y, direction)
        if (cost >= best) continue
        best = cost
        bestDirection = direction
      }
      x += DX[bestDirection]
      y += DY[bestDirection]
      cells.push(x, y)
    }
    return Int32Array.from(cells)
  }

  private expand(x: number, y: number, cost: number): void {
    const { around, terrain } = this
    around.lookAt(terrain, x, y)
    for (let direction = 0; direction < terrain.directions; direction++) {
      if (!canStep(around, x, y, direction)) continue
      this.reach(x + DX[direction], y + DY[direction], cost + this.stepCost(x, y, direction))
    }
  }

  /** Of a step from the cell that is looked at. */
  private stepCost(x: number, y: number, direction: number): number {
    const { around } = this
    const mean = around.costAt(x, y) / 2 + around.costAt(x + DX[direction], y + DY[direction]) / 2
    return direction < 4 ? mean : mean * Math.SQRT2
  }

  private reach(x: number, y: number, cost: number): void {
    const costs = this.blockAt(x, y)
    const at = cellInBlock(x, y)
    if (cost >= costs[at]) return
    const total = cost + this.restFrom(x, y)
    if (total > this.knownCost * (1 + ROUNDING)) return
    costs[at] = cost
    this.heap.push(total, x | (y << 16))
  }

  private costSoFar(x: number, y: number): number {
    return this.costOfCellOfBlock[this.terrain.blockOf(x, y)]?.[cellInBlock(x, y)] ?? Number.POSITIVE_INFINITY
  }

  private blockAt(x: number, y: number): Float64Array {
    const block = this.terrain.blockOf(x, y)
    this.costOfCellOfBlock[block] ??= new Float64Array(BLOCK_CELLS).fill(Number.POSITIVE_INFINITY)
    return this.costOfCellOfBlock[block]
  }

  /** What the way from here to the goal costs on open ground of the cheapest kind. */
  private restFrom(x: number, y: number): number {
    const dx = Math.abs(x - this.goal.x)
    const dy = Math.abs(y - this.goal.y)
    const { costMin, directions } = this.terrain
    if (directions === 4) return costMin * (dx + dy)
    return costMin * (Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy))
  }
}

/** A cell and its eight neighbours: the rule asks about most of them several times. */
class Around implements CellCosts {
  private x = 0
  private y = 0
  private readonly costs = new Uint8Array(9)

  lookAt(terrain: Terrain, x: number, y: number): void {
    this.x = x
    this.y = y
    for (let i = 0; i < 9; i++) this.costs[i] = terrain.costAt(x - 1 + (i % 3), y - 1 + ((i / 3) | 0))
  }

  costAt(x: number, y: number): number {
    return this.costs[3 * (y - this.y) + x - this.x + 4]
  }
}

function cellInBlock(x: number, y: number): number {
  return ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
}
