/**
 * What every cell of a weighted map costs from somewhere, for who must know all of it and can wait. Blocks wait by the least
 * their rim was told, and each is completed at once (patches.ts); one that is told something cheaper later has another turn.
 */
import { Heap } from '../base/heap.ts'
import { COST_MAX } from '../map/grid.ts'
import { DIAGONAL_UNITS, DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_SHIFT } from '../map/terrain.ts'
import { SWIFT_PATCH_UNITS_MAX } from './patch-sweep.ts'
import { Patches, RIM_NUMBERS } from './patches.ts'

/** No step costs more. */
const STEP_UNITS_MAX = 2 * DIAGONAL_UNITS * COST_MAX
const NOTHING_LEFT = new Float64Array(RIM_NUMBERS)

export class MapFlood {
  private readonly terrain: Terrain
  private readonly waiting = new Heap()
  private patches: Patches
  private isWide = false
  /** Blocks farther from the middle one are left alone. */
  private middleX = 0
  private middleY = 0
  private sidesMax = Infinity

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.patches = new Patches(terrain, false)
  }

  /** Finds what every cell costs from a free one that is no more than so many blocks away, by ways that stay there. */
  floodAround(x: number, y: number, sidesMax: number): void {
    this.middleX = x >> BLOCK_SHIFT
    this.middleY = y >> BLOCK_SHIFT
    this.sidesMax = sidesMax
    this.flood([x, y])
    this.sidesMax = Infinity
  }

  /** Finds what every cell costs from the nearest of some free cells: x, y pairs. */
  flood(sources: ArrayLike<number>): void {
    this.spread(sources)
    if (this.isWide || !this.patches.isAnyReached(SWIFT_PATCH_UNITS_MAX - STEP_UNITS_MAX)) return
    // Ways that cost more than is counted may be missing.
    this.isWide = true
    this.patches = new Patches(this.terrain, true)
    this.spread(sources)
  }

  /** In units; Infinity where no way leads there. */
  unitsTo(x: number, y: number): number {
    return this.terrain.isFree(x, y) ? this.patches.unitsOf(x, y) : Infinity
  }

  private spread(sources: ArrayLike<number>): void {
    const { terrain, waiting, patches } = this
    patches.clear()
    for (let i = 0; i < sources.length; i += 2) {
      patches.start(sources[i], sources[i + 1])
      waiting.push(0, terrain.blockOf(sources[i], sources[i + 1]))
    }
    while (waiting.size > 0) {
      const block = waiting.pop()
      if (patches.newsOfBlock[block] === waiting.poppedKey) this.expand(block)
    }
  }

  private expand(block: number): void {
    const { patches, waiting } = this
    const { blocksWide, blocksHigh, directions } = this.terrain
    patches.settle(block)
    const limitUnits = this.isWide ? Infinity : SWIFT_PATCH_UNITS_MAX
    const blockX = block % blocksWide
    const blockY = (block - blockX) / blocksWide
    for (let direction = 0; direction < directions; direction++) {
      const otherX = blockX + DX[direction]
      const otherY = blockY + DY[direction]
      if (otherX < 0 || otherY < 0 || otherX >= blocksWide || otherY >= blocksHigh) continue
      if (Math.max(Math.abs(otherX - this.middleX), Math.abs(otherY - this.middleY)) > this.sidesMax) continue
      const other = otherY * blocksWide + otherX
      const before = patches.newsOfBlock[other]
      patches.tell(block, direction, limitUnits, NOTHING_LEFT, 0)
      if (patches.newsOfBlock[other] < before) waiting.push(patches.newsOfBlock[other], other)
    }
  }
}
