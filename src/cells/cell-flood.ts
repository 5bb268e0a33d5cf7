/**
 * Costs and paths from one cell to the others of its block, or of a few adjacent blocks. Sweeps (sweep.ts) run over the blocks,
 * in a frame of walls, until no cell becomes cheaper.
 *
 * A single block gives only paths inside it, as the tables of the bake need. Near an end of a query several blocks are loaded:
 * the best path may leave a block and come back. All floods of a thread share their frames. A flood whose frame was taken
 * since lays out its cells and floods again when a caller reads it.
 */
import { EVEN_PITCH } from '../kernel/sweep-layout.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { type Sweep, Sweeps } from './sweep.ts'

/** Walls before the cells of a frame: one, or on even ground a word of bits. */
const MARGIN = 1
const EVEN_MARGIN = 32
const NO_BLOCK = -1

export class Flood {
  private readonly terrain: Terrain
  /** Side of the frame for mixed ground, in cells. */
  private readonly side: number
  private readonly sweeps: Sweeps
  /** The sweep of the last flood. */
  private sweep: Sweep | null = null
  private isEven = false
  private margin = MARGIN
  private pitch = 0
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
    this.side = blocksMax * BLOCK_SIDE_CELLS + 2
    this.sweeps = new Sweeps(terrain, this.side, frame)
  }

  /** Unloads the blocks: their cells may have changed. */
  forget(): void {
    this.block = NO_BLOCK
    this.sweep = null
  }

  /** Loads one block; nothing happens where it is loaded already. */
  load(block: number): void {
    if (this.block === block) return
    const { blocksWide, costOfBlock } = this.terrain
    const blockX = block % blocksWide
    const blockY = (block - blockX) / blocksWide
    this.loadBlocks(blockX, blockY, blockX, blockY)
    this.block = block
    if (costOfBlock[block] < 0) return
    this.isEven = true
    this.margin = EVEN_MARGIN
    this.pitch = EVEN_PITCH
  }

  /** Loads the blocks in these columns and rows of blocks, the last ones included. */
  loadBlocks(fromX: number, fromY: number, toX: number, toY: number): void {
    this.block = NO_BLOCK
    this.left = fromX << BLOCK_SHIFT
    this.top = fromY << BLOCK_SHIFT
    this.right = (toX + 1) << BLOCK_SHIFT
    this.bottom = (toY + 1) << BLOCK_SHIFT
    this.isEven = false
    this.margin = MARGIN
    this.pitch = this.side
    this.sweep = null
  }

  /** Whether (x, y) lies in the blocks that are loaded. */
  holds(x: number, y: number): boolean {
    return x >= this.left && x < this.right && y >= this.top && y < this.bottom
  }

  /** Names a free cell that the next flood must reach. */
  addTarget(x: number, y: number): void {
    this.targets.push(this.cellAt(x, y))
  }

  /** Floods from the free cell (x, y), and forgets the targets. */
  flood(x: number, y: number): void {
    this.source = this.cellAt(x, y)
    this.spread()
  }

  /** Cost in units from the source to (x, y), a target of the last flood; Infinity where no way in these blocks leads there. */
  unitsTo(x: number, y: number): number {
    return this.flooded().unitsOf(this.cellAt(x, y))
  }

  /**
   * The runs of a path from the source to the target (x, y) for its cost, last run first: direction, steps, ... -1 where
   * there is none.
   */
  runsBackFrom(x: number, y: number, out: Int32Array): number {
    const sweep = this.flooded()
    const at = this.cellAt(x, y)
    if (sweep.unitsOf(at) === Infinity) return -1
    let length = 0
    sweep.goBack(at, (direction, steps) => {
      out[length++] = direction
      out[length++] = steps
    })
    return length
  }

  /** The last flood's sweep, run again if another flood has taken the frame since. */
  private flooded(): Sweep {
    const sweep = this.sweep!
    if (!sweep.isLaidOut) {
      this.layOut(sweep)
      sweep.spread(this.source, this.targets)
    }
    return sweep
  }

  private spread(): void {
    const { source, targets, block, terrain, isEven, sweeps } = this
    this.layOut(isEven ? sweeps.even(terrain.costOfBlock[block]) : sweeps.mixed(0))
    if (!this.sweep!.spread(source, targets)) {
      this.layOut(sweeps.mixed(Infinity))
      this.sweep!.spread(source, targets)
    }
    targets.length = 0
  }

  private layOut(sweep: Sweep): void {
    const isLaidOut = this.sweep === sweep && sweep.isLaidOut
    this.sweep = sweep
    if (isLaidOut) return
    const { terrain, left, top, right, bottom, margin } = this
    const rowEnd = bottom - top + 1
    sweep.reset(rowEnd - 1)
    sweep.firstOfRow.fill(margin, 1, rowEnd)
    sweep.lastOfRow.fill(margin + right - left - 1, 1, rowEnd)
    sweep.layOut(terrain, left - margin, top - 1, false)
  }

  private cellAt(x: number, y: number): number {
    return (y - this.top + 1) * this.pitch + x - this.left + this.margin
  }
}
