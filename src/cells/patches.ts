/**
 * The blocks that a search over weighted cells enters. Each is laid out as a patch: the block with the rim of its neighbours'
 * cells. A block is settled alone (patch-sweep.ts); then the costs of its outermost cells go to the rims of the blocks around
 * it. A patch whose rim became cheaper must be settled again.
 */
import { PATCH_CELLS, PATCH_WIDTH, SHELF_PATCHES } from '../kernel/sweep-layout.ts'
import { WALL } from '../kernel/units.ts'
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { type PatchShelf, patchShelf } from './patch-sweep.ts'

/** The next search frees all patches if there are more than this. */
const PATCHES_KEPT = 2048
/** From the first place of a patch to its block's first cell, with a wall and the rim beside it. */
const FIRST = PATCH_WIDTH + 2
const LAST = BLOCK_SIDE_CELLS - 1
const NONE = -1
/** The outermost cells of a block: its first row, its last, its first column, its last. */
export const RIM_NUMBERS = 4 * BLOCK_SIDE_CELLS
/** Index among them of the first cell on the side, or at the corner, in each direction. */
const RIM_OF_DIRECTION = Int32Array.of(96, 32, 64, 0, 63, 32, 0, 31)

export class Patches {
  /** The blocks that this search has entered. */
  readonly entered: Int32Array
  enteredCount = 0
  /** Cost of the cheapest way into a block that is new since it was settled; Infinity where there is none. */
  readonly newsOfBlock: Float64Array
  private readonly terrain: Terrain
  private readonly isWide: boolean
  private readonly shelves: PatchShelf[] = []
  private patchCount = 0
  /** From 0 on, in the order in which blocks were first entered; NONE for a block that has no patch. */
  private readonly patchOfBlock: Int32Array
  private readonly isEntered: Uint8Array
  /** Rows that may improve, as bits: from the row above them, from the row below, and along themselves. */
  private readonly downOfBlock: Int32Array
  private readonly upOfBlock: Int32Array
  private readonly freshOfBlock: Int32Array

  constructor(terrain: Terrain, isWide: boolean) {
    const count = terrain.blocksWide * terrain.blocksHigh
    this.terrain = terrain
    this.isWide = isWide
    this.entered = new Int32Array(count)
    this.newsOfBlock = new Float64Array(count).fill(Infinity)
    this.patchOfBlock = new Int32Array(count).fill(NONE)
    this.isEntered = new Uint8Array(count)
    this.downOfBlock = new Int32Array(count)
    this.upOfBlock = new Int32Array(count)
    this.freshOfBlock = new Int32Array(count)
  }

  /** Forgets what was reached. */
  clear(): void {
    for (let i = 0; i < this.enteredCount; i++) {
      this.isEntered[this.entered[i]] = 0
      this.hasHeard(this.entered[i])
    }
    this.enteredCount = 0
    if (this.patchCount <= PATCHES_KEPT) return
    this.shelves.length = 0
    this.patchCount = 0
    this.patchOfBlock.fill(NONE)
  }

  /** The shelf that holds the patch of an entered block. */
  shelfOf(block: number): PatchShelf {
    return this.shelves[Math.floor(this.patchOfBlock[block] / SHELF_PATCHES)]
  }

  /** Place of a cell in a block's patch; the cell may be in the rim. */
  placeIn(block: number, x: number, y: number): number {
    const { blocksWide } = this.terrain
    const left = (block % blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / blocksWide) << BLOCK_SHIFT
    return this.firstOf(block) + (y - top) * PATCH_WIDTH + x - left
  }

  /** Whether a row of the map crosses a block: only cells in such rows improve in its patch. */
  reachesRow(block: number, y: number): boolean {
    return y >> BLOCK_SHIFT === Math.floor(block / this.terrain.blocksWide)
  }

  /** Least cost known for a free cell; Infinity where it was not reached. */
  unitsOf(x: number, y: number): number {
    const block = this.terrain.blockOf(x, y)
    if (this.isEntered[block] === 0) return Infinity
    const { units, unreached } = this.shelfOf(block)
    const reached = units[this.placeIn(block, x, y)]
    return reached < unreached ? reached : Infinity
  }

  /** Ways begin at the free cell (x, y). */
  start(x: number, y: number): void {
    const block = this.terrain.blockOf(x, y)
    this.enter(block)
    this.shelfOf(block).units[this.placeIn(block, x, y)] = 0
    this.note(block, 0, 0, 0, 1 << (y & BLOCK_MASK))
  }

