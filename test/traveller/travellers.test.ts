/**
 * One file for several travellers: each has the answers that an atlas of its own gives, its paths pass a judge that looks at
 * every cell of every footprint, and a damaged or forged file is refused in one sentence.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { TRAVELLERS_FILE } from '../../src/atlas/travellers-file.ts'
import { Random } from '../../src/base/random.ts'
import { openSections } from '../../src/base/section-file.ts'
import { type Atlas, bake, groundFromTiles, IsthmusError, openAtlas } from '../../src/index.ts'
import { gridOf } from '../../src/map/footprint.ts'
import type { CellCosts } from '../../src/map/movement.ts'
import { footprintCosts } from '../../src/proof/manner.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { checkTravellerPath } from '../../src/travellers.ts'
import { paidOn, patchyGrounds } from '../support/grounds.ts'
import { judge } from '../support/judge.ts'
import { sealed } from '../support/sections.ts'
import { freeCells } from '../support/worlds.ts'

const travellers = {
  soldier: { costs: { grass: 2, forest: 3, swamp: 6, road: 1 } },
  scout: { costs: { grass: 2, forest: 2, swamp: 2, road: 2 } },
  tank: { costs: { grass: 2, swamp: 12, road: 1, water: 3 }, size: 3 },
  ship: { costs: { water: 1 }, size: 2 },
} as const
const grounds = patchyGrounds(100, 75, 3)

let file: Uint8Array<ArrayBuffer>
let atlas: Atlas
beforeAll(async () => {
  file = await bake(grounds, { travellers })
  atlas = openAtlas(file)
})

describe('an atlas of several travellers', () => {
  it('lists who they are, and is that of the first unless one is named', () => {
    expect(atlas.travellers.map(({ name, size }) => [name, size])).toEqual([
      ['soldier', 1],
      ['scout', 1],
      ['tank', 3],
      ['ship', 2],
    ])
    expect(atlas.traveller?.name).toBe('soldier')
    expect(atlas.as('soldier')).toBe(atlas)
    expect(atlas.as('tank').as('soldier')).toBe(atlas)
    expect(() => atlas.as('dragon')).toThrow("no traveller 'dragon': this atlas has soldier, scout, tank, ship")
    expect(atlas.grounds).toEqual(grounds)
  })

  it.each(Object.entries(travellers))("answers for '%s' as the oracle says, on every cell it covers", (name, given) => {
    const size = 'size' in given ? given.size : 1
    const { costs } = given
    const paid = paidOn(grounds, costs)
    const map = { width: 100, height: 75, directions: 8 as const, costAt: mapOf(footprintCosts(paid, size)) }
    const finder = atlas.finder({ traveller: name })
    const random = new Random(7)
    const grid = gridOf(grounds, { costs, size })
    for (const start of freeCells(grid, 4, random)) {
      const distances = exactDistances(map, ...start)
      for (const goal of freeCells(grid, 12, random)) {
        const best = distances[goal[1] * 100 + goal[0]]
        expect(atlas.isReachable(...start, ...goal, name)).toBe(best < Number.POSITIVE_INFINITY)
        const route = finder.find(...start, ...goal)
        judge(map, route, start, goal, best)
        if (route.status !== 'found') continue
        const check = checkTravellerPath(paid, route.cells(), ...start, ...goal, 8, { size })
        expect(check).toEqual({ status: 'legal', message: '', cost: route.cost })
        expect(finder.find(...start, ...goal, { quality: 'exact' }).cost).toBeCloseTo(best, 1)
      }
    }
  })

  it('tells islands for each of them apart', () => {
    const [x, y] = freeCells(gridOf(grounds, { costs: travellers.ship.costs, size: 2 }), 1, new Random(1))[0]
    expect(atlas.islandOf(x, y, 'ship')).toBeGreaterThanOrEqual(0)
    expect(atlas.islandOf(x, y)).toBe(-1)
    expect(atlas.costAt(x, y)).toBe(0)
    expect(atlas.as('ship').costAt(x, y)).toBe(1)
  })

  it('is opened from any place of a buffer', () => {
    const moved = new Uint8Array(file.length + 3)
    moved.set(file, 3)
    expect(openAtlas(moved.subarray(3)).as('tank').islandCount).toBe(atlas.as('tank').islandCount)
  })

  it('has the same bytes with any number of threads, and fewer than an atlas for each', async () => {
    expect(await bake(grounds, { travellers, workers: 2 })).toEqual(file)
    let single = 0
    for (const { costs, size } of atlas.travellers) single += (await bake(gridOf(grounds, { costs, size }))).length
    expect(file.length).toBeLessThan(0.8 * single)
  })

  it('of twins holds no column twice', async () => {
    const { soldier } = travellers
    const one = await bake(grounds, { travellers: { soldier } })
    const two = await bake(grounds, { travellers: { soldier, twin: soldier } })
    expect(two.length).toBeLessThan(1.1 * one.length + 1024)
  })

  it('refuses bakes that cannot mean anything', async () => {
    const error = { code: 'BAD_ARGUMENT' }
    await expect(bake(grounds, { travellers: { tank: { costs: { lava: 1 } } } })).rejects.toMatchObject(error)
    await expect(bake(null as never, { travellers })).rejects.toMatchObject(error)
  })

  it('answers on one cell and where a traveller fits nowhere', async () => {
    const tiny = groundFromTiles(['grass'], 1, ['grass'])
    const costs = { grass: 1 }
    const opened = openAtlas(await bake(tiny, { travellers: { mouse: { costs }, ox: { costs, size: 2 } } }))
    expect(opened.finder().find(0, 0, 0, 0).status).toBe('found')
    expect(opened.finder({ traveller: 'ox' }).find(0, 0, 0, 0).status).toBe('blocked')
  })
})

describe('a file of travellers', () => {
  it('that is cut, longer, or changed in any byte is refused', () => {
    const refused = { code: 'ATLAS_DAMAGED' }
    for (const length of [9, 63, 64, 200, file.length - 64])
      expect(errorOf(file.slice(0, length))).toMatchObject(refused)
    expect(errorOf(Uint8Array.of(...file, 0, 0, 0, 0))).toMatchObject(refused)
    const random = new Random(5)
    for (let i = 0; i < 60; i++) {
      const changed = file.slice()
      changed[12 + random.below(file.length - 12)] ^= 1 << random.below(8)
      expect(errorOf(changed)).toMatchObject(refused)
    }
  })

  it('of another version says so', () => {
    const newer = file.slice()
    newer[8] = 9
    expect(errorOf(newer)).toMatchObject({ code: 'ATLAS_VERSION' })
  })

  it('with a traveller in it whose map has other sides, or hubs, is refused', () => {
    const { offsetBytes } = openSections(TRAVELLERS_FILE, file).find('facts', -1, 1)!
    for (const [fact, value] of [
      [0, 101],
      [1, 107],
      [2, 4],
      [7, 0],
    ]) {
      const forged = file.slice()
      new Int32Array(forged.buffer, offsetBytes)[fact] = value
      expect(errorOf(sealed(forged))).toMatchObject({ code: 'ATLAS_DAMAGED' })
    }
  })

  it('that is forged gives one clear error or answers within its bounds', () => {
    const random = new Random(11)
    const head = Math.min(file.length, 6000)
    for (let i = 0; i < 120; i++) {
      const forged = file.slice()
      const words = new Int32Array(forged.buffer)
      const at = 2 + random.below((i < 90 ? head : file.length) / 4 - 2)
      words[at] = i % 3 === 0 ? random.nextUint32() : words[at] ^ (1 << random.below(31))
      sealed(forged)
      try {
        const opened = openAtlas(forged)
        for (const { name } of opened.travellers) opened.finder({ traveller: name }).find(5, 5, 90, 70).cells()
      } catch (error) {
        expect(error, `word ${at}`).toBeInstanceOf(IsthmusError)
      }
    }
  })
})

function mapOf(costs: CellCosts): (x: number, y: number) => number {
  return (x, y) => costs.costAt(x, y)
}

function errorOf(bytes: Uint8Array): unknown {
  try {
    openAtlas(bytes)
  } catch (error) {
    return error
  }
  return undefined
}
