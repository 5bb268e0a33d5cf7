/**
 * Where the sweeps of a jumping search stop. They stop at cells from which a ray finds the end of a wall, and before illegal
 * steps. Sweeps go along diagonals, or with 4 directions along rows. The cells of a diagonal or row are bits of one word, so a
 * sweep passes up to 32 of them at once.
 *
 * The words of a block are made at its first use. A word of diagonals holds two of the block, without a common column. Bit x & 31
 * is the cell in that column.
 */
import { DX, DY } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { stopAlongColumn, stopAlongRow } from './rays.ts'
import { COLUMNS, ROWS, type Tiles, transpose } from './tiles.ts'

/** From the word of a sweep's first rays to that of its second ones, and to that of illegal steps. */
export const SECOND_RAYS = 4 * BLOCK_SIDE_CELLS
export const BARRED = 2 * SECOND_RAYS
const BLOCK_WORDS = 3 * SECOND_RAYS
/** Pages hold 64 blocks and are never copied: a copy of all words would hold up a search for milliseconds. */
const PAGE_BLOCKS_SHIFT = 6
const PAGE_BLOCKS_MASK = (1 << PAGE_BLOCKS_SHIFT) - 1
const PAGE_WORDS_SHIFT = 15
const PAGE_WORDS_MASK = (1 << PAGE_WORDS_SHIFT) - 1
/** A longer ray counts as one that finds the end of a wall: the search sends it, and so learns whether it does. */
const LOOK_CELLS = 512
const OPEN_ROWS = BLOCK_SIDE_CELLS + 2

const newWords = () => new Int32Array(BLOCK_SIDE_CELLS)

export class SweepStops {
  /** The page of the block that was asked for last. */
  words: Int32Array = newWords()
  private readonly pages: Int32Array[] = []
  private readonly terrain: Terrain
  private readonly isEight: boolean
  /** The directions of sweeps. */
  private readonly directions: readonly number[]
  private readonly tiles: Tiles
  /** Page and word; 0 for a block without words. */
  private readonly placeOfBlock: Int32Array
  private blockCount = 0
  /** By row, the cells from which a ray finds the end of a wall: to the east, south, west, north. */
  private readonly seeing = [newWords(), newWords(), newWords(), newWords()]
  /** By row, from the one above the block to the one below: the free cells beside which the cell to one side is free. */
  private readonly open = new Int32Array(OPEN_ROWS)
  private readonly barred = newWords()
  private readonly scratch = newWords()

  constructor(terrain: Terrain, tiles: Tiles) {
    this.terrain = terrain
    this.isEight = terrain.directions === 8
    this.directions = this.isEight ? [4, 5, 6, 7] : [0, 2]
    this.tiles = tiles
    this.placeOfBlock = new Int32Array(terrain.blocksWide * terrain.blocksHigh)
  }

  /** From a block's first word to that of a sweep through (x, y): the same in all blocks that it passes. */
  offsetOf(x: number, y: number, sweep: number): number {
    if (!this.isEight) return (sweep << 5) | (y & 31)
    return (sweep << 5) | ((sweep & 1 ? y + x : y - x) & 31)
  }

  /** The first word of a block in `words`; `offsetOf` adds that of a sweep. */
  firstWordOf(blockX: number, blockY: number): number {
    const block = Math.imul(blockY, this.terrain.blocksWide) + blockX
    const place = this.placeOfBlock[block] || this.add(block, blockX, blockY)
    this.words = this.pages[place >>> PAGE_WORDS_SHIFT]
    return place & PAGE_WORDS_MASK
  }

  private add(block: number, blockX: number, blockY: number): number {
    // Place 0 stays free.
    const number = ++this.blockCount
    const page = number >> PAGE_BLOCKS_SHIFT
    this.pages[page] ??= new Int32Array(BLOCK_WORDS << PAGE_BLOCKS_SHIFT)
    const words = this.pages[page]
    const first = BLOCK_WORDS * (number & PAGE_BLOCKS_MASK)
    const place = (page << PAGE_WORDS_SHIFT) | first
    this.placeOfBlock[block] = place
    this.look(blockX << BLOCK_SHIFT, blockY << BLOCK_SHIFT)
    const { seeing, barred, open } = this
    for (let sweep = 0, at = first; sweep < this.directions.length; sweep++, at += BLOCK_SIDE_CELLS) {
      const direction = this.directions[sweep]
      this.findOpen(blockX << BLOCK_SHIFT, blockY << BLOCK_SHIFT, DX[direction])
      for (let row = 1; row <= BLOCK_SIDE_CELLS; row++) barred[row - 1] = ~(open[row] & open[row + DY[direction]])
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
    return place
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
            ? stopAlongRow(tiles, left + edge, top + line, sense, LOOK_CELLS)
            : stopAlongColumn(tiles, left + line, top + edge, sense, LOOK_CELLS)) >= 0
        found[line] = isUpward
          ? seeingUpward(before, free, after, isBeyond)
          : reversed(seeingUpward(reversed(before), reversed(free), reversed(after), isBeyond))
      }
      if (!isAlongRow) transpose(scratch, 0, seeing[ray], 0)
    }
  }

  /** Fills `open` for a block and one side: east or west. */
  private findOpen(left: number, top: number, senseX: number): void {
    const { tiles, open, terrain } = this
    const { words } = tiles
    const rows = tiles.tileOf(left >> BLOCK_SHIFT, top >> BLOCK_SHIFT) + ROWS
    const besideX = senseX > 0 ? left + BLOCK_SIDE_CELLS : left - 1
    const beside = words[rows + COLUMNS + (senseX > 0 ? BLOCK_SIDE_CELLS + 1 : 0)]
    for (let row = 0; row < OPEN_ROWS; row++) {
      const free = words[rows + row]
      const isInside = row > 0 && row <= BLOCK_SIDE_CELLS
      const outer = isInside ? (beside >>> (row - 1)) & 1 : Number(terrain.isFree(besideX, top + row - 1))
      open[row] = free & (senseX > 0 ? (free >>> 1) | (outer << 31) : (free << 1) | outer)
    }
  }
}

/**
 * The cells of a line from which a walk upward passes the end of a wall, in the line before or after. `isBeyond` says so of a
 * walk that leaves the block.
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
function slant(rows: Int32Array, out: Int32Array, at: number, sweep: number): void {
  const sense = sweep & 1 ? -1 : 1
  slantBy(1, rows, ONCE, 0x11111111, sense)
  slantBy(4, ONCE, TWICE, 0x000f000f, sense)
  for (let word = 0; word < BLOCK_SIDE_CELLS; word++)
    out[at + word] = (TWICE[word] & 0xffff) | (TWICE[word ^ 16] & ~0xffff)
}
const ONCE = newWords()
const TWICE = newWords()

/**
 * Leaves the columns of a mask in place, moves those `cells` beside them by `cells` words, and goes on for two more groups of
 * columns.
 */
function slantBy(cells: number, from: Int32Array, to: Int32Array, mask: number, sense: number): void {
  const by = sense * cells
  for (let word = 0; word < BLOCK_SIDE_CELLS; word++) {
    to[word] =
      (from[word] & mask) |
      (from[(word + by) & BLOCK_MASK] & (mask << cells)) |
      (from[(word + 2 * by) & BLOCK_MASK] & (mask << (2 * cells))) |
      (from[(word + 3 * by) & BLOCK_MASK] & (mask << (3 * cells)))
  }
}
