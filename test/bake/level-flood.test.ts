/** Floods of a level where a few pairs cost millions: entries have a turn or two each, not hundreds. */
import { expect, it, vi } from 'vitest'
import { BucketRing } from '../../src/base/bucket-ring.ts'
import { Random } from '../../src/base/random.ts'
import { bake, openAtlas } from '../../src/index.ts'

it('take no more turns where ground is far dearer in places than in others', async () => {
  const side = 200
  const turnsOn = async (dear: number) => {
    const random = new Random(5)
    const cost = Uint16Array.from({ length: side * side }, () => (random.below(2) === 0 ? 1 : dear))
    const turns = vi.spyOn(BucketRing.prototype, 'pop')
    const { columns } = openAtlas(await bake({ width: side, height: side, cost }))
    const perEntry = turns.mock.calls.length / columns.levels[0].entryCount
    turns.mockRestore()
    return perEntry
  }
  expect(await turnsOn(60_000)).toBeLessThan(4 * (await turnsOn(3)))
})
