/**
 * Where the sweeps of a jumping search stop: at cells from which a ray finds the end of a wall, and at cells whose next step is
 * illegal. Sweeps go along diagonals, or with 4 directions along rows. The cells of a diagonal or row are bits of one word, so a
 * sweep passes up to 32 of them at once.
 *
 * The words of a block are made at its first use. A word of diagonals holds two of the block, which have no column in common: bit
 * x & 31 is the cell in that column.
 */
import { doubled } from '../base/growing.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { COLUMNS, ROWS, type Tiles, transpose } from './tiles.ts'

/** From the word of a sweep's first rays to that of its second ones, and to that of illegal steps. */
export const SECOND_RAYS = 4 * BLOCK_SIDE_CELLS
export const BARRED = 2 * SECOND_RAYS
const BLOCK_WORDS = 3 * SECOND_RAYS
/** A longer ray counts as one that finds the end of a wall: the search sends it, and so learns whether it does. */
const LOOK_CELLS = 512
/** By bit of a number: the columns whose number has that bit. */
const COLUMNS_WITH_BIT = Int32Array.of(0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000)

const newWords = () => new Int32Array(BLOCK_SIDE_CELLS)

export class SweepStops {
  /** Made anew as blocks are added. */
  words = new Int32Array(64 * BLOCK_WORDS)
  private readonly terrain: Terrain
  private readonly isEight: boolean
  /** The directions of sweeps. */
  private readonly directions: readonly number[]
  private readonly tiles: Tiles
  /** 0 for a block without words. */
  private readonly firstWordOfBlock: Int32Array
  private end = BLOCK_WORDS
  /** By row, the cells from which a ray finds the end of a wall: to the east, south, west, north. */
  private readonly seeing = [newWords(), newWords(), newWords(), newWords()]
  private readonly barred = newWords()
  private readonly scratch = newWords()

  constructor(terrain: Terrain, tiles: Tiles) {
    this.terrain = terrain
    this.isEight = terrain.directions === 8
    this.directions = this.isEight ? [4, 5, 6, 7] : [0, 2]
    this.tiles = tiles
    this.firstWordOfBlock = new Int32Array(terrain.blocksWide * terrain.blocksHigh)
  }

  /** From a block's first word to that of a sweep through (x, y): the same in all blocks that it passes. */
  offsetOf(x: number, y: number, sweep: number): number {
    if (!this.isEight) return (sweep << 5) | (y & 31)
    return (sweep << 5) | ((sweep & 1 ? y + x : y - x) & 31)
  }

  /** The first word of a block; `offsetOf` adds that of a sweep. */
  firstWordOf(blockX: number, blockY: number): number {
    const block = Math.imul(blockY, this.terrain.blocksWide) + blockX
    return this.firstWordOfBlock[block] || this.add(block, blockX, blockY)
  }

  /** The map has changed. */
  forget(): void {
    this.firstWordOfBlock.fill(0)
    this.end = BLOCK_WORDS
  }

  private add(block: number, blockX: number, blockY: number): number {
    const first = this.end
    this.end += BLOCK_WORDS
    if (this.end > this.words.length) this.words = doubled(this.words)
    this.firstWordOfBlock[block] = first
    this.look(blockX << BLOCK_SHIFT, blockY << BLOCK_SHIFT)
    const { seeing, barred, words } = this
    for (let sweep = 0, at = first; sweep < this.directions.length; sweep++, at += BLOCK_SIDE_CELLS) {
      this.findBarred(blockX << BLOCK_SHIFT, blockY << BLOCK_SHIFT, this.directions[sweep])
      if (this.isEight) {
        // East or west, south or north.
        slant(seeing[sweep === 0 || sweep === 3 ? 0 : 2], words, at, sweep)
        slant(seeing[sweep < 2 ? 1 : 3], words, at + SECOND_RAYS, sweep)
        slant(barred, words, at + BARRED, sweep)
      } else {
        words.set(seeing[1], at)
        words.set(seeing[3], at + SECOND_RAYS)
        words.set(barred, at + BARRED)
      }
    }
    return first
  }

