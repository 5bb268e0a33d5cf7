/**
 * Dijkstra inside one block: the true costs from one cell to the cells of its region, and the moves to any of them. Bake
 * runs it from every entry, a query from its start and its goal.
 *
 * The block is loaded into a frame of walls (34 x 34), with the legal steps of each cell as one byte, so the inner loop
 * tests no bounds. On uniform terrain steps have two lengths only, so what they reach comes in order by itself: two plain
 * queues replace the row of buckets (block-row.ts). And of many equal ways the one with its diagonals first is enough: a
 * cell leads on only where no such way leads already (steps-after.ts), which leaves one or two of eight neighbours.
 */

import { FRAME, FRAME_CELLS } from '../kernel/block-layout.ts'
import { COST_MAX } from '../map/grid.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { FRAME_OFFSETS, frameCell } from './block-frame.ts'
import { BlockRow } from './block-row.ts'
import { stepsAfterDiagonal, stepsAfterStraight } from './steps-after.ts'
import { runsBack } from './walk-back.ts'

const FAR = 0x7fffffff
const ALL_STEPS = 255
/** A cell is reached anew at most once from each neighbour. */
const REACHED_MAX = 8 * BLOCK_SIDE_CELLS ** 2
/** A reached cell in one number: what it costs, then the cell. No way inside a block costs 2^20. */
const CELL_BITS = 11
const CELL_MASK = (1 << CELL_BITS) - 1
/** The end of a queue, above all others. */
const NO_KEY = 0x7fffffff

/**
 * A flood leaves nothing in these, and ends before another begins: one of each serves all. A finder has four floods, and one
 * over a map that changes lasts until the next commit.
 */
const STRAIGHTS = new Int32Array(REACHED_MAX + 1)
const DIAGONALS = new Int32Array(REACHED_MAX + 1)

export class BlockFlood {
  private readonly terrain: Terrain
  private readonly directionCount: number
  private readonly offsets: Int32Array
  private block = -1
  /** Where all cost the same, costs are kept in units of `scale` units of the movement rule. */
  private scale = 1
  /** Whether all free cells of the block cost the same. */
  private isUniform = false
  private readonly cost = new Uint16Array(FRAME_CELLS)
  /** Bit `direction` of steps[cell] tells whether that step is legal. */
  private readonly steps = new Uint8Array(FRAME_CELLS)
  private readonly fourSteps = new DataView(this.steps.buffer)
  /** What cells cost from the source: where all free cells of the block cost the same, and where they do not. */
  private readonly dist = new Int32Array(FRAME_CELLS)
  private readonly weighted = new Float64Array(FRAME_CELLS)
  private readonly isTarget = new Uint8Array(FRAME_CELLS)
  private targetsLeft = 0
  source = 0

