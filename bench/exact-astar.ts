/**
 * A* over cells, as fast as plain typed arrays allow: the yardstick of every table. It is exact, keeps its columns
 * between queries, resets them by a stamp, and uses the octile distance as its estimate. Without a goal the same search
 * is Dijkstra's flood, the yardstick of a bake. It shares no code with the library, so it also checks the library's
 * answers.
 */
import type { Grid } from '../src/index.ts'
import { CellHeap } from './search/cell-heap.ts'
import { DIAGONAL_STEP, STRAIGHT_STEP, UNITS_PER_LENGTH, WalledMap } from './search/walled-map.ts'

/** The extra cost of a diagonal step over a straight one, in the octile distance. */
const DIAGONAL_EXTRA = 2 * (DIAGONAL_STEP - STRAIGHT_STEP)
const NONE = -1

export class ExactAstar {
  /** Cells whose cost became final in the last search. */
  settledCount = 0
  private readonly map: WalledMap
  private readonly costToCell: Float64Array
  private readonly previousOfCell: Int32Array
  /** A cell with the current stamp was reached in this search; `settledStamp` marks settled cells likewise. */
  private readonly reachedStamp: Uint8Array
  private readonly settledStamp: Uint8Array
  private readonly open = new CellHeap()
  private stamp = 0
  private goal = NONE
  private goalX = 0
  private goalY = 0

  constructor(grid: Grid) {
    this.map = new WalledMap(grid)
    this.costToCell = new Float64Array(this.map.size)
    this.previousOfCell = new Int32Array(this.map.size)
    this.reachedStamp = new Uint8Array(this.map.size)
    this.settledStamp = new Uint8Array(this.map.size)
  }

  /** The cost of the cheapest path in cell lengths; Infinity where there is none. */
  find(x0: number, y0: number, x1: number, y1: number): number {
    const { map } = this
    this.goal = map.cellOf(x1, y1)
    this.goalX = x1 + 1
    this.goalY = y1 + 1
    if (map.cost[map.cellOf(x0, y0)] === 0 || map.cost[this.goal] === 0) return Infinity
    return this.search(x0, y0) ? this.costToCell[this.goal] / UNITS_PER_LENGTH : Infinity
  }

  /** Finds the cost of every cell that can be reached from the free cell (x, y). Returns their count. */
  flood(x: number, y: number): number {
    this.goal = NONE
    this.search(x, y)
    return this.settledCount
  }

  /** The cells of the path found last, x,y pairs from start to goal. */
  cells(): Int32Array {
    const { previousOfCell } = this
    const { stride } = this.map
    let count = 0
    for (let cell = this.goal; cell !== NONE; cell = previousOfCell[cell]) count++
    const cells = new Int32Array(2 * count)
    for (let cell = this.goal, at = 2 * count - 2; cell !== NONE; cell = previousOfCell[cell], at -= 2) {
      const y = (cell / stride) | 0
      cells[at] = cell - y * stride - 1
      cells[at + 1] = y - 1
    }
    return cells
  }

  private search(x: number, y: number): boolean {
    const { open, settledStamp } = this
    this.reset()
    this.reach(this.map.cellOf(x, y), x + 1, y + 1, 0, NONE)
    while (open.size > 0) {
      const cell = open.pop()
      // A cell is pushed again for each better way: only its first copy counts.
      if (settledStamp[cell] === this.stamp) continue
      settledStamp[cell] = this.stamp
      this.settledCount++
      if (cell === this.goal) return true
      this.expand(cell)
    }
    return false
  }

  private reset(): void {
    this.open.size = 0
    this.settledCount = 0
    if (++this.stamp < 256) return
    this.reachedStamp.fill(0)
    this.settledStamp.fill(0)
    this.stamp = 1
  }

  private expand(cell: number): void {
    const { cost, stride } = this.map
    const y = (cell / stride) | 0
    const x = cell - y * stride
    const here = cost[cell]
    const east = cost[cell + 1]
    const south = cost[cell + stride]
    const west = cost[cell - 1]
    const north = cost[cell - stride]
    if (east !== 0) {
      this.reach(cell + 1, x + 1, y, this.costToCell[cell] + STRAIGHT_STEP * (here + east), cell)
      if (south !== 0) this.cross(cell, cell + stride + 1, x + 1, y + 1, here)
      if (north !== 0) this.cross(cell, cell - stride + 1, x + 1, y - 1, here)
    }
    if (west !== 0) {
      this.reach(cell - 1, x - 1, y, this.costToCell[cell] + STRAIGHT_STEP * (here + west), cell)
      if (south !== 0) this.cross(cell, cell + stride - 1, x - 1, y + 1, here)
      if (north !== 0) this.cross(cell, cell - stride - 1, x - 1, y - 1, here)
    }
    if (south !== 0) this.reach(cell + stride, x, y + 1, this.costToCell[cell] + STRAIGHT_STEP * (here + south), cell)
    if (north !== 0) this.reach(cell - stride, x, y - 1, this.costToCell[cell] + STRAIGHT_STEP * (here + north), cell)
  }

  /** A diagonal step; both cells beside it are free. */
  private cross(from: number, to: number, x: number, y: number, costHere: number): void {
    const costThere = this.map.cost[to]
    if (costThere !== 0) this.reach(to, x, y, this.costToCell[from] + DIAGONAL_STEP * (costHere + costThere), from)
  }

  private reach(cell: number, x: number, y: number, costToIt: number, from: number): void {
    if (this.reachedStamp[cell] !== this.stamp) this.reachedStamp[cell] = this.stamp
    else if (costToIt >= this.costToCell[cell]) return
    this.costToCell[cell] = costToIt
    this.previousOfCell[cell] = from
    this.open.push(this.goal === NONE ? costToIt : costToIt + this.restFrom(x, y), cell)
  }

  /** The octile distance to the goal over the cheapest ground. */
  private restFrom(x: number, y: number): number {
    const ax = Math.abs(x - this.goalX)
    const ay = Math.abs(y - this.goalY)
    const units = ax < ay ? DIAGONAL_EXTRA * ax + UNITS_PER_LENGTH * ay : DIAGONAL_EXTRA * ay + UNITS_PER_LENGTH * ax
    return units * this.map.costMin
  }
}
