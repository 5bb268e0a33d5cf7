/** Windows of far paths through torn ground take back more and look at more of what lies beside them, and still fit the frame. */
import { expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { BandSearch } from '../../src/cells/band.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'

it('windows of far paths through torn ground are wider, and have room for all that lies beside them', async () => {
  const [width, height] = [1500, 96]
  const random = new Random(3)
  const finder = openAtlas(await bake(generate('scatter', { width, height, seed: 2 }))).finder()
  const find = vi.spyOn(BandSearch.prototype, 'find')
  const reachesOf = (cells: number) => {
    find.mockClear()
    for (let tries = 0, count = 0; count < 4 && tries < 100; tries++) {
      const [x, y] = [random.below(width - cells), random.below(height)]
      const route = finder.find(x, y, x + cells, random.below(height))
      if (route.status !== 'found') continue
      count++
      expect(route.cells().length).toBeGreaterThan(2 * cells)
    }
    expect(find.mock.calls.length).toBeGreaterThan(8)
    for (const { value } of find.mock.results) expect(value).toBeGreaterThan(0)
    return new Set(find.mock.calls.map(([, reachCells]) => reachCells))
  }
  expect(reachesOf(900)).toContain(22)
  const far = reachesOf(1400)
  expect(far).toContain(30)
  expect(far).not.toContain(22)
  find.mockRestore()
})
