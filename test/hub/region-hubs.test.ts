/** What a region's entries know of hubs together is what their rows say, each hub once. */
import { expect, it } from 'vitest'
import { hubsOf } from '../../src/atlas/hub-costs.ts'
import { NO_MORE_HUBS } from '../../src/atlas/hub-regions.ts'
import { entryAt, firstSlotOf, slotCountOf } from '../../src/atlas/level-graph.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'

it('tells of each hub what it costs from every entry that knows it, and from the nearest', async () => {
  const grid = generate('terrain', { width: 200, height: 160, seed: 5 })
  const { columns } = openAtlas(await bake(grid, { hubs: true }))
  const hubs = hubsOf(columns.hubs!, columns.levels)
  const graph = columns.levels[hubs.level]
  let shared = 0
  for (let region = 0; region < graph.regionCount; region++) {
    const together = hubs.ofRegion(region)
    const slotCount = slotCountOf(graph, region)
    const told = new Map<number, number[]>()
    for (let slot = 0; slot < slotCount; slot++) {
      const entry = entryAt(graph, firstSlotOf(graph, region) + slot)
      for (let at = hubs.firstHubOfEntry[entry]; at < hubs.firstHubOfEntry[entry + 1]; at++) {
        const costs = told.get(hubs.hubs[at]) ?? new Array<number>(slotCount).fill(Infinity)
        costs[slot] = hubs.unitsToHub[at]
        told.set(hubs.hubs[at], costs)
      }
    }
    const inOrder = [...told.keys()].sort((a, b) => a - b)
    expect([...together.hubs]).toEqual([...inOrder, NO_MORE_HUBS])
    inOrder.forEach((hub, i) => {
      const costs = told.get(hub)!
      expect([...together.units.subarray(i * slotCount, (i + 1) * slotCount)]).toEqual(costs)
      expect(together.least[i]).toBe(Math.min(...costs))
      if (costs.filter(Number.isFinite).length > 1) shared++
    })
  }
  expect(shared).toBeGreaterThan(0)
})
