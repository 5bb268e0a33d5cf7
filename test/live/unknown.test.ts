/**
 * What a view does not know yet and what its grounds cost for a while, held to the oracle on costs that are made anew.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { bake, checkPath, generate, groundFromTiles, openLive } from '../../src/index.ts'
import { box, disc } from '../../src/live.ts'
import { gridOf } from '../../src/map/footprint.ts'
import { patchyGrounds } from '../support/grounds.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { costsOf, expectRoutes } from '../support/views.ts'

describe('a map that is not known', () => {
  it('is learned on the way: a walk through a maze always arrives, told right by what it knew', async () => {
    for (const seed of [2]) {
      const grid = generate('maze', { width: 33, height: 33, seed })
      const live = openLive(await bake(grid))
      const view = live.branch()
      await view.unknown()
      const ends = [...grid.cost.keys()].filter(cell => grid.cost[cell] > 0)
      let [at, goal] = [ends[0], ends[ends.length - 1]]
      const known = new Uint8Array(33 * 33).fill(1)
      let asked = 0
      for (let walked = 0; at !== goal; walked++) {
        expect(walked).toBeLessThan(20_000)
        const [x, y] = [at % 33, Math.floor(at / 33)]
        view.see(disc(x, y, 2))
        view.commit()
        for (const cell of known.keys()) {
          if (Math.hypot((cell % 33) - x, Math.floor(cell / 33) - y) <= 2) known[cell] = grid.cost[cell]
        }
        const [goalX, goalY] = [goal % 33, Math.floor(goal / 33)]
        const route = view.finder().find(x, y, goalX, goalY, { quality: 'exact' })
        if (asked++ % 25 === 0) {
          expect(costsOf(view, 33, 33)).toEqual(known)
          const told = exactCost(plainMap({ width: 33, height: 33, cost: known }, 8), x, y, goalX, goalY)
          expect(route.cost).toBeCloseTo(told, 6)
        }
        const cells = route.cells()
        expect(checkPath(plainMap(grid, 8), cells.slice(0, 4), x, y, cells[2], cells[3], 8).status).toBe('legal')
        at = cells[3] * 33 + cells[2]
      }
      expect(asked).toBeGreaterThan(33)
    }
  })

  it('has roads through expensive ground that was seen, bit by bit, or built, or left out by danger, as a bake of it has', async () => {
    const side = 150
    const isRoad = (at: number) => at % 64 === 10
    const cost = Uint8Array.from({ length: side * side }, (_, cell) =>
      isRoad(cell % side) || isRoad(Math.floor(cell / side)) ? 1 : 30,
    )
    const grid = { width: side, height: side, cost }
    const seen = openLive(await bake(grid)).branch()
    await seen.unknown()
    const built = openLive(await bake({ ...grid, cost: cost.map(() => 30) })).branch()
    for (let y = 0; y < side; y += 50) {
      seen.see(box(0, y, side, 50))
      seen.commit()
    }
    for (const at of [10, 74, 138]) {
      built.fill(box(at, 0, 1, side), 1)
      built.fill(box(0, at, side, 1), 1)
    }
    built.commit()
    const feared = openLive(await bake({ ...grid, cost: cost.map(() => 1) })).branch()
    feared.raise(box(0, 0, side, side), 29)
    for (const at of [10, 74, 138]) {
      feared.raise(box(at, 0, 1, side), -29)
      feared.raise(box(0, at, side, 1), -29)
      for (const other of [10, 74, 138]) feared.raise(box(at, other, 1, 1), 29)
    }
    feared.commit()
    for (const [x0, y0, x1, y1] of [
      [10, 20, 74, 140],
      [138, 5, 30, 138],
      [10, 149, 149, 74],
    ]) {
      const least = exactCost(plainMap(grid, 8), x0, y0, x1, y1)
      for (const view of [seen, built, feared]) {
        expect(view.finder().find(x0, y0, x1, y1).cost).toBeLessThan(1.05 * least)
      }
    }
  })

  it('does not know what changes out of sight', async () => {
    const live = openLive(await bake(drawn('.#....', '......')))
    const view = live.branch()
    await view.unknown()
    view.raise(box(0, 0, 6, 1), 3)
    view.commit()
    expect([0, 1, 2].map(x => view.costAt(x, 0))).toEqual([4, 4, 4])
    view.see(box(0, 0, 3, 1))
    live.set(2, 0, 7)
    live.set(4, 0, 0)
    live.commit()
    view.commit()
    expect([0, 1, 2, 3, 4].map(x => view.costAt(x, 0))).toEqual([4, 0, 4, 4, 4])
    view.see(box(2, 0, 3, 1))
    view.raise(box(0, 0, 6, 1), -3)
    view.commit()
    expect([0, 1, 2, 3, 4].map(x => view.costAt(x, 0))).toEqual([1, 0, 7, 1, 0])
    view.reset(box(0, 0, 6, 2))
    view.commit()
    expect(costsOf(view, 6, 2).every(cost => cost === 1)).toBe(true)
  })
})

describe('a ground that is switched', () => {
  const costs = { grass: 2, forest: 3, swamp: 6, road: 1 }

  it.each([1, 2, 5])(
    'costs a unit of size %i what its most expensive ground costs now, until it is switched back',
    async size => {
      const grounds = patchyGrounds(75, 60, size, 0.05)
      const file = await bake(grounds, { travellers: { ant: { costs: { water: 1 } }, unit: { costs, size } } })
      const live = openLive(file, null, { traveller: 'unit' })
      const before = gridOf(grounds, { costs, size })
      const view = live.branch()
      view.ground('water', { costs: 4 })
      view.ground('swamp', { costs: 0 })
      await view.commitInSlices()
      const now = gridOf(grounds, { costs: { grass: 2, forest: 3, road: 1, water: 4 }, size })
      expect(costsOf(view, 75, 60)).toEqual(now.cost)
      expectRoutes(view, 75, Uint8Array.from(now.cost), new Random(size), 12)
      // What was built upon is let be.
      const built = now.cost.findIndex((cost, cell) => cost !== before.cost[cell])
      live.set(built % 75, Math.floor(built / 75), 17)
      live.commit()
      const edited = { ...grounds, groundOfCell: grounds.groundOfCell.slice(), names: [...grounds.names, 'built'] }
      edited.groundOfCell[built] = grounds.names.length
      const switched = { grass: 2, forest: 3, road: 1, water: 4, built: 17 }
      expect(costsOf(view, 75, 60)).toEqual(gridOf(edited, { costs: switched, size }).cost)
      view.ground('water', null)
      view.ground('swamp', null)
      view.commit()
      expect(costsOf(view, 75, 60)).toEqual(gridOf(edited, { costs: { ...costs, built: 17 }, size }).cost)
    },
  )

  it('goes over to the map of another traveller who pays the same, and comes to the same costs as without it', async () => {
    const grounds = patchyGrounds(75, 60, 4, 0.05)
    const unit = { costs, size: 2 }
    const frozen = { costs: { ...costs, water: 4 }, size: 2 }
    const alone = openLive(await bake(grounds, { travellers: { unit } }))
    const paired = openLive(await bake(grounds, { travellers: { unit, frozen } }))
    const [plain, quick] = [alone, paired].map(live => {
      live.fill(box(3, 3, 4, 2), 0)
      live.commit()
      return { live, view: live.branch() }
    })
    const both = async (edit: (one: typeof plain) => void) => {
      for (const one of [plain, quick]) {
        edit(one)
        await one.view.commitInSlices()
      }
      expect(costsOf(quick.view, 75, 60)).toEqual(costsOf(plain.view, 75, 60))
    }
    await both(({ view }) => view.fill(box(20, 10, 9, 3), 7))
    await both(({ view }) => view.raise(disc(24, 12, 4), 5))
    await both(({ view }) => view.ground('water', { costs: 4 }))
    expectRoutes(quick.view, 75, Uint8Array.from(costsOf(quick.view, 75, 60)), new Random(3), 12)
    await both(({ view }) => view.raise(disc(24, 12, 4), -5))
    await both(({ live }) => {
      live.fill(box(40, 30, 12, 2), 9)
      live.commit()
    })
    await both(({ view }) => view.ground('swamp', { costs: 0 }))
    await both(({ view }) => view.ground('swamp', null))
    await both(({ view }) => view.ground('water', null))
    await both(({ view }) => view.reset(box(20, 10, 9, 3)))
    expect(costsOf(quick.view, 75, 60)).toEqual(costsOf(paired, 75, 60))
    const blocks = (view: typeof quick.view) => {
      view.ground('water', { costs: 4 })
      return view.commit().blocks
    }
    // Nothing but the wall that was built upon water is made again: the second view finds the frozen map as it is.
    expect(blocks(quick.view)).toBeLessThan(blocks(plain.view))
  })

  it('costs what it does in many blocks at once, again and again, with danger over it', async () => {
    const [side, random] = [288, new Random(3)]
    const rock = generate('caves', { width: side, height: side, seed: 5 }).cost
    const lakes = generate('terrain', { width: side, height: side, seed: 6 }).cost
    const tiles = Array.from(rock, (free, cell) => (free === 0 ? 'rock' : lakes[cell] === 0 ? 'water' : 'grass'))
    const grounds = groundFromTiles(tiles, side, ['grass', 'water', 'rock'])
    const view = openLive(await bake(grounds, { travellers: { unit: { costs: { grass: 2 } } } })).branch()
    for (const water of [7, null, 7]) {
      view.ground('water', water === null ? null : { costs: water })
      if (water === 7) view.raise(disc(140, 140, 60), 3)
      await view.commitInSlices()
      const now = gridOf(grounds, { costs: { grass: 2, ...(water !== null && { water }) }, size: 1 }).cost
      const danger = water === 7 ? 3 : 0
      const cost = now.map((plain, cell) => {
        const isNear = ((cell % side) - 140) ** 2 + (Math.floor(cell / side) - 140) ** 2 <= 60 ** 2
        return plain > 0 && isNear ? plain + danger : plain
      })
      expect(costsOf(view, side, side)).toEqual(cost)
      expectRoutes(view, side, Uint8Array.from(cost), random, 4)
      if (water === 7) view.raise(disc(140, 140, 60), -3)
    }
  })

  it('is known of an atlas of one unit where grounds and costs are given', async () => {
    const grounds = groundFromTiles([...'gwwg'], 4, { g: 'grass', w: 'water' })
    const file = await bake(gridOf(grounds, { costs: { grass: 2 }, size: 1 }))
    const view = openLive(file, null, { grounds, costs: { grass: 2 } }).branch()
    expect(view.isReachable(0, 0, 3, 0)).toBe(false)
    view.ground('water', { costs: 4 })
    view.commit()
    expect(view.finder().find(0, 0, 3, 0).cost).toBe(3 + 4 + 3)
    expect(() => view.ground('lava', { costs: 1 })).toThrow(/no ground 'lava'/)
    expect(() => openLive(file, null, { grounds })).toThrow(/go together/)
  })

  it('keeps the old answers until all slices of its commit are made', async () => {
    const grounds = patchyGrounds(100, 80, 3, 0)
    const live = openLive(await bake(gridOf(grounds, { costs, size: 1 })), null, { grounds, costs })
    const view = live.branch()
    view.ground('water', { costs: 1 })
    const gone = new AbortController()
    const told: number[] = []
    const onProgress = ({ done, total }: { done: number; total: number }) => {
      told.push(done / total)
      if (done > 1) gone.abort(new Error('gone'))
    }
    await expect(view.commitInSlices({ signal: gone.signal, onProgress })).rejects.toThrow('gone')
    expect(told).toEqual([...told].sort((a, b) => a - b))
    expect(costsOf(view, 100, 80)).toEqual(costsOf(live, 100, 80))
    const coming = view.commitInSlices()
    expect(() => view.commit()).toThrow(/under way/)
    live.set(3, 3, 200)
    live.commit()
    const before = costsOf(view, 100, 80)
    await coming
    expect(before).toEqual(costsOf(live, 100, 80))
    const all = { ...costs, water: 1 }
    const now = gridOf(grounds, { costs: all, size: 1 }).cost
    now[3 * 100 + 3] = 200
    expect(costsOf(view, 100, 80)).toEqual(now)
  })
})

describe('a live map of a traveller', () => {
  it('is that traveller to the finder, its turns too, and to the journal', async () => {
    const grounds = groundFromTiles([...'gggggwgggg'], 5, { g: 'grass', w: 'water' })
    const travellers = { walker: { costs: { grass: 1 } }, cart: { costs: { grass: 1 }, turn: 45 as const } }
    const file = await bake(grounds, { travellers })
    const [walker, cart] = ['walker', 'cart'].map(traveller => openLive(file, null, { traveller }))
    const ask = (live: typeof cart) => live.finder().find(1, 0, 0, 0, { heading: { x: 1, y: 0 } })
    expect([ask(walker).status, ask(cart).status]).toEqual(['found', 'unreachable'])
    walker.set(1, 1, 0)
    walker.commit()
    expect(openLive(file, walker.journal()).costAt(1, 1)).toBe(0)
    expect(openLive(file, walker.journal(), { traveller: 'cart' }).costAt(1, 1)).toBe(0)
    expect(() => openLive(file, null, { traveller: 'tank' })).toThrow(/no traveller 'tank'/)
  })

  it('is crossed near the optimum where cheap ground was built on it', async () => {
    const view = openLive(await bake(generate('terrain', { width: 150, height: 150, seed: 3 }))).branch()
    await view.unknown({ cost: 7 })
    view.fill(box(76, 0, 1, 120), 2)
    view.commit()
    const random = new Random(1)
    for (let i = 0; i < 60; i++) {
      const ends = [0, 1, 2, 3].map(() => random.below(150)) as [number, number, number, number]
      const best = view.finder().find(...ends, { quality: 'exact' }).cost
      expect(view.finder().find(...ends).cost).toBeLessThanOrEqual(1.05 * best + 7)
    }
  })
})
