/**
 * Layers over one map: whatever is raised, laid, switched, seen and taken back, a cell of a view costs what one rule says. The
 * rule is written down here a second time, as plainly as can be; routes of views are held to the oracle on these costs.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import {
  bake,
  box,
  checkPath,
  disc,
  exactCost,
  generate,
  groundFromTiles,
  openLive,
  type Place,
  type View,
} from '../../src/index.ts'
import { gridOf } from '../../src/map/footprint.ts'
import { patchyGrounds } from '../support/grounds.ts'
import { drawn, floodIslands, plainMap } from '../support/plain.ts'

const TIMEOUT_MS = 60_000

/** All costs of a view, row by row. */
function costsOf(view: Pick<View, 'costAt'>, width: number, height: number): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, cell) => view.costAt(cell % width, Math.floor(cell / width)))
}

/** Holds the routes of a view to the oracle on these costs. */
function expectRoutes(view: View, width: number, cost: Uint8Array, random: Random, count: number): void {
  const grid = { width, height: cost.length / width, cost }
  const { islandOfCell } = floodIslands(grid)
  const map = plainMap(grid, 8)
  for (let i = 0; i < count; i++) {
    const [a, b] = [random.below(cost.length), random.below(cost.length)]
    const [x0, y0, x1, y1] = [a % width, Math.floor(a / width), b % width, Math.floor(b / width)]
    const isReachable = islandOfCell[a] >= 0 && islandOfCell[a] === islandOfCell[b]
    expect(view.isReachable(x0, y0, x1, y1)).toBe(isReachable)
    const route = view.finder().find(x0, y0, x1, y1)
    expect(route.isFound).toBe(isReachable)
    if (!isReachable) continue
    const least = exactCost(map, x0, y0, x1, y1)
    expect(checkPath(map, route.cells(), x0, y0, x1, y1, 8).problem).toBe('')
    expect(route.cost).toBeLessThan(least * 1.15 + 1)
    expect(route.lowerBound).toBeLessThanOrEqual(least * (1 + 1e-4))
  }
}