  /** Completes a block from the costs in its rim. */
  settle(block: number): void {
    const fresh = this.freshOfBlock[block]
    this.shelfOf(block).settle(
      this.firstOf(block) - FIRST,
      this.downOfBlock[block] | fresh,
      this.upOfBlock[block],
      fresh,
    )
    this.hasHeard(block)
  }

  /**
   * Copies the costs of a settled block's outermost cells to the rim of its neighbour in a direction. A cost counts only if,
   * plus the cost left from there, it is below `limitUnits`. `left` holds the costs left from index `rim` on, ordered as
   * RIM_NUMBERS.
   */
  tell(block: number, direction: number, limitUnits: number, left: Float64Array, rim: number): void {
    const dx = DX[direction]
    const dy = DY[direction]
    const other = block + dy * this.terrain.blocksWide + dx
    const step = dx === 0 ? 1 : PATCH_WIDTH
    const count = direction < 4 ? BLOCK_SIDE_CELLS : 1
    const { units } = this.shelfOf(block)
    const from = this.firstOf(block) + (dx > 0 ? LAST : 0) + (dy > 0 ? LAST * PATCH_WIDTH : 0)
    const leftFrom = rim + RIM_OF_DIRECTION[direction]
    if (this.isEntered[other] === 0) {
      let i = 0
      while (i < count && units[from + i * step] + left[leftFrom + i] >= limitUnits) i++
      if (i === count) return
      this.enter(other)
    }
    const others = this.shelfOf(other).units
    let to = this.firstOf(other) + (dx > 0 ? NONE : dx < 0 ? BLOCK_SIDE_CELLS : 0)
    to += dy > 0 ? -PATCH_WIDTH : dy < 0 ? BLOCK_SIDE_CELLS * PATCH_WIDTH : 0
    let least = limitUnits
    let told = 0
    for (let i = 0, at = from; i < count; i++, at += step, to += step) {
      const by = units[at]
      if (by >= others[to] || by + left[leftFrom + i] >= limitUnits) continue
      others[to] = by
      told |= 1 << i
      if (by < least) least = by
    }
    if (told === 0) return
    if (dy === 0) this.note(other, least, 0, 0, told)
    else this.note(other, least, dy > 0 ? 1 : 0, dy > 0 ? 0 : 1 << LAST, 0)
  }

  private firstOf(block: number): number {
    return (this.patchOfBlock[block] % SHELF_PATCHES) * PATCH_CELLS + FIRST
  }

  private note(block: number, units: number, down: number, up: number, fresh: number): void {
    if (units < this.newsOfBlock[block]) this.newsOfBlock[block] = units
    this.downOfBlock[block] |= down
    this.upOfBlock[block] |= up
    this.freshOfBlock[block] |= fresh
  }

  private hasHeard(block: number): void {
    this.newsOfBlock[block] = Infinity
    this.downOfBlock[block] = 0
    this.upOfBlock[block] = 0
    this.freshOfBlock[block] = 0
  }

  private enter(block: number): void {
    if (this.isEntered[block] !== 0) return
    this.isEntered[block] = 1
    this.entered[this.enteredCount++] = block
    if (this.patchOfBlock[block] === NONE) {
      this.patchOfBlock[block] = this.patchCount++
      if (this.patchCount > this.shelves.length * SHELF_PATCHES)
        this.shelves.push(patchShelf(this.terrain.directions === 8, this.isWide))
      this.load(block)
    }
    const { units, unreached } = this.shelfOf(block)
    const from = this.firstOf(block) - FIRST
    units.fill(unreached, from, from + PATCH_CELLS)
  }

  private load(block: number): void {
    const { terrain } = this
    const { costs } = this.shelfOf(block)
    const first = this.firstOf(block)
    costs.fill(WALL, first - FIRST, first - FIRST + PATCH_CELLS)
    const left = (block % terrain.blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
    const blockCost = terrain.costOfBlock[block]
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      let from = (~blockCost << BLOCK_CELLS_SHIFT) | (row << BLOCK_SHIFT)
      let bits = terrain.rowBits[(block << BLOCK_SHIFT) | row]
      for (let at = first + row * PATCH_WIDTH; bits !== 0; at++, from++, bits >>>= 1) {
        if ((bits & 1) !== 0) costs[at] = blockCost >= 0 ? blockCost : terrain.costOfCell[from]
      }
    }
    const loadRim = (column: number, row: number) => {
      costs[first + row * PATCH_WIDTH + column] = terrain.costAt(left + column, top + row) || WALL
    }
    for (let i = -1; i <= BLOCK_SIDE_CELLS; i++) {
      loadRim(i, -1)
      loadRim(i, BLOCK_SIDE_CELLS)
      loadRim(-1, i)
      loadRim(BLOCK_SIDE_CELLS, i)
    }
  }
}
