/**
 * The one search of this house for costs and paths over the cells of a part of the map. A caller gives a shape (sweep-frame.ts), a start, and
 * when to stop: when all cells are final, or when one goal is. Then it reads costs and paths. Sweeps over the rows of a frame
 * replace a queue at a fraction of its cost. They read memory in order, and take four or eight cells at a time (kernel-rows.ts).
 *
 * Sweeps of a thread share their frames. One whose frame was taken since lays out its cells and floods again when a caller
 * reads it.
 */
import { NONE } from '../base/none.ts'
import { MIXED_SIDE } from '../kernel/sweep-layout.ts'
import { OPPOSITE } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { Bends } from './bends.ts'
import { boxOf, evenFrame, type Frame, mixedFrame, type Shape } from './sweep-frame.ts'
import { Tiles } from './tiles.ts'

const NOTHING: Shape = () => false

export class Sweep {
  readonly terrain: Terrain
  /** Rows of all searches so far. */
  rowsSwept = 0
  private readonly side: number
  private readonly number: number
  private shape = NOTHING
  /** What all cells of the shape cost; not above 0 where they differ. */
  private one = 0
  /** The first and the last block of the shape, where it is of blocks: x, y of each. */
  private blocks: readonly number[] = []
  /** The frame of the last search. */
  private frame!: Frame
  private startX = 0
  private startY = 0
  private goalX = 0
  private goalY = 0
  /** Cells that the next flood must reach: x, y pairs. */
  private readonly targets: number[] = []
  /** Steps and direction of the runs of a path, last run first. */
  private readonly runs: number[] = []
  private knownTiles: Tiles | null = null
  private knownEven: Frame | null = null
  private knownSwift: Frame | null = null
  private knownWide: Frame | null = null

  /** For shapes of at most `blocksMax` blocks a side. Sweeps that are read in turns should have different numbers. */
  constructor(terrain: Terrain, blocksMax = Infinity, number = 0) {
    this.terrain = terrain
    this.side = Math.min(MIXED_SIDE, blocksMax * BLOCK_SIDE_CELLS + 2)
    this.number = number
  }

  /** The map has changed. */
  forgetMap(): void {
    this.knownTiles?.forget()
    this.cover(NOTHING)
  }

  /** For frames that are turned. */
  get tiles(): Tiles {
    this.knownTiles ??= new Tiles(this.terrain)
    return this.knownTiles
  }

  /** Takes the cells of a shape. They all cost `one`, or differ where it is not above 0. */
  cover(shape: Shape, one = 0): void {
    this.shape = shape
    this.one = one
    this.blocks = []
  }

  /** Takes a block, or those from the first to the last in these columns and rows of blocks; nothing happens where they are taken. */
  coverBlocks(fromX: number, fromY: number, toX = fromX, toY = fromY): void {
    const blocks = [fromX, fromY, toX, toY]
    if (blocks.every((place, i) => place === this.blocks[i])) return
    const { costOfBlock, blocksWide } = this.terrain
    const box = boxOf(fromX << BLOCK_SHIFT, fromY << BLOCK_SHIFT, lastOf(toX), lastOf(toY))
    this.cover(box, fromX === toX && fromY === toY ? costOfBlock[fromY * blocksWide + fromX] : 0)
    this.blocks = blocks
  }

  /** Names a free cell that the next flood must reach. */
  addTarget(x: number, y: number): void {
    this.targets.push(x, y)
  }

  /** Computes the costs of all targets from the free cell (x, y), and forgets the targets. The shape must fit a frame. */
  flood(x: number, y: number): void {
    this.startX = x
    this.startY = y
    const frame = this.firstFrame
    this.floodIn(frame)
    if (this.isMissingTargets(frame) && frame.isAtEnd()) this.floodIn(this.wideFrame)
    this.targets.length = 0
  }

