/**
 * One live map of several travellers: an edit is of grounds, and everybody sees it as far as its footprint reaches. Held to
 * bakes of the edited grounds, to costs that are made anew, and to the judge of travellers' paths.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import {
  bake,
  type Grounds,
  groundFromTiles,
  openAtlas,
  openLive,
  type Travellers,
  type View,
} from '../../src/index.ts'
import { box, disc, openLive as openAlone } from '../../src/live.ts'
import { gridOf } from '../../src/map/footprint.ts'
import { reachBefore } from '../../src/map/traveller.ts'
import { checkTravellerPath, liveTravellers } from '../../src/travellers.ts'
import { GROUND_NAMES, paidOn, patchyGrounds } from '../support/grounds.ts'
import { costsOf, expectRoutes } from '../support/views.ts'

const dry = { grass: 2, forest: 3, road: 1, swamp: 6 }
const travellers: Travellers = {
  scout: { costs: dry },
  ox: { costs: { ...dry, water: 9 }, size: 2 },
  // The same walls as the ox: both share entries, chosen on what ground costs them on average.
  boat: { costs: { grass: 9, forest: 9, road: 9, swamp: 3, water: 1 }, size: 2 },
  tank: { costs: dry, size: 3 },
  giant: { costs: dry, size: 4 },
}

/** What standing costs a unit of a size, cell by cell, where single cells cost this. */
function standingOn(plain: readonly number[], width: number, size: number): Uint8Array {
  const height = plain.length / width
  const before = reachBefore(size)
  return Uint8Array.from(plain, (_, cell) => {
    let most = 0
    for (let dy = 0; dy < size; dy++) {
      for (let dx = 0; dx < size; dx++) {
        const [x, y] = [(cell % width) - before + dx, Math.floor(cell / width) - before + dy]
        const cost = x < 0 || y < 0 || x >= width || y >= height ? 0 : plain[y * width + x]
        if (cost === 0) return 0
        most = Math.max(most, cost)
      }
    }
    return most
  })
}

function copyOf(grounds: Grounds): Grounds {
  return { ...grounds, groundOfCell: grounds.groundOfCell.slice() }
}