  /** The steps by which a reached cell leads on. */
  private readonly onward = new Uint8Array(FRAME_CELLS)
  private readonly afterStraight: Uint8Array
  private readonly afterDiagonal: Uint8Array
  /** Cells reached by straight and by diagonal steps, packed with what they cost: each in the order of cost. */
  private readonly straights = STRAIGHTS
  private readonly diagonals = DIAGONALS
  /** Made for the first block whose cells differ in cost. */
  private row: BlockRow | null = null
  private rowShift = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.directionCount = terrain.directions
    this.offsets = FRAME_OFFSETS.subarray(0, terrain.directions)
    this.afterStraight = stepsAfterStraight(terrain.directions)
    this.afterDiagonal = stepsAfterDiagonal()
  }

  /** The block loaded may have changed since. */
  forget(): void {
    this.block = -1
  }

  /** Loads block number `block`; nothing happens when it is loaded already. */
  load(block: number): void {
    if (this.block === block) return
    this.block = block
    const blockCost = this.terrain.costOfBlock[block]
    this.isUniform = blockCost >= 0
    this.scale = this.isUniform ? 2 * blockCost : 1
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) this.loadSteps(block, row)
    if (!this.isUniform) this.loadCosts(~blockCost)
  }

  /** Those of the n-th block whose cells differ. */
  private loadCosts(n: number): void {
    const { cost } = this
    const { costOfCell } = this.terrain
    this.row ??= new BlockRow()
    let costMin = COST_MAX
    let costMax = 1
    for (let row = 0, from = n << BLOCK_CELLS_SHIFT; row < BLOCK_SIDE_CELLS; row++) {
      const to = (row + 1) * FRAME + 1
      for (let i = 0; i < BLOCK_SIDE_CELLS; i++, from++) {
        const own = costOfCell[from]
        cost[to + i] = own
        if (own > costMax) costMax = own
        if (own > 0 && own < costMin) costMin = own
      }
    }
    this.rowShift = BlockRow.shiftFor(cost, costMin, costMax)
  }

  /** All cells of a row at once: a step is legal where the cells that it touches are free. */
  private loadSteps(block: number, row: number): void {
    const { rowBits } = this.terrain
    const word = (block << BLOCK_SHIFT) | row
    const here = rowBits[word]
    const above = row === 0 ? 0 : rowBits[word - 1]
    const below = row === BLOCK_MASK ? 0 : rowBits[word + 1]
    const diagonals = this.directionCount === 8 ? -1 : 0
    const east = here & (here >>> 1)
    const west = here & (here << 1)
    const south = here & below
    const north = here & above
    const southEast = diagonals & east & south & (below >>> 1)
    const southWest = diagonals & west & south & (below << 1)
    const northWest = diagonals & west & north & (above << 1)
    const northEast = diagonals & east & north & (above >>> 1)
    const to = (row + 1) * FRAME + 1
    // Four cells at once, a byte each.
    for (let i = 0; i < BLOCK_SIDE_CELLS; i += 4) {
      const four =
        bytesOf(east >>> i) |
        (bytesOf(south >>> i) << 1) |
        (bytesOf(west >>> i) << 2) |
        (bytesOf(north >>> i) << 3) |
        (bytesOf(southEast >>> i) << 4) |
        (bytesOf(southWest >>> i) << 5) |
        (bytesOf(northWest >>> i) << 6) |
        (bytesOf(northEast >>> i) << 7)
      this.fourSteps.setInt32(to + i, four, true)
    }
  }

  /** Names a cell that the next flood must reach; it ends when it has reached all of them. */
  addTarget(x: number, y: number): void {
    const cell = frameCell(x, y)
    if (this.isTarget[cell] === 0) {
      this.isTarget[cell] = 1
      this.targetsLeft++
    }
  }

  /** Floods the region of the loaded block's free cell (x, y) until all targets are reached, and forgets the targets. */
  flood(x: number, y: number): void {
    const source = frameCell(x, y)
    this.source = source
    if (this.isUniform) {
      this.dist.fill(FAR)
      this.begin(source)
      this.floodUniform()
    } else {
      const { cost, steps, weighted, isTarget } = this
      weighted.fill(Infinity)
      weighted[source] = 0
      this.targetsLeft = this.row!.flood(source, this.rowShift, cost, steps, weighted, isTarget, this.targetsLeft)
    }
    this.forgetTargets()
  }

  /** Cost in units from the source to (x, y), a target of the last flood; Infinity where it lies in another region. */
  unitsTo(x: number, y: number): number {
    const cell = frameCell(x, y)
    if (!this.isUniform) return this.weighted[cell]
    return this.dist[cell] === FAR ? Infinity : this.dist[cell] * this.scale
  }

  /** The runs of a cheapest path from the source to the target (x, y), last run first; -1 where the flood did not reach it. */
  runsBackFrom(x: number, y: number, out: Int32Array): number {
    return runsBack(this, frameCell(x, y), this.offsets, out)
  }

  /** Whether a cheapest path may enter `cell` by a step in `direction`. */
  isStepBack(cell: number, direction: number): boolean {
    const { cost, dist, weighted, steps } = this
    const from = cell - FRAME_OFFSETS[direction]
    if (((steps[from] >> direction) & 1) === 0) return false
    const length = direction < 4 ? STRAIGHT_UNITS : DIAGONAL_UNITS
    if (this.isUniform) return dist[from] !== FAR && dist[from] + length === dist[cell]
    return weighted[from] + length * (cost[from] + cost[cell]) === weighted[cell] && weighted[from] < Infinity
  }

  private forgetTargets(): void {
    if (this.targetsLeft > 0) this.isTarget.fill(0)
    this.targetsLeft = 0
  }

  private begin(source: number): void {
    this.dist[source] = 0
    this.onward[source] = ALL_STEPS
    this.straights[0] = source
    this.straights[1] = NO_KEY
  }

  private floodUniform(): void {
    const { steps, dist, onward, isTarget, afterStraight, afterDiagonal, straights, diagonals } = this
    let targetsLeft = this.targetsLeft
    let straightHead = 0
    let straightEnd = 1
    let diagonalHead = 0
    let diagonalEnd = 0
    diagonals[0] = NO_KEY
    for (;;) {
      const straight = straights[straightHead]
      const diagonal = diagonals[diagonalHead]
      const key = straight < diagonal ? straight : diagonal
      if (key === NO_KEY) break
      if (key === straight) straightHead++
      else diagonalHead++
      const d = key >> CELL_BITS
      const cell = key & CELL_MASK
      if (d !== dist[cell]) continue
      if (isTarget[cell] !== 0) {
        isTarget[cell] = 0
        if (--targetsLeft === 0) break
      }
      const legal = steps[cell]
      const walls = legal & 15
      const rest = legal & onward[cell]
      for (let ahead = rest & 15; ahead !== 0; ahead &= ahead - 1) {
        const direction = 31 - Math.clz32(ahead & -ahead)
        const to = cell + FRAME_OFFSETS[direction]
        const dTo = d + STRAIGHT_UNITS
        if (dTo > dist[to]) continue
        const after = afterStraight[(direction << 4) | walls]
        if (dTo === dist[to]) onward[to] |= after
        else {
          dist[to] = dTo
          onward[to] = after
          straights[straightEnd++] = (dTo << CELL_BITS) | to
        }
      }
      straights[straightEnd] = NO_KEY
      if (rest < 16) continue
      for (let ahead = rest >> 4; ahead !== 0; ahead &= ahead - 1) {
        const direction = 31 - Math.clz32(ahead & -ahead)
        const to = cell + FRAME_OFFSETS[direction + 4]
        const dTo = d + DIAGONAL_UNITS
        if (dTo > dist[to]) continue
        const after = afterDiagonal[direction]
        if (dTo === dist[to]) onward[to] |= after
        else {
          dist[to] = dTo
          onward[to] = after
          diagonals[diagonalEnd++] = (dTo << CELL_BITS) | to
        }
      }
      diagonals[diagonalEnd] = NO_KEY
    }
    this.targetsLeft = targetsLeft
  }
}

/** The lowest four bits, each as the lowest of a byte: times this they lie so, among others. */
function bytesOf(bits: number): number {
  return ((bits & 15) * 0x204081) & 0x1010101
}
