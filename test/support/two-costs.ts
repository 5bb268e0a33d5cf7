/**
 * Ground on which crossings far apart cost most too much: expensive, with cheap cells in it.
 */
import { Random } from '../../src/base/random.ts'

/** Ground of cost 254 with as many cells of cost 1 in it, without order. */
export function twoCosts(side: number, seed: number): { width: number; height: number; cost: Uint8Array } {
  const random = new Random(seed)
  return {
    width: side,
    height: side,
    cost: Uint8Array.from({ length: side * side }, () => (random.below(2) ? 1 : 254)),
  }
}
