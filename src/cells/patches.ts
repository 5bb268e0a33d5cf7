/**
 * The blocks that a search over weighted cells enters, each laid out as a patch: with the rim of its neighbours' cells. A block
 * is settled by itself (patch-sweep.ts), and what its outermost cells cost then is passed to the rims of the blocks around. A
 * patch whose rim became cheaper waits to be settled again.
 */
import { PATCH_CELLS, PATCH_WIDTH, SHELF_PATCHES } from '../kernel/sweep-layout.ts'
import { WALL } from '../kernel/units.ts'
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { type PatchShelf, patchShelf } from './patch-sweep.ts'

/** With more of them than this, patches are given back when the next search begins. */
const PATCHES_KEPT = 2048
/** From the first place of a patch to its block's first cell, with a wall and the rim beside it. */
const FIRST = PATCH_WIDTH + 2
const LAST = BLOCK_SIDE_CELLS - 1
const NONE = -1
/** The outermost cells of a block: its first row, its last, its first column, its last. */
export const RIM_NUMBERS = 4 * BLOCK_SIDE_CELLS
/** Where among them those begin that lie on the side, or at the corner, of a direction. */
const RIM_OF_DIRECTION = Int32Array.of(96, 32, 64, 0, 63, 32, 0, 31)

export class Patches {
  /** The blocks that this search has entered. */
  readonly entered: Int32Array
  enteredCount = 0
  /** What the cheapest new way into a block costs since it was settled; Infinity where there is none. */
  readonly newsOfBlock: Float64Array
  private readonly terrain: Terrain
  private readonly isWide: boolean
  private readonly shelves: PatchShelf[] = []
  private patchCount = 0
  /** From 0 on, in the order in which blocks were first entered; NONE for a block that has no patch. */
  private readonly patchOfBlock: Int32Array
  private readonly isEntered: Uint8Array
  /** Rows that may gain, as bits: from the row above them, from the row below, and along themselves. */
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

  /** What holds a block that was entered, and where in it a cell is. */
  shelfOf(block: number): PatchShelf {
    return this.shelves[Math.floor(this.patchOfBlock[block] / SHELF_PATCHES)]
  }

  /** Where a cell is in the patch of a block, which it may lie beside. */
  placeIn(block: number, x: number, y: number): number {
    const { blocksWide } = this.terrain
    const left = (block % blocksWide) << BLOCK_SHIFT
    const top = Math.floor(block / blocksWide) << BLOCK_SHIFT
    return this.firstOf(block) + (y - top) * PATCH_WIDTH + x - left
  }

  /** Whether a block has cells in a row: only what lies beside those gains in its patch. */
  reachesRow(block: number, y: number): boolean {
    return y >> BLOCK_SHIFT === Math.floor(block / this.terrain.blocksWide)
  }

  /** What a free cell was reached for so far; Infinity where it was not. */
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

  /** Completes a block, as far as its rim knows. */
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
   * Tells the block that lies in a direction from a settled one what the cells beside it cost now, as far as that is less than
   * `limitUnits` with what is left from them: `left` holds that, in the order of RIM_NUMBERS, from `rim` on.
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
