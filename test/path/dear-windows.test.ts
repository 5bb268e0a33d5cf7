/** Ground so dear that a window of as many regions as elsewhere costs more than swift sweeps count to. */
import { expect, test, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { PlainRows } from '../../src/cells/plain-rows.ts'
import { bake, openAtlas } from '../../src/index.ts'

const [WIDTH, HEIGHT] = [512, 128]

async function dearAtlas(random: Random) {
  const cost = Uint16Array.from({ length: WIDTH * HEIGHT }, () => 50_000 + random.below(15_000))
  return openAtlas(await bake({ width: WIDTH, height: HEIGHT, cost }))
}

function farEnds(random: Random): [number, number, number, number] {
  return [random.below(32), random.below(HEIGHT), WIDTH - 1 - random.below(32), random.below(HEIGHT)]
}

test('is crossed in windows of fewer regions, none of which is swept cell by cell', async () => {
  const random = new Random(3)
  const finder = (await dearAtlas(random)).finder()
  const swept = vi.spyOn(PlainRows.prototype, 'sweep')
  for (let trial = 0; trial < 8; trial++) {
    const route = finder.find(...farEnds(random))
    expect(route.cost).toBeLessThanOrEqual(route.estimate)
  }
  expect(swept).not.toHaveBeenCalled()
  swept.mockRestore()
})

test('has the same paths, in haste and with care, where no kernel can be', async () => {
  const atlas = await dearAtlas(new Random(5))
  const paths = () => {
    const random = new Random(6)
    const finder = atlas.finder()
    return Array.from({ length: 12 }, (_, trial) =>
      finder.find(...farEnds(random), { quality: (['fast', 'default'] as const)[trial % 2] }).cells(),
    )
  }
  const swept = paths()
  vi.stubGlobal('WebAssembly', undefined)
  const plain = paths()
  vi.unstubAllGlobals()
  expect(plain).toEqual(swept)
})