  /** Fills `seeing` for a block. */
  private look(left: number, top: number): void {
    const { tiles, seeing, scratch } = this
    const { words } = tiles
    const tile = tiles.tileOf(left >> BLOCK_SHIFT, top >> BLOCK_SHIFT)
    for (let ray = 0; ray < 4; ray++) {
      const isAlongRow = (ray & 1) === 0
      const isUpward = ray < 2
      const sense = isUpward ? 1 : -1
      const edge = isUpward ? BLOCK_MASK : 0
      const found = isAlongRow ? seeing[ray] : scratch
      for (let line = 0, at = tile + (isAlongRow ? ROWS : COLUMNS); line < BLOCK_SIDE_CELLS; line++, at++) {
        const [before, free, after] = [words[at], words[at + 1], words[at + 2]]
        // Whether a ray that leaves the block finds the end of a wall.
        const isBeyond =
          ((free >>> edge) & 1) !== 0 &&
          (isAlongRow
            ? tiles.stopAlongRow(left + edge, top + line, sense, LOOK_CELLS)
            : tiles.stopAlongColumn(left + line, top + edge, sense, LOOK_CELLS)) >= 0
        found[line] = isUpward
          ? seeingUpward(before, free, after, isBeyond)
          : reversed(seeingUpward(reversed(before), reversed(free), reversed(after), isBeyond))
      }
      if (!isAlongRow) transpose(scratch, 0, seeing[ray], 0)
    }
  }

  /** Fills `barred` for a block: the cells without a legal step in a direction. */
  private findBarred(left: number, top: number, direction: number): void {
    const { tiles, barred, terrain } = this
    const senseX = DX[direction]
    const senseY = DY[direction]
    const tile = tiles.tileOf(left >> BLOCK_SHIFT, top >> BLOCK_SHIFT)
    const besideX = senseX > 0 ? left + BLOCK_SIDE_CELLS : left - 1
    const beside = tiles.words[tile + COLUMNS + (senseX > 0 ? BLOCK_SIDE_CELLS + 1 : 0)]
    /** The cells whose neighbours in the row `row` are free. */
    const besideFree = (row: number) => {
      const free = tiles.words[tile + ROWS + 1 + row]
      const isInside = (row & ~BLOCK_MASK) === 0
      const outer = isInside ? (beside >>> row) & 1 : Number(terrain.isFree(besideX, top + row))
      return senseX > 0 ? (free >>> 1) | (outer << 31) : (free << 1) | outer
    }
    for (let row = 0; row < BLOCK_SIDE_CELLS; row++) {
      const at = tile + ROWS + 1 + row
      barred[row] = ~(tiles.words[at] & tiles.words[at + senseY] & besideFree(row) & besideFree(row + senseY))
    }
  }
}

/**
 * The cells of a line from which a walk upward comes to a free cell beside which a wall has just ended, in the line before or
 * after. `isBeyond` says so of a walk that leaves the block.
 */
function seeingUpward(before: number, free: number, after: number, isBeyond: boolean): number {
  const stops = free & ((before & ~(before << 1)) | (after & ~(after << 1)))
  let seeing = (stops >>> 1) | (isBeyond ? 1 << 31 : 0)
  // `passing`: the next `cells` cells are free. Each pass doubles their count.
  let passing = free >>> 1
  for (let cells = 1; cells < BLOCK_SIDE_CELLS; cells *= 2) {
    seeing |= passing & (seeing >>> cells)
    passing &= passing >>> cells
  }
  return seeing
}

/** The bits of a word from the last to the first. */
function reversed(word: number): number {
  let bits = ((word >>> 1) & 0x55555555) | ((word & 0x55555555) << 1)
  bits = ((bits >>> 2) & 0x33333333) | ((bits & 0x33333333) << 2)
  bits = ((bits >>> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4)
  bits = ((bits >>> 8) & 0x00ff00ff) | ((bits & 0x00ff00ff) << 8)
  return (bits >>> 16) | (bits << 16)
}

/** Turns rows into diagonals: column x moves up by x words, or down for sweeps to the south-west and north-east. */
function slant(rows: Int32Array, out: Int32Array, at: number, quadrant: number): void {
  let from = rows
  let to: Int32Array = BUFFERS[0]
  const sense = quadrant & 1 ? -1 : 1
  for (let bit = 0; bit < 5; bit++) {
    const moved = COLUMNS_WITH_BIT[bit]
    const by = sense << bit
    for (let word = 0; word < BLOCK_SIDE_CELLS; word++) {
      to[word] = (from[word] & ~moved) | (from[(word + by) & BLOCK_MASK] & moved)
    }
    from = to
    to = BUFFERS[(bit + 1) & 1]
  }
  out.set(from, at)
}
const BUFFERS = [newWords(), newWords()]