describe('layers over a map', () => {
  it(
    'add up, over whatever the map below becomes, and leave nothing when they are taken back',
    async () => {
      const [width, height] = [80, 50]
      const grid = generate('caves', { width, height, seed: 5 })
      const live = openLive(await bake(grid))
      const view = live.branch()
      const random = new Random(3)
      const own = new Int16Array(width * height).fill(-1)
      const raised = new Int32Array(width * height)
      const raises: { place: Place; cells: number[]; by: number }[] = []
      for (let round = 0; round < 24; round++) {
        const [x, y, r] = [random.below(width), random.below(height), random.below(9)]
        const inDisc = (cell: number) => Math.hypot((cell % width) - x, Math.floor(cell / width) - y) <= r
        const cells = [...own.keys()].filter(inDisc)
        const what = random.below(5)
        if (what === 0) {
          const cost = random.below(3) * random.below(60)
          live.fill(disc(x, y, r), cost)
          for (const cell of cells) grid.cost[cell] = cost
          live.commit()
        } else if (what === 1) {
          const cost = random.below(4)
          view.fill(disc(x, y, r), cost)
          for (const cell of cells) own[cell] = cost
        } else if (what === 2) {
          view.reset(Int32Array.from(cells.flatMap(cell => [cell % width, Math.floor(cell / width)])))
          for (const cell of cells) own[cell] = -1
        } else if (what === 3 || raises.length === 0) {
          const raise = { place: disc(x, y, r), cells, by: random.below(400) - 40 }
          view.raise(raise.place, raise.by)
          raises.push(raise)
          for (const cell of cells) raised[cell] += raise.by
        } else {
          const { place, cells: those, by } = raises.splice(random.below(raises.length), 1)[0]
          view.raise(place, -by)
          for (const cell of those) raised[cell] -= by
        }
        view.commit()
        const expected = own.map((cost, cell) => {
          const plain = cost >= 0 ? cost : grid.cost[cell]
          return plain === 0 ? 0 : Math.max(1, Math.min(255, plain + raised[cell]))
        })
        expect(costsOf(view, width, height)).toEqual(Uint8Array.from(expected))
        if (round % 8 === 7) expectRoutes(view, width, Uint8Array.from(expected), random, 6)
      }
      for (const { place, by } of raises) view.raise(place, -by)
      view.reset(box(0, 0, width, height))
      view.commit()
      expect(costsOf(view, width, height)).toEqual(grid.cost)
    },
    TIMEOUT_MS,
  )

  it('make an edge with both ends under fire cost 50 more, with one end 25, of a straight step of 10', async () => {
    const live = openLive(await bake(drawn('.'.repeat(9), ...Array(8).fill('.'.repeat(9)))))
    const view = live.branch()
    view.raise(disc(4, 4, 2), 5)
    view.commit()
    const finder = view.finder()
    for (let y = 0; y < 9; y++) {
      for (let x = 0; x < 9; x++) {
        for (const [dx, dy] of [
          [1, 0],
          [0, 1],
          [1, 1],
          [-1, 1],
        ]) {
          // biome-ignore format: four steps
          if (x + dx < 0 || x + dx > 8 || y + dy > 8) continue
          const underFire = [
            [x, y],
            [x + dx, y + dy],
          ].filter(([a, b]) => Math.hypot(a - 4, b - 4) <= 2).length
          const tenths = 10 * finder.costOf(Int32Array.of(x, y, x + dx, y + dy))
          expect(tenths).toBeCloseTo((10 + 25 * underFire) * Math.hypot(dx, dy), 2)
        }
      }
    }
  })

  it('take effect with a commit, and wrong ones are refused at once', async () => {
    const live = openLive(await bake(drawn('......')))
    const view = live.branch()
    const cells = [1, 0, 99, 0]
    view.raise(cells, 4)
    cells[0] = 3
    expect(view.costAt(1, 0)).toBe(1)
    live.set(5, 0, 9)
    live.commit()
    expect([view.costAt(1, 0), view.costAt(5, 0)]).toEqual([1, 9])
    view.commit()
    expect([0, 1, 2, 3, 4, 5].map(x => view.costAt(x, 0))).toEqual([1, 5, 1, 1, 1, 9])
    expect(() => view.raise(disc(1, 0, -1), 4)).toThrow(/radius is -1/)
    expect(() => view.raise(box(0, 0, 1, 1), 0.5)).toThrow(/raised by 0.5/)
    expect(() => view.raise([1], 1)).toThrow(/pairs/)
    expect(() => view.ground('water', { costs: 4 })).toThrow(/knows no grounds/)
    expect(() => view.influence(new Float32Array(7), { width: 2 })).toThrow(/7 values/)
    expect(() => live.branch({ fear: -1 })).toThrow(/fear is -1/)
  })
})

describe('views of the same danger', () => {
  it('weigh it differently, that which comes later too', async () => {
    const live = openLive(await bake(generate('open', { width: 40, height: 40, seed: 1 })))
    const soldier = live.branch()
    const coward = soldier.weigh(3)
    const berserk = soldier.weigh(0)
    coward.set(0, 0, 0)
    coward.commit()
    soldier.raise(disc(20, 20, 8), 2)
    soldier.influence(Float32Array.of(0, 0, 0, 1.5), { width: 2, cells: 20 })
    soldier.commit()
    const at = (x: number, y: number) => [soldier, coward, berserk].map(view => view.costAt(x, y))
    expect([at(15, 15), at(22, 22), at(39, 39), at(5, 5)]).toEqual([
      [3, 7, 1],
      [5, 13, 1],
      [3, 7, 1],
      [1, 1, 1],
    ])
    expect(at(0, 0)[1]).toBe(0)
    const detour = (view: View) => view.finder().find(10, 20, 30, 20).cells().length
    expect(detour(coward)).toBeGreaterThan(detour(berserk))
  })
})

