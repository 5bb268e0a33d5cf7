/**
 * The exact search on weighted ground, over the whole map: block by block.
 *
 * A queue of cells spends its time on the queue. Here the queue holds blocks. A block's turn completes all its cells at once,
 * by sweeps (patches.ts). If a cheaper way into it appears later, it gets another turn, which seldom changes much. The block
 * with the cheapest way in comes first, so its first turn knows most ways into it. Landmarks give a lower bound of the cost
 * left from a block's rim; a way that cannot beat the best path known is not passed on.
 */
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import { PATCH_WIDTH } from '../kernel/sweep-layout.ts'
import { WALL } from '../kernel/units.ts'
import { DX, DY, freeUnits, stepUnits } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'
import { type Bends, turnRound } from './bends.ts'
import type { PatchShelf } from './patch-sweep.ts'
import { Patches, RIM_NUMBERS } from './patches.ts'

/** Lower bounds of the cost left to a goal. */
export interface LeastLeft {
  /** Sets the goal (x1, y1) of the bounds, for a search from (x0, y0). */
  aimAt(x0: number, y0: number, x1: number, y1: number): void
  /**
   * Index in `leftOfRim` of a block's outermost cells: first row, last row, first column, last column. No path from such a cell
   * to the goal costs less than its number there, in units.
   */
  rimOf(block: number): number
  readonly leftOfRim: Float64Array
}

/** Bounds of 0, for searches without landmarks. */
const NOTHING_LEFT = new Float64Array(RIM_NUMBERS)
const APART = Int32Array.from(DX, (dx, direction) => dx + PATCH_WIDTH * DY[direction])

export class ExactPatches {
  /** Blocks settled. */
  expansionCount = 0
  /** No path is cheaper than this, in units. */
  lowerUnits = 0
  /** The cost of the best path known, or the limit. */
  boundUnits = 0
  private readonly terrain: Terrain
  private readonly patches: Patches
  private readonly queue = new Heap()
  private leastLeft: LeastLeft | null = null
  private startX = 0
  private startY = 0
  private goalX = 0
  private goalY = 0
  private goalBlock = 0

  constructor(terrain: Terrain, isWide: boolean) {
    this.terrain = terrain
    this.patches = new Patches(terrain, isWide)
  }

  /** Begins a search for a path that costs less than `limitUnits`, at most SWIFT_PATCH_UNITS_MAX unless wide. */
  begin(x0: number, y0: number, x1: number, y1: number, limitUnits: number, leastLeft: LeastLeft | null): void {
    this.expansionCount = 0
    this.boundUnits = limitUnits
    this.startX = x0
    this.startY = y0
    this.goalX = x1
    this.goalY = y1
    this.goalBlock = this.terrain.blockOf(x1, y1)
    this.leastLeft = leastLeft
    leastLeft?.aimAt(x0, y0, x1, y1)
    this.patches.clear()
    this.patches.start(x0, y0)
    this.queue.clear()
    this.queue.push(0, this.terrain.blockOf(x0, y0))
    const { costMin, directions } = this.terrain
    this.lowerUnits = Math.min(limitUnits, freeUnits(x1 - x0, y1 - y0, costMin, directions))
  }

  /** Continues until `expansionsMax` expansions are spent since `begin`; true if the search is complete. */
  run(expansionsMax: number): boolean {
    const { queue, patches } = this
    while (queue.size > 0) {
      const block = queue.pop()
      if (patches.newsOfBlock[block] !== queue.poppedKey) continue
      if (queue.poppedKey + this.unitsFrom(block) >= this.boundUnits) continue
      if (this.expansionCount >= expansionsMax) {
        queue.push(queue.poppedKey, block)
        return false
      }
      this.expand(block)
      this.expansionCount++
      // leastOpen is rough and may fall, hence the maximum. Fixed times make the bound independent of when the search is stopped.
      if (isPowerOfTwo(this.expansionCount)) this.lowerUnits = Math.max(this.lowerUnits, this.leastOpen())
    }
    this.lowerUnits = this.boundUnits
    return true
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    const { startX, startY } = this
    let x = this.goalX
    let y = this.goalY
    let block = this.goalBlock
    let direction = 0
    bends.clear()
    bends.add(x, y)
    while (x !== startX || y !== startY) {
      let next = this.stepTo(block, x, y, direction)
      if (next === NONE) {
        block = this.terrain.blockOf(x, y)
        next = this.stepTo(block, x, y, direction)
      }
      if (next !== direction) bends.add(x, y)
      direction = next
      x -= DX[direction]
      y -= DY[direction]
    }
    bends.add(x, y)
    turnRound(bends)
  }

