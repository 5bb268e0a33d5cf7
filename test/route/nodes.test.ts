import { expect, it, vi } from 'vitest'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { Nodes } from '../../src/route/nodes.ts'

it('a search over weighted ground looks entries up once a region, however often it crosses that', async () => {
  const width = 256
  const { cost } = generate('elevation', { width, height: width, seed: 3 })
  const finder = openAtlas(await bake({ width, height: width, cost })).finder()
  const looksUp = vi.spyOn(Nodes.prototype, 'find')
  const route = finder.find(3, 3, width - 4, width - 4)
  expect(route.status).toBe('found')
  const { relaxedCount } = finder.effort
  expect(relaxedCount).toBeGreaterThan(500)
  expect(looksUp.mock.calls.length).toBeLessThan(relaxedCount)
  looksUp.mockRestore()
})