describe('a live map of several travellers', () => {
  it('opens at the door isthmus/live with its extra only', async () => {
    const file = await bake(patchyGrounds(40, 40, 1), { travellers })
    expect(() => openAlone(file)).toThrow('pass { extras: liveTravellers } of isthmus/travellers')
    const live = openAlone(file, null, { traveller: 'tank', extras: liveTravellers })
    expect(live.traveller?.name).toBe('tank')
    expect(live.save()).toEqual(openLive(file).save())
  })

  it('is saved as the bytes of a bake of the edited grounds, with all of them', async () => {
    for (const seed of [1, 2]) {
      const [width, height] = [70, 45]
      const first = patchyGrounds(width, height, seed, 0.05)
      const file = await bake(first, { travellers })
      const live = openLive(file)
      const grounds = copyOf(first)
      const random = new Random(seed)
      for (let round = 0; round < 3; round++) {
        // Some are asked from the first commit on, others later, or by nobody but save().
        if (round > 0) expect(live.islandOf(1, 1, round === 1 ? 'tank' : 'boat')).toBeDefined()
        for (let i = 0; i < 6; i++) {
          const ground = random.below(GROUND_NAMES.length)
          const [x, y] = [random.below(width), random.below(height)]
          const [wide, high] = i < 4 ? [1, 1] : [1 + random.below(9), 1 + random.below(9)]
          if (i < 4) live.set(x, y, GROUND_NAMES[ground])
          else live.fill(box(x, y, wide, high), GROUND_NAMES[ground])
          for (let at = y; at < Math.min(height, y + high); at++) {
            grounds.groundOfCell.fill(ground, at * width + x, at * width + Math.min(width, x + wide))
          }
          if (i % 2 === 0) live.commit()
          else await live.commitInSlices()
        }
        for (const [name, { costs, size = 1 }] of Object.entries(travellers)) {
          if (round === 1 && name !== 'tank') continue
          expect(costsOf(live.as(name), width, height)).toEqual(Uint8Array.from(gridOf(grounds, { costs, size }).cost))
        }
        if (round !== 1) expect(Buffer.compare(live.save(), await bake(grounds, { travellers }))).toBe(0)
      }
      const reopened = openLive(file, live.journal())
      expect(reopened.version).toBe(live.version)
      expect(Buffer.compare(reopened.save(), live.save())).toBe(0)
    }
  })

  it('answers for each of them, by name, on the map and on snapshots that stay', async () => {
    const grounds = groundFromTiles('g'.repeat(9 * 5).split(''), 9, { g: 'grass', w: 'water' })
    const file = await bake(grounds, {
      travellers: {
        ant: { costs: { grass: 1 } },
        tank: { costs: { grass: 1 }, size: 3 },
        boat: { costs: { water: 1 } },
      },
    })
    const live = openLive(file)
    const before = live.snapshot()
    live.set(4, 2, 0)
    live.commit()
    expect(live.isReachable(1, 2, 7, 2)).toBe(true)
    expect(live.isReachable(1, 2, 7, 2, 'tank')).toBe(false)
    expect(live.finder({ traveller: 'tank' }).find(1, 2, 7, 2).status).toBe('unreachable')
    expect(live.finder().find(1, 2, 7, 2).status).toBe('found')
    expect(live.as('boat').costAt(4, 2)).toBe(1)
    const after = live.snapshot()
    live.set(4, 2, 'grass')
    live.commit()
    expect([before, after].map(atlas => atlas.isReachable(1, 2, 7, 2, 'tank'))).toEqual([true, false])
    expect([before, after].map(atlas => atlas.finder({ traveller: 'boat' }).find(4, 2, 4, 2).status)).toEqual([
      'blocked',
      'found',
    ])
    expect(after.grounds!.groundOfCell[2 * 9 + 4]).toBe(1)
    expect(live.isReachable(1, 2, 7, 2, 'tank')).toBe(true)
    const view = live.branch({ traveller: 'tank' })
    view.set(4, 2, 0)
    view.commit()
    expect([view, live].map(map => map.finder().find(1, 2, 7, 2).status)).toEqual(['unreachable', 'found'])
    expect(() => live.finder({ traveller: 'cart' })).toThrow(/no traveller 'cart': this map has ant, tank, boat/)
    expect(() => live.set(0, 0, 'lava')).toThrow(/no ground 'lava'/)
    expect(openLive(file, live.journal(), { traveller: 'tank' }).version).toBe(2)
    const alone = openLive(await bake({ width: 9, height: 5, cost: new Uint8Array(45).fill(1) }))
    alone.set(1, 1, 0)
    alone.commit()
    expect(() => openLive(file, alone.journal())).toThrow('The journal is of one traveller, by an older release')
  })

  it('gives a cost that no ground has a ground of its own, for all', async () => {
    const grounds = patchyGrounds(60, 40, 4)
    const live = openLive(await bake(grounds, { travellers }))
    live.set(3, 3, 77)
    live.fill(box(10, 10, 5, 5), 42)
    live.commit()
    live.set(3, 3, 'grass')
    live.commit()
    expect([live.costAt(12, 12), live.as('tank').costAt(12, 12), live.costAt(3, 3)]).toEqual([42, 42, 2])
    const edited = { ...copyOf(grounds), names: [...grounds.names, 'cost 42'] }
    for (let y = 10; y < 15; y++) edited.groundOfCell.fill(6, y * 60 + 10, y * 60 + 15)
    edited.groundOfCell[3 * 60 + 3] = 0
    const paying = Object.fromEntries(
      Object.entries(travellers).map(([name, one]) => [name, { ...one, costs: { ...one.costs, 'cost 42': 42 } }]),
    )
    expect(Buffer.compare(live.save(), await bake(edited, { travellers: paying }))).toBe(0)
  })

  it('is walked by tanks only where the judge of their paths lets them, whatever was built', async () => {
    const [width, height] = [120, 90]
    const grounds = groundFromTiles(new Array(width * height).fill(0), width, ['grass', 'rock'])
    const sizes: Travellers = Object.fromEntries(
      [1, 2, 3, 4].map(size => [`of ${size}`, { costs: { grass: 1 }, size }]),
    )
    const live = openLive(await bake(grounds, { travellers: sizes }))
    const now = copyOf(grounds)
    const random = new Random(7)
    for (let round = 0; round < 8; round++) {
      for (let i = 0; i < 25; i++) {
        const [x, y] = [random.below(width), random.below(height)]
        const ground = random.below(3) > 0 ? 1 : 0
        live.set(x, y, ground === 1 ? 0 : 1)
        now.groundOfCell[y * width + x] = ground
      }
      live.commit()
      const fresh = openAtlas(await bake(now, { travellers: sizes }))
      for (const [name, { costs, size = 1 }] of Object.entries(sizes)) {
        const ends = [0, 0, 0, 0].map((_, i) => 4 + random.below((i % 2 === 0 ? width : height) - 8))
        const [x0, y0, x1, y1] = ends
        const route = live.finder({ traveller: name }).find(x0, y0, x1, y1)
        expect(route.status).toBe(fresh.finder({ traveller: name }).find(x0, y0, x1, y1).status)
        if (route.status !== 'found') continue
        const judged = checkTravellerPath(paidOn(now, costs), route.cells(), x0, y0, x1, y1, 8, { size })
        expect(judged.message).toBe('')
      }
    }
  })
})

