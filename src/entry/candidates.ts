/**
 * The crossings of one block border that may become entries, as columns in order of place along the border.
 */
import { packCrossing, reversed, xOf, yOf } from '../atlas/crossing.ts'
import { type Labels, regionOfCell } from '../atlas/islands.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'

export const EAST = 0
export const SOUTH = 1

export class Candidates {
  count = 0
  /** Which block's eastern or southern border this is. */
  blockX = 0
  blockY = 0
  direction = EAST
  /** Seen from side 0. */
  readonly crossingOf = new Int32Array(BLOCK_SIDE_CELLS)
  readonly regionOf = new Int32Array(BLOCK_SIDE_CELLS)
  readonly regionBeyondOf = new Int32Array(BLOCK_SIDE_CELLS)
  /** Width of the opening in cells. */
  readonly widthOf = new Int32Array(BLOCK_SIDE_CELLS)
  readonly isKept = new Uint8Array(BLOCK_SIDE_CELLS)
  private readonly terrain: Terrain
  private readonly labels: Labels

  constructor(terrain: Terrain, labels: Labels) {
    this.terrain = terrain
    this.labels = labels
  }

  start(blockX: number, blockY: number, direction: number): void {
    this.count = 0
    this.blockX = blockX
    this.blockY = blockY
    this.direction = direction
    this.isKept.fill(0)
  }

  /** Adds the crossing at a place along the border, from its northern or western end. */
  add(place: number, width: number): void {
    const { blockX, blockY, direction, terrain } = this
    const x = (blockX << BLOCK_SHIFT) + (direction === EAST ? BLOCK_SIDE_CELLS - 1 : place)
    const y = (blockY << BLOCK_SHIFT) + (direction === EAST ? place : BLOCK_SIDE_CELLS - 1)
    const crossing = packCrossing(x, y, direction)
    const beyond = reversed(crossing)
    const block = blockY * terrain.blocksWide + blockX
    const blockBeyond = direction === EAST ? block + 1 : block + terrain.blocksWide
    const i = this.count++
    this.crossingOf[i] = crossing
    this.regionOf[i] = regionOfCell(this.labels, block, x, y)
    this.regionBeyondOf[i] = regionOfCell(this.labels, blockBeyond, xOf(beyond), yOf(beyond))
    this.widthOf[i] = width
  }

  /** Lists the candidates that join the same regions as `first`; returns their number, 0 if `first` is not the first of them. */
  alike(first: number, out: Int32Array): number {
    for (let i = 0; i < first; i++) if (this.isAlike(first, i)) return 0
    let count = 0
    for (let i = first; i < this.count; i++) if (this.isAlike(first, i)) out[count++] = i
    return count
  }

  /** Whether two candidates join the same two regions. */
  isAlike(i: number, other: number): boolean {
    return this.regionOf[i] === this.regionOf[other] && this.regionBeyondOf[i] === this.regionBeyondOf[other]
  }
}
