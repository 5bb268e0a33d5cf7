/** Hubs that entries of level 1 know: routes lead along level 0, and are the cheapest of those that these entries allow. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withCoarseHubs } from '../../bench/forge/coarse-hubs.ts'
import { type AtlasLevel, writeAtlas } from '../../src/atlas/columns.ts'
import { hubsOf } from '../../src/atlas/hub-costs.ts'
import {
  crossingAt,
  entryAt,
  firstPairOf,
  firstSlotOf,
  isSearched,
  type LevelGraph,
  pairCountOf,
  slotCountOf,
} from '../../src/atlas/level-graph.ts'
import { Random } from '../../src/base/random.ts'
import { finish } from '../../src/base/work.ts'
import { exactCost, proveAtlas } from '../../src/exact.ts'
import { EntrySteps } from '../../src/hub/entry-steps.ts'
import { FINE_ENTRIES_MAX, hubLevelOf } from '../../src/hub/measure.ts'
import { PlainFloods } from '../../src/hub/plain-floods.ts'
import { bake, checkPath, generate, openAtlas } from '../../src/index.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { HubSearch } from '../../src/route/hub-search.ts'
import { LocalTree } from '../../src/route/local-tree.ts'
import type { RouteSteps } from '../../src/route/steps.ts'
import { plainMap } from '../support/plain.ts'
import { sealed, sectionIn } from '../support/sections.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const DAMAGED = expect.objectContaining({ code: 'ATLAS_DAMAGED' })

/** That steps leave by what the rows of their regions say, and that no more of these are searched than is told. */
function checkSteps({ regionOfStep, entryOfStep, crossingOfStep, best }: RouteSteps, levelZero: AtlasLevel): void {
  const { slotOfStep, searchedMax } = best!
  const slots = [...regionOfStep].map((region, step) => firstSlotOf(levelZero, region) + slotOfStep[step])
  expect([...entryOfStep]).toEqual(slots.map(slot => entryAt(levelZero, slot)))
  expect([...crossingOfStep]).toEqual(slots.map(slot => crossingAt(levelZero, slot)))
  expect(regionOfStep.filter(region => isSearched(levelZero, region)).length).toBeLessThanOrEqual(searchedMax)
}

/** What the cheapest way costs that leaves the region of the one tree and enters that of the other by level 1. */
function unitsBetween(from: LocalTree, to: LocalTree, levelOne: LevelGraph, tree: PlainFloods): number {
  let least = Infinity
  for (let slot = 0; slot < from.slotCount; slot++) {
    tree.plant(entryAt(levelOne, firstSlotOf(levelOne, from.home) + slot))
    tree.grow(Infinity)
    for (let other = 0; other < to.slotCount; other++) {
      const entry = entryAt(levelOne, firstSlotOf(levelOne, to.home) + other)
      least = Math.min(least, from.unitsOfSlot[slot] + tree.unitsOf[entry] + to.unitsOfSlot[other])
    }
  }
  return least
}