describe('an influence', () => {
  it.each([false, true])(
    'is the cost of a coarse map, by cell or bilinear: %s',
    async bilinear => {
      const [width, height, cells] = [70, 50, 8]
      const view = openLive(await bake(generate('open', { width, height, seed: 1 }))).branch()
      const random = new Random(9)
      const values = Float32Array.from({ length: 9 * 7 }, () => random.below(20))
      const heat = view.influence(values, { width: 9, cells, scale: 0.5, bilinear })
      view.commit()
      const at = (x: number, y: number) => values[Math.max(0, Math.min(6, y)) * 9 + Math.max(0, Math.min(8, x))]
      const expectedAt = (x: number, y: number) => {
        if (!bilinear) return at(Math.floor(x / cells), Math.floor(y / cells))
        let sum = 0
        for (let j = -1; j < 8; j++) {
          for (let i = -1; i < 10; i++) {
            const near = (p: number, middle: number) =>
              Math.max(0, 1 - Math.abs(p + 0.5 - (middle + 0.5) * cells) / cells)
            sum += near(x, i) * near(y, j) * at(i, j)
          }
        }
        return sum
      }
      const misses = (share: number) => {
        let most = 0
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            most = Math.max(most, Math.abs(view.costAt(x, y) - 1 - 0.5 * share * expectedAt(x, y)))
          }
        }
        return most
      }
      expect(misses(1)).toBeLessThanOrEqual(0.5 + 1e-6)
      let share = 1
      for (let second = 0; second < 60; second++) {
        view.decay(0.93)
        share *= 0.93
        const { blocks } = view.commit()
        expect(misses(share)).toBeLessThan(1.5 + 1e-6)
        if (second === 20) expect(blocks).toBeLessThan(6)
      }
      expect(costsOf(view, width, height).every(cost => cost === 1)).toBe(true)
      heat.update(values)
      heat.remove()
      view.commit()
      expect(costsOf(view, width, height).every(cost => cost === 1)).toBe(true)
    },
    TIMEOUT_MS,
  )

  it('fades a few blocks at a time where that is asked for, and is gone in the end', async () => {
    const view = openLive(await bake(generate('open', { width: 128, height: 128, seed: 1 }))).branch()
    const heat = view.influence(new Float32Array(64).fill(9), { width: 8, cells: 16 })
    view.commit()
    for (let i = 0; i < 16; i++) {
      heat.decay(0.01, { blocksMax: 1 })
      expect(view.commit().blocks).toBe(1)
    }
    expect(costsOf(view, 128, 128).every(cost => cost === 1)).toBe(true)
  })
})

describe('a map that is not known', () => {
  it(
    'is learned on the way: a walk through a maze always arrives, told right by what it knew',
    async () => {
      for (const seed of [1, 2]) {
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
          if (asked++ % 7 === 0) {
            expect(costsOf(view, 33, 33)).toEqual(known)
            const told = exactCost(plainMap({ width: 33, height: 33, cost: known }, 8), x, y, goalX, goalY)
            expect(route.cost).toBeCloseTo(told, 6)
          }
          const cells = route.cells()
          expect(checkPath(plainMap(grid, 8), cells.slice(0, 4), x, y, cells[2], cells[3], 8).ok).toBe(true)
          at = cells[3] * 33 + cells[2]
        }
        expect(asked).toBeGreaterThan(33)
      }
    },
    TIMEOUT_MS,
  )

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
    'costs a unit of size %i what its dearest ground costs now, until it is switched back',
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
      expectRoutes(view, 75, now.cost, new Random(size), 12)
      // What was built upon is let be.
      const built = now.cost.findIndex((cost, cell) => cost !== before.cost[cell])
      live.set(built % 75, Math.floor(built / 75), 17)
      live.commit()
      expect(view.costAt(built % 75, Math.floor(built / 75))).toBe(17)
      view.ground('water', null)
      view.ground('swamp', null)
      view.commit()
      before.cost[built] = 17
      expect(costsOf(view, 75, 60)).toEqual(before.cost)
    },
    TIMEOUT_MS,
  )

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

  it(
    'keeps the old answers until all slices of its commit are made',
    async () => {
      const grounds = patchyGrounds(100, 80, 3, 0)
      const live = openLive(await bake(gridOf(grounds, { costs, size: 1 })), null, { grounds, costs })
      const view = live.branch()
      view.ground('water', { costs: 1 })
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
    },
    TIMEOUT_MS,
  )
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
    expect(() => openLive(file, walker.journal(), { traveller: 'cart' })).toThrow(/another atlas/)
    expect(() => openLive(file, null, { traveller: 'tank' })).toThrow(/no traveller 'tank'/)
  })
})