  /**
   * Returns the cost in units of the cheapest path from (x0, y0) to (x1, y1) that costs less than `limitUnits`, and stops at any path
   * that costs at most `enoughUnits`. NONE where there is none, or where the shape fits no frame.
   */
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, enoughUnits = NONE): number {
    this.startX = x0
    this.startY = y0
    this.goalX = x1
    this.goalY = y1
    const first = this.firstFrame
    const units = this.findIn(first, limitUnits, enoughUnits)
    if (units < Infinity || limitUnits <= first.unitsMax || !first.isAtEnd()) return units < Infinity ? units : NONE
    const wideUnits = this.findIn(this.wideFrame, limitUnits, enoughUnits)
    return wideUnits < Infinity ? wideUnits : NONE
  }

  /** Cost in units from the start to (x, y), a target of the last flood; Infinity where no way in the shape leads there. */
  unitsTo(x: number, y: number): number {
    const frame = this.swept
    return frame.unitsOf(frame.cellAt(x, y))
  }

  /** Appends the path found last to `bends`, which are at its start. */
  addWay(bends: Bends): void {
    this.addWayTo(this.goalX, this.goalY, bends)
  }

  /** Appends a cheapest path to (x, y), a target, to `bends`, which are at the start. False where there is none. */
  addWayTo(x: number, y: number, bends: Bends): boolean {
    const { runs, swept } = this
    const isThere = swept.goBack(swept.cellAt(x, y), runs)
    while (runs.length > 0) bends.run(runs.pop()!, runs.pop()!)
    return isThere
  }

  /** The same back from a target, where bends are, to the start. */
  addWayBack(bends: Bends): boolean {
    const { runs, swept } = this
    const goal = swept.cellAt(bends.xOf(bends.count - 1), bends.yOf(bends.count - 1))
    const isThere = swept.goBack(goal, runs)
    for (let i = 0; i < runs.length; i += 2) bends.run(runs[i + 1] ^ OPPOSITE, runs[i])
    runs.length = 0
    return isThere
  }

  /** The frame of the last search, flooded again if another sweep has taken it since. */
  private get swept(): Frame {
    if (this.frame.shape !== this.shape) this.floodIn(this.frame)
    return this.frame
  }

  private get firstFrame(): Frame {
    if (this.one > 0) {
      this.knownEven ??= evenFrame(this.terrain)
      return this.knownEven
    }
    this.knownSwift ??= mixedFrame(this.side, this.terrain, this.number)
    return this.knownSwift
  }

  /** The frame for costs that the first one cannot count. */
  private get wideFrame(): Frame {
    this.knownWide ??= mixedFrame(this.side, this.terrain, this.number, true)
    return this.knownWide
  }

  private floodIn(frame: Frame): void {
    if (this.layOut(frame)) frame.run(frame.cellAt(this.startX, this.startY))
  }

  /** NONE where the frame has no room. */
  private findIn(frame: Frame, limitUnits: number, enoughUnits: number): number {
    if (!this.layOut(frame)) return NONE
    this.rowsSwept += frame.rowCount
    const start = frame.cellAt(this.startX, this.startY)
    return frame.run(start, frame.cellAt(this.goalX, this.goalY), limitUnits, enoughUnits)
  }

  /** Lays out the shape, with every cell unreached. False where it does not fit. */
  private layOut(frame: Frame): boolean {
    this.frame = frame
    if (frame.shape !== this.shape) return frame.take(this.shape, this, this.one)
    frame.forget()
    return true
  }

  private isMissingTargets(frame: Frame): boolean {
    const { targets } = this
    for (let i = 0; i < targets.length; i += 2) {
      if (frame.unitsOf(frame.cellAt(targets[i], targets[i + 1])) === Infinity) return true
    }
    return false
  }
}

/** The last cell of a column or row of blocks. */
function lastOf(block: number): number {
  return (block << BLOCK_SHIFT) | BLOCK_MASK
}
