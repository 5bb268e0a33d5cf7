/** Settles one block from the costs of the cells around it: rows take, down and up, until none gains. */
import { PATCH_WIDTH } from '../../sweep-layout.ts'
import { words, ZERO } from './constants.ts'
import { Eight, Four } from './flags.ts'
import { takeBack, takeRow } from './take.ts'

/** The rim and the block between, four cells at a time. */
const FOURS = 9

/**
 * `patch` is the address of a patch's units. Rows are bits, the block's first is bit 0: those that may gain from above
 * or from below, and those whose cells take from each other in any case.
 */
export function patch8(patch: i32, down: u32, up: u32, fresh: u32): void {
  settle<Eight>(patch, down, up, fresh)
}
export function patch4(patch: i32, down: u32, up: u32, fresh: u32): void {
  settle<Four>(patch, down, up, fresh)
}

function settle<Steps>(patch: i32, down: u32, up: u32, fresh: u32): void {
  do {
    while (down) {
      const row = down & -down
      down ^= row
      if (!takeFrom<Steps>(patch, row, -1, fresh)) continue
      fresh &= ~row
      down |= row << 1
      up |= row >> 1
    }
    while (up) {
      const row: u32 = (1 << 31) >>> clz(up)
      up ^= row
      if (!takeFrom<Steps>(patch, row, 1, fresh)) continue
      fresh &= ~row
      down |= row << 1
      up |= row >> 1
    }
  } while (down)
}

function takeFrom<Steps>(patch: i32, row: u32, aside: i32, fresh: u32): bool {
  const here = patch + (i32(ctz(row)) + 1) * 4 * PATCH_WIDTH
  if (takeRow<u32, Steps>(here, here + aside * 4 * PATCH_WIDTH, 0, 0, FOURS, words(ZERO), 0) !== 0) return true
  if ((fresh & row) === 0) return false
  takeBack<u32>(here + 16 * FOURS, 0, FOURS, words(ZERO), 0)
  return true
}
