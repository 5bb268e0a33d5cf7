/** Random questions to a pool: x0, y0, x1, y1 of each, on a square map. */
import { Random } from '../../src/base/random.ts'

export function randomPairs(count: number, sideCells: number, seed: number): Int32Array {
  const random = new Random(seed)
  return Int32Array.from({ length: 4 * count }, () => Math.floor(random.unit() * sideCells))
}
