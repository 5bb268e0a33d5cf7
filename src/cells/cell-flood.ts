/**
 * Costs and paths from one cell to the others of its block, or of a few adjacent blocks. Sweeps (sweep.ts) run over the blocks,
 * in a frame of walls, until no cell becomes cheaper.
 *
 * A single block gives only paths inside it, as the tables of the bake have them. Near an end of a query several blocks are loaded:
 * the best path may leave a block and come back. All floods of a thread share their frames. A flood whose frame was taken
 * since lays out its cells and floods again when a caller reads it.
 */
import { OPPOSITE } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Bends } from './bends.ts'
import { type Sweep, Sweeps } from './sweep.ts'

const NO_BLOCK = -1

export class Flood {
  private readonly terrain: Terrain
  private readonly sweeps: Sweeps
  /** The sweep for what is loaded; a flood whose costs exceed it takes a wider one. */
  private chosen!: Sweep
  /** The sweep of the last flood; null where its frame does not hold what is loaded. */
  private sweep: Sweep | null = null
  /** The block loaded; NO_BLOCK when several are. */
  private block = NO_BLOCK
  /** The map's cells that are loaded; right and bottom are exclusive. */
  private left = 0
  private top = 0
  private right = 0
  private bottom = 0
  /** Cells of the frame. */
  private readonly targets: number[] = []
  private source = 0

  /** For at most `blocksMax` blocks a side. Floods that are read in turns should have different `frame` numbers. */
  constructor(terrain: Terrain, blocksMax = 1, frame = 0) {
    this.terrain = terrain
    this.sweeps = new Sweeps(terrain, blocksMax * BLOCK_SIDE_CELLS + 2, frame)
  }

  /** Unloads the blocks: their cells may have changed. */
  forget(): void {
    this.block = NO_BLOCK
    this.sweep = null
  }

  /** Loads one block; nothing happens where it is loaded already. */
  load(block: number): void {
    if (this.block === block) return
    const { sweeps } = this
    const { blocksWide, costOfBlock } = this.terrain
    const blockX = block % blocksWide
    const blockY = (block - blockX) / blocksWide
    this.loadBlocks(blockX, blockY, blockX, blockY, sweeps.over(costOfBlock[block], 0))
    this.block = block
  }

  /** Loads the blocks in these columns and rows of blocks, the last ones included. */
  loadBlocks(fromX: number, fromY: number, toX: number, toY: number, sweep = this.sweeps.over(0, 0)): void {
    this.block = NO_BLOCK
    this.left = fromX << BLOCK_SHIFT
    this.top = fromY << BLOCK_SHIFT
    this.right = (toX + 1) << BLOCK_SHIFT
    this.bottom = (toY + 1) << BLOCK_SHIFT
    this.chosen = sweep
    this.chosen.place(this.top, this.left, false)
    this.sweep = null
  }

  /** Whether (x, y) lies in the blocks that are loaded. */
  holds(x: number, y: number): boolean {
    return x >= this.left && x < this.right && y >= this.top && y < this.bottom
  }

  /** Names a free cell that the next flood must reach. */
  addTarget(x: number, y: number): void {
    this.targets.push(this.chosen.cellAt(x, y))
  }

  /** Floods from the free cell (x, y), and forgets the targets. */
  flood(x: number, y: number): void {
    this.source = this.chosen.cellAt(x, y)
    if (!this.spread(this.chosen)) this.spread(this.sweeps.over(0, Infinity))
    this.targets.length = 0
  }

  /** Cost in units from the source to (x, y), a target of the last flood; Infinity where no way in these blocks leads there. */
  unitsTo(x: number, y: number): number {
    return this.flooded().unitsOf(this.chosen.cellAt(x, y))
  }

  /** Appends a path for that cost to bends, which are at the source. False where there is none. */
  addWayTo(x: number, y: number, bends: Bends): boolean {
    return this.flooded().goOn(this.chosen.cellAt(x, y), bends)
  }

  /** The same back from a target, where bends are, to the source. */
  addWayBack(bends: Bends): boolean {
    const cell = this.chosen.cellAt(bends.xOf(bends.count - 1), bends.yOf(bends.count - 1))
    return this.flooded().goBack(cell, (direction, steps) => bends.run(direction ^ OPPOSITE, steps))
  }

  /** The last flood's sweep, run again if another flood has taken the frame since. */
  private flooded(): Sweep {
    const sweep = this.sweep!
    if (!sweep.isLaidOut) this.spread(sweep)
    return sweep
  }

  private spread(sweep: Sweep): boolean {
    const { terrain, left, top, right, bottom } = this
    if (this.sweep !== sweep || !sweep.isLaidOut) sweep.layOutBox(terrain, left, top, right - 1, bottom - 1, false)
    this.sweep = sweep
    return sweep.spread(this.source, this.targets)
  }
}
