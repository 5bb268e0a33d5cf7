/**
 * The true costs inside one block by up to eight floods at once, and the paths to any cell. The bake needs dozens of these a
 * block. A kernel (kernel/source/eight-floods.ts) computes them. Without a kernel, or where a path costs more than its words hold,
 * one flood after the other computes the same costs.
 */
import type { Work } from '../base/work.ts'
import * as at from '../kernel/block-layout.ts'
import { EIGHT_FLOODS } from '../kernel/bytes/eight-floods-bytes.ts'
import { kernelOn } from '../kernel/kernel.ts'
import { COST_MAX } from '../map/grid.ts'
import { DIAGONAL_UNITS, DX, DY, OPPOSITE, stepUnits } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { Sweep } from './sweep.ts'

const { FAR, FRAME, FRAME_CELLS, LANES } = at
export const FLOODS_AT_ONCE = LANES
const LANE_BY_LANE = Uint8Array.from({ length: LANES }, (_, lane) => lane)

/** From a cell of the frame to its neighbour in each direction. */
const FRAME_OFFSETS = Int32Array.from(DX, (dx, direction) => DY[direction] * FRAME + dx)

/** One step from a cell that costs less never exceeds what a word holds. */
const ALMOST_FAR = FAR - 2 * DIAGONAL_UNITS * COST_MAX

/** Token of the BlockFloods whose block is in this thread's sweep. A token, since the object would keep its map in memory. */
let holder: object | null = null

export type BlockSweep = ReturnType<typeof makeSweep>

let knownSweep: BlockSweep | undefined

/** This thread's sweep; null where no kernel can run. Read the costs before anyone runs it again. */
export function blockSweep(): BlockSweep {
  if (knownSweep === undefined) knownSweep = makeSweep()
  return knownSweep
}

function makeSweep() {
  const kernel = kernelOn(EIGHT_FLOODS, at.BLOCK_END)
  if (kernel === null) return null
  const { memory, run } = kernel
  new Int32Array(memory, at.LINKS_AT, at.LINKS * FRAME_CELLS).fill(FAR)
  return {
    /** Of each cell of the frame; 0 for a wall. */
    costs: new Int32Array(memory, at.COSTS_AT, FRAME_CELLS),
    /** units[LANES * cell + lane]. Before `run`, set it to FAR, and to 0 at each lane's source. */
    units: new Int32Array(memory, at.LANES_AT, LANES * FRAME_CELLS),
    /** Makes the costs of steps from those of cells. */
    link: (isDiagonal: boolean) => void run.link(isDiagonal ? 1 : 0),
    /** Completes all lanes; `rows` has a bit for each row with a source. */
    run: (rows: number) => void run.flood(rows),
  }
}

export class BlockFloods {
  private readonly terrain: Terrain
  private readonly token = {}
  private readonly offsets: Int32Array
  private readonly sweep: BlockSweep
  /** Of each cell of the frame; 0 for a wall. In the sweep's memory where there is one. */
  private readonly costs: Int32Array
  private block = -1
  /** No path inside the block costs more. */
  private unitsMax = 0
  private one: Sweep | null = null
  /** The costs of floods made one after the other. */
  private unitsOfOne: Float64Array | null = null
  /** units[LANES * cell + lane], of the sweep or of `unitsOfOne`; cells not reached hold `unreached`. */
  private units: Int32Array | Float64Array
  private unreached = FAR
  private lane = 0

  constructor(terrain: Terrain, sweep = blockSweep()) {
    this.terrain = terrain
    this.sweep = sweep
    this.offsets = FRAME_OFFSETS.subarray(0, terrain.directions)
    this.costs = sweep?.costs ?? new Int32Array(FRAME_CELLS)
    this.units = sweep?.units ?? new Float64Array(0)
  }

  /** The block loaded may have changed since. */
  forget(): void {
    this.block = -1
    this.one?.forgetMap()
  }

  /**
   * Floods a block from the `count` cells in `places` (y * 32 + x inside the block), one a lane, or by `lanes`. Cells of one lane must
   * lie in different regions. Floods made one by one yield in between. Read the results before other work runs on this thread.
   */
  *flood(block: number, places: Int32Array, count: number, lanes = LANE_BY_LANE): Work<void> {
    if (holder !== this.token || this.block !== block) this.load(block)
    if (this.sweepAll(places, count, lanes)) return
    yield* this.floodOneByOne(places, count, lanes)
    // Paths are read off the costs, which another block may have overwritten meanwhile.
    if (holder !== this.token) this.load(block)
  }

  /** Makes the following calls read the flood of a lane. */
  choose(lane: number): void {
    this.lane = lane
  }

  /** Cost in units from the source to (x, y); Infinity where no source lies in that region. */
  unitsTo(x: number, y: number): number {
    const units = this.units[LANES * frameCell(x, y) + this.lane]
    return units === this.unreached ? Infinity : units
  }

  /** Writes the costs to all cells of the block's side in a direction, in order, to `out` from `at` on. */
  unitsToSide(direction: number, out: Float64Array, at: number): void {
    const { units, unreached, lane } = this
    const first = LANES * frameCell(direction === 0 ? BLOCK_MASK : 0, direction === 1 ? BLOCK_MASK : 0) + lane
    const step = LANES * (direction % 2 === 0 ? FRAME : 1)
    for (let i = 0, from = first; i < BLOCK_SIDE_CELLS; i++, from += step) {
      out[at + i] = units[from] === unreached ? Infinity : units[from]
    }
  }

