/**
 * Of each ground the blocks that have it: found once for all views of a map. Four cells are looked at together, and only where
 * they are others than the four before, or than those that the block was last known to have.
 */
import type { Work } from '../base/work.ts'
import type { Grounds } from '../map/grounds.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { Blocks } from './cell-pages.ts'

/** Cells of a ground are bytes. */
const BYTES_A_WORD = 4
const WORDS_A_SIDE = BLOCK_SIDE_CELLS / BYTES_A_WORD
/** Rows of cells that are looked at in a piece. */
const ROWS_A_PIECE = 16

type BlocksOfGround = readonly Set<number>[]

const known = new WeakMap<Grounds, BlocksOfGround>()
/** Those that are being found. */
const unfinished = new Set<{ readonly grounds: Grounds; readonly blocksOfGround: BlocksOfGround }>()

export function* blocksOfGrounds(grounds: Grounds, blocks: Blocks): Work<BlocksOfGround> {
  let found = known.get(grounds)
  if (found === undefined) {
    found = grounds.names.map(() => new Set<number>())
    const work = { grounds, blocksOfGround: found }
    unfinished.add(work)
    try {
      yield* find(grounds, blocks, found)
      known.set(grounds, found)
    } finally {
      unfinished.delete(work)
    }
  }
  return found
}

/** A cell of a block is of this ground now. */
export function noteGround(grounds: Grounds, block: number, ground: number): void {
  known.get(grounds)?.[ground]?.add(block)
  for (const one of unfinished) if (one.grounds === grounds) one.blocksOfGround[ground]?.add(block)
}

function* find(
  { groundOfCell, names }: Grounds,
  { width, height, wide }: Blocks,
  blocksOfGround: BlocksOfGround,
): Work<void> {
  const row = new Uint8Array(wide * BLOCK_SIDE_CELLS)
  const words = new Int32Array(row.buffer)
  /** isThere[ground * wide + x]: whether a block of the row of blocks at hand has it. */
  const isThere = new Uint8Array(names.length * wide)
  for (let y = 0; y < height; y++) {
    if (y % ROWS_A_PIECE === 0) yield
    row.set(groundOfCell.subarray(y * width, (y + 1) * width))
    // What lies beyond the map is as its last cell.
    row.fill(row[width - 1], width)
    mark(row, words, isThere, wide)
    if ((y + 1) % BLOCK_SIDE_CELLS > 0 && y + 1 < height) continue
    const firstBlock = (y >> BLOCK_SHIFT) * wide
    for (let at = 0; at < isThere.length; at++) {
      if (isThere[at] === 1) blocksOfGround[Math.floor(at / wide)].add(firstBlock + (at % wide))
    }
    isThere.fill(0)
  }
}

function mark(row: Uint8Array, words: Int32Array, isThere: Uint8Array, wide: number): void {
  let at = 0
  for (let x = 0; x < wide; x++) {
    let last = ~words[at]
    for (const end = at + WORDS_A_SIDE; at < end; at++) {
      if (words[at] === last) continue
      last = words[at]
      for (let i = at * BYTES_A_WORD; i < (at + 1) * BYTES_A_WORD; i++) isThere[row[i] * wide + x] = 1
    }
  }
}