  /**
   * The direction of the last step of a cheapest way to a cell, by a block's patch; `direction` if that is one. A way may cross
   * rim cells whose own block was not told, since no path could become cheaper there. NONE where the patch shows no way.
   */
  private stepTo(block: number, x: number, y: number, direction: number): number {
    const { patches } = this
    if (!patches.reachesRow(block, y)) return NONE
    const shelf = patches.shelfOf(block)
    const place = patches.placeIn(block, x, y)
    if (isWayBack(shelf, place, direction)) return direction
    for (let other = 0; other < this.terrain.directions; other++) if (isWayBack(shelf, place, other)) return other
    return NONE
  }

  private expand(block: number): void {
    const { patches, queue, leastLeft } = this
    const { blocksWide, blocksHigh, directions } = this.terrain
    patches.settle(block)
    if (block === this.goalBlock) this.boundUnits = Math.min(this.boundUnits, patches.unitsOf(this.goalX, this.goalY))
    const blockX = block % blocksWide
    const blockY = (block - blockX) / blocksWide
    const left = leastLeft === null ? NOTHING_LEFT : leastLeft.leftOfRim
    const rim = leastLeft === null ? 0 : leastLeft.rimOf(block)
    for (let direction = 0; direction < directions; direction++) {
      const otherX = blockX + DX[direction]
      const otherY = blockY + DY[direction]
      if (otherX < 0 || otherY < 0 || otherX >= blocksWide || otherY >= blocksHigh) continue
      const other = otherY * blocksWide + otherX
      const before = patches.newsOfBlock[other]
      const limitUnits = leastLeft === null ? this.boundUnits - this.unitsFrom(other) : this.boundUnits
      patches.tell(block, direction, limitUnits, left, rim)
      if (patches.newsOfBlock[other] < before) queue.push(patches.newsOfBlock[other], other)
    }
  }

  /** A lower bound of all paths not found yet. */
  private leastOpen(): number {
    const { patches } = this
    let least = this.boundUnits
    for (let i = 0; i < patches.enteredCount; i++) {
      const block = patches.entered[i]
      if (patches.newsOfBlock[block] < least) {
        least = Math.min(least, patches.newsOfBlock[block] + this.unitsFrom(block))
      }
    }
    return least
  }

  /** A lower bound of the cost left from any cell of a block. */
  private unitsFrom(block: number): number {
    const { goalX, goalY } = this
    const { blocksWide, costMin, directions } = this.terrain
    const left = (block % blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / blocksWide) << BLOCK_SHIFT
    const dx = goalX < left ? goalX - left : Math.max(0, goalX - left - BLOCK_MASK)
    const dy = goalY < top ? goalY - top : Math.max(0, goalY - top - BLOCK_MASK)
    return freeUnits(dx, dy, costMin, directions)
  }
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0
}

/** Whether a cheapest way to the cell at `place` ends with a step in this direction. */
function isWayBack({ costs, units }: PatchShelf, place: number, direction: number): boolean {
  const before = place - APART[direction]
  if (costs[before] === WALL) return false
  if (direction >= 4 && (costs[before + DX[direction]] === WALL || costs[place - DX[direction]] === WALL)) return false
  return units[before] + stepUnits(direction, costs[before], costs[place]) === units[place]
}