  /** Calls `tell` with the runs of a cheapest path from the source to (x, y), last run first. False where none leads there. */
  goBackFrom(x: number, y: number, tell: (direction: number, steps: number) => void): boolean {
    const { offsets, units, lane } = this
    let cell = frameCell(x, y)
    if (units[LANES * cell + lane] === this.unreached) return false
    for (let direction = 0; units[LANES * cell + lane] > 0; direction++) {
      if (direction === offsets.length) return false
      let steps = 0
      for (; this.isTight(cell, direction); cell -= offsets[direction]) steps++
      if (steps === 0) continue
      tell(direction, steps)
      direction = -1
    }
    return true
  }

  /** Whether these runs, of which each may be empty, lead from (x, y) to the source on a cheapest path. */
  isCheapestBack(x: number, y: number, runs: Int32Array, length: number): boolean {
    let cell = frameCell(x, y)
    for (let i = 0; i < length; i += 2) {
      for (let steps = runs[i + 1]; steps > 0; steps--, cell += FRAME_OFFSETS[runs[i]]) {
        if (!this.isTight(cell, runs[i] ^ OPPOSITE)) return false
      }
    }
    return this.units[LANES * cell + this.lane] === 0
  }

  /** Whether a cheapest path enters a cell of the frame by a step in this direction. */
  private isTight(cell: number, direction: number): boolean {
    const { costs, units, lane } = this
    const from = cell - FRAME_OFFSETS[direction]
    // Only a free cell is cheaper.
    const step = units[LANES * cell + lane] - units[LANES * from + lane]
    if (step <= 0 || step !== stepUnits(direction, costs[from], costs[cell])) return false
    return direction < 4 || (costs[cell - DX[direction]] > 0 && costs[from + DX[direction]] > 0)
  }

  /** Floods all lanes by the sweep. False if a cell may be unreached only because its cost exceeds a word. */
  private sweepAll(places: Int32Array, count: number, lanes: Uint8Array): boolean {
    const { sweep } = this
    if (sweep === null) return false
    const { units } = sweep
    units.fill(FAR)
    let rows = 0
    for (let i = 0; i < count; i++) {
      const y = places[i] >> BLOCK_SHIFT
      units[LANES * frameCell(places[i], y) + lanes[i]] = 0
      rows |= 1 << y
    }
    sweep.run(rows)
    this.units = units
    this.unreached = FAR
    return this.unitsMax < FAR || isWithinWords(units)
  }

  private *floodOneByOne(places: Int32Array, count: number, lanes: Uint8Array): Work<void> {
    this.one ??= new Sweep(this.terrain, 1)
    this.unitsOfOne ??= new Float64Array(LANES * FRAME_CELLS)
    const { one, unitsOfOne, block } = this
    const { blocksWide } = this.terrain
    const left = (block % blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / blocksWide) << BLOCK_SHIFT
    unitsOfOne.fill(Infinity)
    one.coverBlocks(left >> BLOCK_SHIFT, top >> BLOCK_SHIFT)
    for (let i = 0; i < count; i++) {
      yield
      for (let y = top; y < top + BLOCK_SIDE_CELLS; y++) {
        for (let x = left; x < left + BLOCK_SIDE_CELLS; x++) one.addTarget(x, y)
      }
      one.flood(left + (places[i] & BLOCK_MASK), top + (places[i] >> BLOCK_SHIFT))
      for (let y = top; y < top + BLOCK_SIDE_CELLS; y++) {
        for (let x = left; x < left + BLOCK_SIDE_CELLS; x++) {
          const at = LANES * frameCell(x, y) + lanes[i]
          unitsOfOne[at] = Math.min(unitsOfOne[at], one.unitsTo(x, y))
        }
      }
    }
    this.units = unitsOfOne
    this.unreached = Infinity
  }

  private load(block: number): void {
    holder = this.token
    this.block = block
    this.loadCosts(block)
    this.sweep?.link(this.terrain.directions === 8)
  }

  private loadCosts(block: number): void {
    const { costs } = this
    const { rowBits, costOfBlock, costOfCell } = this.terrain
    const blockCost = costOfBlock[block]
    let sum = 0
    for (let row = 0, from = ~blockCost << BLOCK_CELLS_SHIFT; row < BLOCK_SIDE_CELLS; row++) {
      const bits = rowBits[(block << BLOCK_SHIFT) | row]
      const to = (row + 1) * FRAME + 1
      for (let i = 0; i < BLOCK_SIDE_CELLS; i++, from++) {
        const own = ((bits >>> i) & 1) === 0 ? 0 : blockCost < 0 ? costOfCell[from] : blockCost
        costs[to + i] = own
        sum += own
      }
    }
    this.unitsMax = 2 * DIAGONAL_UNITS * sum
  }
}

/** Where the map's cell (x, y), or cell (x, y) of the block, lies in the frame. */
function frameCell(x: number, y: number): number {
  return ((y & BLOCK_MASK) + 1) * FRAME + (x & BLOCK_MASK) + 1
}

/** Whether no cell reached is so expensive that a step from it could exceed a word and look unreached. */
function isWithinWords(units: Int32Array): boolean {
  for (let i = 0; i < units.length; i++) if (units[i] >= ALMOST_FAR && units[i] !== FAR) return false
  return true
}
