/** Ground so dear that a window of as many regions as elsewhere costs more than swift sweeps count to. */
import { expect, test, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { PlainRows } from '../../src/cells/plain-rows.ts'
import { bake, openAtlas } from '../../src/index.ts'

test('is crossed in windows of fewer regions, none of which is swept cell by cell', async () => {
  const random = new Random(3)
  const [width, height] = [512, 128]
  const cost = Uint16Array.from({ length: width * height }, () => 50_000 + random.below(15_000))
  const finder = openAtlas(await bake({ width, height, cost })).finder()
  const swept = vi.spyOn(PlainRows.prototype, 'down')
  for (let trial = 0; trial < 8; trial++) {
    const route = finder.find(
      random.below(32),
      random.below(height),
      width - 1 - random.below(32),
      random.below(height),
    )
    expect(route.cost).toBeLessThanOrEqual(route.estimate)
  }
  expect(swept).not.toHaveBeenCalled()
  swept.mockRestore()
})
