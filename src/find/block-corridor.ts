/** Some blocks of a map, to which waves over cells keep: those along ways over entries, and around their ends. */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type AnyCrossing, xOf, yOf } from '../atlas/crossing.ts'
import { crossingAt, firstSlotOf, slotCountOf } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Region } from '../base/ids.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'

/** All blocks within this distance of an end belong to it. */
const AROUND_CELLS = BLOCK_SIDE_CELLS / 2

export class BlockCorridor {
  /** 1 for the blocks of the corridor. */
  readonly isInside: Uint8Array
  private readonly blocks: Block[] = []
  private readonly columns: AtlasColumns

  constructor(columns: AtlasColumns) {
    this.columns = columns
    this.isInside = new Uint8Array(columns.terrain.costOfBlock.length)
  }

  clear(): void {
    for (const block of this.blocks) this.isInside[block] = 0
    this.blocks.length = 0
  }

  /** Adds the blocks within `cells` of a crossing: where walls are scattered, a path may pass the corner beside it. */
  addBeside(crossing: AnyCrossing, cells: number): void {
    const [x, y] = [xOf(crossing), yOf(crossing)]
    this.addWithin(x - cells, y - cells, x + cells, y + cells)
  }

  /** Adds the blocks near an end, and all between the regions that it knows: its ways to their entries lie there. */
  addAround({ x, y }: Point, regions: readonly Region[]): void {
    const [levelZero] = this.columns.levels
    let [left, top, right, bottom] = [x - AROUND_CELLS, y - AROUND_CELLS, x + AROUND_CELLS, y + AROUND_CELLS]
    for (const region of regions) {
      if (slotCountOf(levelZero, region) === 0) continue
      const crossing = crossingAt(levelZero, firstSlotOf(levelZero, region))
      left = Math.min(left, xOf(crossing))
      top = Math.min(top, yOf(crossing))
      right = Math.max(right, xOf(crossing))
      bottom = Math.max(bottom, yOf(crossing))
    }
    this.addWithin(left, top, right, bottom)
  }

  private addWithin(left: number, top: number, right: number, bottom: number): void {
    const { width, height, blocksWide } = this.columns.terrain
    const endX = Math.min(width - 1, right) >> BLOCK_SHIFT
    const endY = Math.min(height - 1, bottom) >> BLOCK_SHIFT
    for (let blockY = Math.max(0, top) >> BLOCK_SHIFT; blockY <= endY; blockY++)
      for (let blockX = Math.max(0, left) >> BLOCK_SHIFT; blockX <= endX; blockX++)
        this.add(blockY * blocksWide + blockX)
  }

  private add(block: Block): void {
    if (this.isInside[block] === 1) return
    this.isInside[block] = 1
    this.blocks.push(block)
  }
}
