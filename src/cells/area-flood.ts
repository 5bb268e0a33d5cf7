/**
 * The costs from one cell to others near it, over the borders between a few blocks side by side, and the moves to any of
 * them. What a block alone (block-flood.ts) says of its entries is true of ways that cross its borders at entries, which
 * lie where far paths cross; near an end of a query the best way may cross elsewhere.
 */
import { doubled } from '../base/growing.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { mixedSweep, type Sweep } from './sweep.ts'

export class AreaFlood {
  private readonly terrain: Terrain
  /** The blocks lie in a frame of walls, so wide. */
  private readonly frame: number
  private readonly swift: Sweep
  /** For ways that cost more than swift sweeps count to; made when it is first needed. */
  private knownWide: Sweep | null = null
  /** The one of the last flood. */
  private sweep: Sweep
  private targets = new Int32Array(256)
  private targetCount = 0
  private source = 0
  /** The cells of the blocks: from the first to before the end. */
  private left = 0
  private top = 0
  private right = 0
  private bottom = 0

  /** For at most so many blocks along each side. */
  constructor(terrain: Terrain, blocksMax: number) {
    this.terrain = terrain
    this.frame = blocksMax * BLOCK_SIDE_CELLS + 2
    this.swift = mixedSweep(this.frame, terrain)
    this.sweep = this.swift
  }

  /** Loads the blocks in these columns and rows of blocks, the last ones included. */
  load(fromX: number, fromY: number, toX: number, toY: number): void {
    this.left = fromX << BLOCK_SHIFT
    this.top = fromY << BLOCK_SHIFT
    this.right = (toX + 1) << BLOCK_SHIFT
    this.bottom = (toY + 1) << BLOCK_SHIFT
    this.swift.reset(this.bottom - this.top)
    this.swift.firstOfRow.fill(1)
    this.swift.lastOfRow.fill(this.right - this.left)
    this.swift.layOut(this.terrain, this.left - 1, this.top - 1, false)
  }

  /** Whether (x, y) lies in the blocks that are loaded. */
  holds(x: number, y: number): boolean {
    return x >= this.left && x < this.right && y >= this.top && y < this.bottom
  }

  /** Names a free cell that the next flood must reach. */
  addTarget(x: number, y: number): void {
    if (this.targetCount === this.targets.length) this.targets = doubled(this.targets)
    this.targets[this.targetCount++] = this.cellAt(x, y)
  }

  /** Floods from the free cell (x, y), and forgets the targets. */
  flood(x: number, y: number): void {
    const { swift } = this
    this.source = this.cellAt(x, y)
    const targets = this.targets.subarray(0, this.targetCount)
    this.sweep = swift
    swift.forget()
    if (!swift.spread(this.source, targets)) {
      this.sweep = this.wide
      this.sweep.forget()
      this.sweep.spread(this.source, targets)
    }
    this.targetCount = 0
  }

  /** With the cells of the swift one. */
  private get wide(): Sweep {
    this.knownWide ??= mixedSweep(this.frame, this.terrain, true)
    this.knownWide.takeCells(this.swift)
    return this.knownWide
  }

  /** Cost in units from the source to (x, y), a target of the last flood; Infinity where no way in these blocks leads there. */
  unitsTo(x: number, y: number): number {
    return this.sweep.unitsOf(this.cellAt(x, y))
  }

  /**
   * The runs of a path from the source to the target (x, y) for its cost, last run first: direction, steps, ... -1 where
   * there is none.
   */
  runsBackFrom(x: number, y: number, out: Int32Array): number {
    const at = this.cellAt(x, y)
    if (this.sweep.unitsOf(at) === Infinity) return -1
    let length = 0
    this.sweep.goBack(at, (direction, steps) => {
      out[length++] = direction
      out[length++] = steps
    })
    return length
  }

  private cellAt(x: number, y: number): number {
    return (y - this.top + 1) * this.frame + x - this.left + 1
  }
}
