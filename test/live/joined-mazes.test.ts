/**
 * Commits that open and close walls of mazes join parts whose landmark costs are at their limits and cannot fit: they end all the
 * same.
 */
import { expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openLive } from '../../src/index.ts'

it.each([2, 5])('commits of many edits of maze %i end', async seed => {
  const side = 320
  const live = openLive(await bake(generate('maze', { width: side, height: side, seed })))
  const random = new Random(seed)
  for (let edit = 1; edit <= 480; edit++) {
    const [x, y] = [random.below(side - 12), random.below(side - 12)]
    live.fill({ x, y, width: 1 + random.below(12), height: 1 + random.below(12) }, random.below(2))
    if (edit % 40 === 0) live.commit()
  }
  expect(live.version).toBe(12)
})
