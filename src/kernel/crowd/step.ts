/** A step of all units: each chooses a velocity, then all move. */
import { MEMORY_END, PAIR_BYTES, PAIRS } from '../crowd-layout.ts'
import { type f64, i32 } from '../script-numbers.ts'
import { choose } from './choose.ts'
import { move } from './move.ts'

/**
 * Moves all units for `seconds`, each by at most `reach`. Returns the longest chosen move. Returns -1 and moves nothing where the
 * memory is too small for the pairs that could meet.
 */
export function step(seconds: f64, reach: f64): f64 {
  const pairs = i32.load(PAIRS)
  // Each pair takes 8 bytes more, in the lists of others behind the pairs.
  const room = i32.load(MEMORY_END) - pairs
  const pairsEnd = choose(seconds, reach, pairs)
  return (pairsEnd - pairs) / PAIR_BYTES <= room / (PAIR_BYTES + 8) ? move(seconds, pairs, pairsEnd) : -1
}