describe('an atlas with hubs of level 1', () => {
  it('is proven true, and finds a legal path wherever there is one, on every kind of map', async () => {
    let count = 0
    const property = fc.asyncProperty(worlds(200), async ({ grid, directions }) => {
      const atlas = openAtlas(await withCoarseHubs(await bake(grid, { directions })))
      proveAtlas(atlas)
      if (atlas.columns.hubs === undefined) return
      const finder = atlas.finder()
      const cells = freeCells(grid, 10, new Random(grid.width))
      for (let i = 0; i + 1 < cells.length; i++) {
        const [[x0, y0], [x1, y1]] = [cells[i], cells[i + 1]]
        const route = finder.find(x0, y0, x1, y1)
        const exact = exactCost(plainMap(grid, directions), x0, y0, x1, y1)
        expect(route.status).toBe(exact === Infinity ? 'unreachable' : 'found')
        if (exact === Infinity) continue
        count++
        expect(checkPath(atlas.terrain, route.cells(), x0, y0, x1, y1, directions).status).toBe('legal')
        expect(route.cost).toBeGreaterThanOrEqual(exact - 1e-6)
        expect(route.cost).toBeLessThanOrEqual(route.estimate + 1e-6)
      }
    })
    await fc.assert(property, runs(12))
    expect(count).toBeGreaterThan(20)
  })

  it('reads off the cheapest routes by its entries, except for the rounding of its costs', async () => {
    let count = 0
    const property = fc.asyncProperty(worlds(240), async ({ grid, directions }) => {
      const { columns } = openAtlas(await withCoarseHubs(await bake(grid, { directions })))
      if (columns.hubs === undefined) return
      const [start, goal] = [new QueryEnd(columns), new QueryEnd(columns)]
      const [from, to] = [new LocalTree(columns, 1), new LocalTree(columns, 1)]
      const tree = new PlainFloods(finish(EntrySteps.of(columns.levels[1])))
      const search = new HubSearch(columns, hubsOf(columns.hubs, columns.levels))
      const cells = freeCells(grid, 10, new Random(grid.height))
      for (let i = 0; i + 1 < cells.length; i++) {
        start.set(...cells[i])
        goal.set(...cells[i + 1])
        if (start.region === goal.region) continue
        from.grow(start)
        to.grow(goal)
        const units = unitsBetween(from, to, columns.levels[1], tree)
        if (from.home !== to.home) expect(search.find(start, goal, Infinity) < Infinity).toBe(units < Infinity)
        if (units === Infinity) continue
        count++
        expect(search.find(start, goal, Infinity)).toBeLessThanOrEqual(units * (1 + 1e-6))
        checkSteps(search.steps!, columns.levels[0])
      }
    })
    await fc.assert(property, runs(12))
    expect(count).toBeGreaterThan(20)
  })

  it('is what a bake makes where level 0 has many entries', async () => {
    const { columns } = openAtlas(await bake(generate('terrain', { width: 140, height: 60, seed: 7 })))
    expect(hubLevelOf(columns.levels)).toBe(0)
    const [levelZero, ...above] = columns.levels
    expect(hubLevelOf([{ ...levelZero, entryCount: FINE_ENTRIES_MAX + 1 }, ...above])).toBe(1)
    // A byte tells no more steps than this.
    const crowded = { ...above[0], rowOfRegion: above[0].rowOfRegion.map((word, i) => (i % 2 === 1 ? 128 : word)) }
    expect(hubLevelOf([{ ...levelZero, entryCount: FINE_ENTRIES_MAX + 1 }, crowded])).toBe(0)
  })
})

/** Among the facts. */
const HUB_LEVEL_BYTE = 28

describe('forged hubs of level 1', () => {
  type Change = (bytes: Uint8Array) => void
  const terrain = generate('terrain', { width: 250, height: 240, seed: 8 })

  async function forged(name: string, level: number, change: Change): Promise<Uint8Array> {
    const bytes = await withCoarseHubs(await bake(terrain))
    const { offsetBytes, sizeBytes } = sectionIn(bytes, name, level)
    change(bytes.subarray(offsetBytes, offsetBytes + sizeBytes))
    return sealed(bytes)
  }

  it.each([0, 2, 3, 255])('are refused with level %i', async level => {
    const bytes = await forged('facts', -1, column => column.fill(level, HUB_LEVEL_BYTE, HUB_LEVEL_BYTE + 4))
    expect(() => openAtlas(bytes)).toThrow(DAMAGED)
  })

  it.each<[string, string, number, Change]>([
    ['steps that lead nowhere', 'hubSteps', -1, column => column.fill(254)],
    ['steps in circles', 'hubSteps', -1, column => column.fill(0)],
  ])('say that the atlas is damaged, with %s, in answers and in a proof', async (_, name, level, change) => {
    const atlas = openAtlas(await forged(name, level, change))
    const finder = atlas.finder()
    const cells = freeCells(terrain, 24, new Random(3))
    expect(() => cells.map((cell, i) => finder.find(...cell, ...cells[(i + 1) % 24]).cells())).toThrow(DAMAGED)
    expect(() => proveAtlas(atlas)).toThrow()
  })

  it('say that the atlas is damaged where ways of level 1 pass entries that are none', async () => {
    const { columns } = openAtlas(await withCoarseHubs(await bake(terrain)))
    const levelOne = columns.levels[1]
    let end = levelOne.tableBytes.length
    for (let region = levelOne.regionCount - 1; region >= 0; region--) {
      const pairCount = pairCountOf(slotCountOf(levelOne, region))
      if (pairCount === 0) continue
      const ways = 2 * firstPairOf(levelOne, region) + 3 * pairCount
      if (ways < end) levelOne.tableBytes.fill(127, ways, end)
      end = 2 * levelOne.tableOfRegion[region]
    }
    const finder = openAtlas(writeAtlas(columns)).finder()
    const cells = freeCells(terrain, 24, new Random(3))
    expect(() => cells.map((cell, i) => finder.find(...cell, ...cells[(i + 1) % 24]).cells())).toThrow(DAMAGED)
  })
})
