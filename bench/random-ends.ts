/**
 * Random free ends on the largest islands of a map: x0, y0, x1, y1 of each.
 */
import { Random } from '../src/base/random.ts'
import type { Atlas } from '../src/index.ts'

export function randomEnds(atlas: Atlas, count: number, seed: number): Int32Array {
  const random = new Random(seed)
  const ends = new Int32Array(4 * count)
  for (let i = 0; i < 2 * count; ) {
    const [x, y] = [Math.floor(random.unit() * atlas.width), Math.floor(random.unit() * atlas.height)]
    if (atlas.costAt(x, y) === 0) continue
    ends[2 * i] = x
    ends[2 * i + 1] = y
    i++
  }
  return ends
}
