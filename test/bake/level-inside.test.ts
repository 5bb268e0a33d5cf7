/** Ways through a region with bends along the side of one child: each bend is a short cut past dear ground, to the next bend. */
import { expect, it, vi } from 'vitest'
import { PlainEntryWave } from '../../src/atlas/plain-entry-wave.ts'
import { bake } from '../../src/index.ts'
import { Inside } from '../../src/level/lift.ts'

it('are found with few offers, not with as many from each place as there are bends', async () => {
  const side = 128
  const costAt = (x: number, y: number) => {
    if (x % side === side - 1 && x < 2 * side) return x < side === (y % 2 === 0) ? 1 : 60_000
    if (x < side) return 60_000
    if (x >= 3 * side || x % side > 3 || y === 3) return 1
    return y % 4 !== 3 && (x % side === 2 || (x % side < 2 && y % 2 === 0)) ? 1 : 0
  }
  const [width, height] = [4 * side, 2 * side]
  const cost = Uint16Array.from({ length: width * height }, (_, i) => costAt(i % width, Math.floor(i / width)))
  const offers = vi.spyOn(PlainEntryWave.prototype as unknown as { offer(): void }, 'offer')
  const spreads = vi.spyOn(Inside.prototype, 'spread')
  await bake({ width, height, cost })
  expect(offers.mock.calls.length).toBeLessThan(50 * spreads.mock.calls.length)
})