describe('a view of a large traveller', () => {
  it.each([1, 2, 3, 4])(
    'costs a unit of size %i the most expensive cell under it, by one rule of edits, raises and switches',
    async size => {
      const [width, height] = [75, 60]
      const names = GROUND_NAMES
      const first = patchyGrounds(width, height, size, 0.02)
      const unit = { costs: dry, size }
      const frozen = { costs: { ...dry, water: 4 }, size }
      const live = openLive(await bake(first, { travellers: { unit, frozen } }))
      const view: View = live.branch()
      const random = new Random(size)
      const ground = first.groundOfCell.slice()
      const own = new Int16Array(width * height).fill(-1)
      const raised = new Int32Array(width * height)
      let water = 0
      for (let round = 0; round < 20; round++) {
        const [x, y, r] = [random.below(width), random.below(height), random.below(6)]
        const inDisc = (cell: number) => Math.hypot((cell % width) - x, Math.floor(cell / width) - y) <= r
        const cells = [...own.keys()].filter(inDisc)
        const what = random.below(6)
        if (what === 0) {
          const other = random.below(names.length)
          live.fill(disc(x, y, r), names[other])
          for (const cell of cells) ground[cell] = other
          live.commit()
        } else if (what === 1) {
          const cost = random.below(3) * random.below(20)
          view.fill(disc(x, y, r), cost)
          for (const cell of cells) own[cell] = cost
        } else if (what === 2) {
          view.reset(disc(x, y, r))
          for (const cell of cells) own[cell] = -1
        } else if (what === 3) {
          water = water === 0 ? 4 : 0
          view.ground('water', water === 0 ? null : { costs: water })
        } else {
          const by = random.below(30) - 5
          view.raise(disc(x, y, r), by)
          for (const cell of cells) raised[cell] += by
        }
        if (round % 2 === 0) view.commit()
        else await view.commitInSlices()
        const costs: Record<string, number> = { ...dry, water }
        const plain = Array.from(ground, (of, cell) => {
          const cost = own[cell] >= 0 ? own[cell] : (costs[names[of]] ?? 0)
          return cost === 0 ? 0 : Math.max(1, Math.min(255, cost + raised[cell]))
        })
        const expected = standingOn(plain, width, size)
        expect(costsOf(view, width, height)).toEqual(expected)
        if (round % 7 === 6) expectRoutes(view, width, expected, random, 5)
      }
    },
  )

  it('learns an unknown map as it is to its footprint', async () => {
    const grounds = groundFromTiles([...'ggggggggwgggggggg'.padEnd(9 * 7, 'g')], 9, { g: 'grass', w: 'water' })
    const view = openLive(await bake(grounds, { travellers: { tank: { costs: { grass: 1 }, size: 3 } } })).branch()
    await view.unknown({ cost: 2 })
    const plain = new Array(9 * 7).fill(2)
    expect(costsOf(view, 9, 7)).toEqual(standingOn(plain, 9, 3))
    view.see(box(6, 0, 3, 2))
    view.commit()
    for (const [x, y] of [
      [6, 0],
      [7, 0],
      [8, 0],
      [6, 1],
      [7, 1],
      [8, 1],
    ]) {
      plain[y * 9 + x] = x === 8 && y === 0 ? 0 : 1
    }
    expect(costsOf(view, 9, 7)).toEqual(standingOn(plain, 9, 3))
  })
})
