/**
 * Dijkstra inside a few blocks side by side: the true costs from one cell to others near it, over the borders between the
 * blocks, and the moves to any of them. What a block alone (block-flood.ts) says of its entries is true of ways that cross
 * its borders at entries, which lie where far paths cross; near an end of a query the best way may cross elsewhere.
 */
import { COST_MAX } from '../map/grid.ts'
import { DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { BlockRow } from './block-row.ts'

/** Along each side. */
const AREA_BLOCKS_MAX = 2
/** The blocks lie in a frame of walls. */
const FRAME = AREA_BLOCKS_MAX * BLOCK_SIDE_CELLS + 2
const FRAME_CELLS = FRAME * FRAME
const ALL_STEPS = 255
const STRAIGHT_STEPS = 15
const OFFSET = Int32Array.from(DX, (dx, direction) => DY[direction] * FRAME + dx)

export class AreaFlood {
  private readonly terrain: Terrain
  private readonly row = new BlockRow(FRAME)
  private readonly cost = new Uint16Array(FRAME_CELLS)
  /** Whether a row of the frame has no walls but at its ends. */
  private readonly isRowOpen = new Uint8Array(FRAME)
  /** Bit `direction` of steps[cell] tells whether that step is legal. */
  private readonly steps = new Uint8Array(FRAME_CELLS)
  private readonly dist = new Float64Array(FRAME_CELLS)
  private readonly isTarget = new Uint8Array(FRAME_CELLS)
  private targetsLeft = 0
  private source = 0
  private costMin = COST_MAX
  private costMax = 1
  private rowShift = 0
  /** The cells of the blocks: from the first to before the end. */
  private left = 0
  private top = 0
  private right = 0
  private bottom = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /** Loads the blocks in these columns and rows of blocks, the last ones included. */
  load(fromX: number, fromY: number, toX: number, toY: number): void {
    this.left = fromX << BLOCK_SHIFT
    this.top = fromY << BLOCK_SHIFT
    this.right = (toX + 1) << BLOCK_SHIFT
    this.bottom = (toY + 1) << BLOCK_SHIFT
    this.costMin = COST_MAX
    this.costMax = 1
    this.cost.fill(0)
    this.isRowOpen.fill(0)
    this.isRowOpen.fill(1, 1, this.bottom - this.top + 1)
    for (let blockY = fromY; blockY <= toY; blockY++) {
      for (let blockX = fromX; blockX <= toX; blockX++) this.loadCosts(blockX, blockY)
    }
    this.rowShift = BlockRow.shiftFor(this.cost, this.costMin, this.costMax)
    this.findSteps()
  }

  private loadCosts(blockX: number, blockY: number): void {
    const { cost, isRowOpen } = this
    const { rowBits, costOfBlock, costOfCell, blocksWide } = this.terrain
    const block = blockY * blocksWide + blockX
    const blockCost = costOfBlock[block]
    let { costMin, costMax } = this
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const to = this.cellAt(blockX << BLOCK_SHIFT, (blockY << BLOCK_SHIFT) + row)
      const bits = rowBits[(block << BLOCK_SHIFT) | row]
      if (bits !== -1) isRowOpen[(blockY << BLOCK_SHIFT) + row - this.top + 1] = 0
      const from = (~blockCost << BLOCK_CELLS_SHIFT) | (row << BLOCK_SHIFT)
      for (let i = 0; i < BLOCK_SIDE_CELLS; i++) {
        if (((bits >>> i) & 1) === 0) continue
        const own = blockCost < 0 ? costOfCell[from + i] : blockCost
        cost[to + i] = own
        if (own > costMax) costMax = own
        if (own < costMin) costMin = own
      }
    }
    this.costMin = costMin
    this.costMax = costMax
  }

  /** Whether (x, y) lies in the blocks that are loaded. */
  holds(x: number, y: number): boolean {
    return x >= this.left && x < this.right && y >= this.top && y < this.bottom
  }

  /** Names a free cell that the next flood must reach; it ends when it has reached all of them. */
  addTarget(x: number, y: number): void {
    const cell = this.cellAt(x, y)
    if (this.isTarget[cell] !== 0) return
    this.isTarget[cell] = 1
    this.targetsLeft++
  }

  /** Floods from the free cell (x, y) until all targets are reached, and forgets the targets. */
  flood(x: number, y: number): void {
    const { row, rowShift, cost, steps, dist, isTarget } = this
    this.source = this.cellAt(x, y)
    dist.fill(Infinity)
    dist[this.source] = 0
    const left = row.flood(this.source, rowShift, cost, steps, dist, isTarget, this.targetsLeft)
    if (left > 0) isTarget.fill(0)
    this.targetsLeft = 0
  }

  /** Cost in units from the source to (x, y), a target of the last flood; Infinity where no way in these blocks leads there. */
  unitsTo(x: number, y: number): number {
    return this.dist[this.cellAt(x, y)]
  }

  /** The runs of a cheapest path from the source to the target (x, y), last run first: direction, steps, ... -1 where there is none. */
  runsBackFrom(x: number, y: number, out: Int32Array): number {
    let cell = this.cellAt(x, y)
    if (this.dist[cell] === Infinity) return -1
    let length = 0
    let direction = -1
    while (cell !== this.source) {
      if (direction < 0 || !this.isStepBack(cell, direction)) {
        direction = 0
        while (!this.isStepBack(cell, direction)) direction++
        out[length] = direction
        out[length + 1] = 0
        length += 2
      }
      out[length - 1]++
      cell -= OFFSET[direction]
    }
    return length
  }

  /** Whether a cheapest path may enter `cell` by a step in `direction`. */
  private isStepBack(cell: number, direction: number): boolean {
    const { cost, dist, steps } = this
    const from = cell - OFFSET[direction]
    if (((steps[from] >> direction) & 1) === 0) return false
    const length = direction < 4 ? STRAIGHT_UNITS : DIAGONAL_UNITS
    return dist[from] + length * (cost[from] + cost[cell]) === dist[cell]
  }

  private findSteps(): void {
    const { cost, steps, isRowOpen } = this
    const all = this.terrain.directions === 8 ? ALL_STEPS : STRAIGHT_STEPS
    for (let row = 0; row < this.bottom - this.top; row++) {
      const from = (row + 1) * FRAME + 1
      const last = from + this.right - this.left - 1
      // Rows are of the frame, whose first and last lie outside.
      const isOpen = isRowOpen[row] !== 0 && isRowOpen[row + 1] !== 0 && isRowOpen[row + 2] !== 0
      if (isOpen) steps.fill(all, from + 1, last)
      else for (let cell = from + 1; cell < last; cell++) steps[cell] = cost[cell] === 0 ? 0 : this.stepsOf(cell) & all
      steps[from] = cost[from] === 0 ? 0 : this.stepsOf(from) & all
      steps[last] = cost[last] === 0 ? 0 : this.stepsOf(last) & all
    }
  }

  /** The steps that a free cell's neighbours allow. */
  private stepsOf(cell: number): number {
    const { cost } = this
    let legal = 0
    if (cost[cell + 1] !== 0) legal |= 1
    if (cost[cell + FRAME] !== 0) legal |= 2
    if (cost[cell - 1] !== 0) legal |= 4
    if (cost[cell - FRAME] !== 0) legal |= 8
    if ((legal & 3) === 3 && cost[cell + FRAME + 1] !== 0) legal |= 16
    if ((legal & 6) === 6 && cost[cell + FRAME - 1] !== 0) legal |= 32
    if ((legal & 12) === 12 && cost[cell - FRAME - 1] !== 0) legal |= 64
    if ((legal & 9) === 9 && cost[cell - FRAME + 1] !== 0) legal |= 128
    return legal
  }

  private cellAt(x: number, y: number): number {
    return (y - this.top + 1) * FRAME + x - this.left + 1
  }
}
