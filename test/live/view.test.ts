/**
 * Layers over one map: whatever is raised, laid and taken back, a cell of a view costs what one rule says. The rule is written
 * down here a second time, as plainly as can be; routes of views are compared with the oracle on these costs.
 */
import { describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { bake, generate, openLive, type View } from '../../src/index.ts'
import { box, disc, type Place } from '../../src/live.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { costsOf, expectRoutes } from '../support/views.ts'

describe('layers over a map', () => {
  it('add up, over whatever the map below becomes, and leave nothing when they are taken back', async () => {
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
  })

  it('come in the order in which they were given, where a commit in slices was given up among them too', async () => {
    let nowMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 9))
    const live = openLive(await bake(generate('open', { width: 90, height: 70 })))
    const view = live.branch()
    const expected = costsOf(live, 90, 70)
    for (let i = 0; i < 200; i++) {
      const cell = (i * 37) % 61
      view.set(cell, 3, i % 9)
      expected[3 * 90 + cell] = i % 9
    }
    const gone = new AbortController()
    const given = view.commitInSlices({ signal: gone.signal })
    setImmediate(() => gone.abort(new Error('gone')))
    await expect(given).rejects.toThrow('gone')
    expect(costsOf(view, 90, 70)).toEqual(costsOf(live, 90, 70))
    await view.commitInSlices()
    clock.mockRestore()
    expect(costsOf(view, 90, 70)).toEqual(expected)
  })

  it('are over what the map below became, told of by who followed a commit in slices that was given up', async () => {
    // Each look at the clock ends a slice, so that progress tells every number.
    let nowMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 9))
    const grid = generate('open', { width: 90, height: 70 })
    const live = openLive(await bake(grid))
    const view = live.branch()
    view.set(1, 1, 3)
    view.commit()
    view.fill(box(0, 0, 40, 40), 4)
    const gone = new AbortController()
    const onProgress = ({ done }: { done: number }) => {
      if (done === 2) {
        live.set(80, 60, 7)
        live.commit()
      }
      if (done === 4) gone.abort(new Error('gone'))
    }
    await expect(view.commitInSlices({ signal: gone.signal, onProgress })).rejects.toThrow('gone')
    clock.mockRestore()
    view.commit()
    const expected = grid.cost.map((cost, cell) => (cell % 90 < 40 && cell < 40 * 90 ? 4 : cost))
    expected[60 * 90 + 80] = 7
    expect(costsOf(view, 90, 70)).toEqual(expected)
    grid.cost[60 * 90 + 80] = 7
    expect(live.save()).toEqual(await bake(grid))
  })

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
    expect(() => view.raise(box(0, 0, 1, 1), 0.5)).toThrow(/raise is 0.5/)
    expect(() => view.raise([1], 1)).toThrow(/pairs/)
    expect(() => view.ground('water', { costs: 4 })).toThrow(/knows no grounds/)
    expect(() => view.influence(new Float32Array(7), { width: 2 })).toThrow(/7 values/)
    expect(() => live.branch({ fear: -1 })).toThrow(/fear is -1/)
  })
})

describe('walls that are built under danger', () => {
  it('keep a gap that is taken once the danger is gone', async () => {
    const danger = 100
    const [width, height] = [512, 256]
    const view = openLive(await bake(generate('open', { width, height, seed: 1 }))).branch()
    view.raise(box(0, 96, 100, 64), danger)
    view.commit()
    for (const [left, right] of [
      [0, 60],
      [63, 472],
      [475, width],
    ]) {
      view.fill(box(left, 127, right - left, 2), 0)
    }
    view.commit()
    view.raise(box(0, 96, 100, 64), -danger)
    view.commit()
    const random = new Random(5)
    const terrain = plainMap({ width, height, cost: costsOf(view, width, height) }, 8)
    for (let i = 0; i < 30; i++) {
      const ends = [random.below(300), 10 + random.below(80), random.below(300), 170 + random.below(80)] as const
      expect(view.finder().find(...ends).cost).toBeLessThan(1.02 * exactCost(terrain, ...ends))
    }
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
  it.each([
    [1, false],
    [3, true],
  ])('is the cost of a coarse map in steps of %i, bilinear: %s', async (step, bilinear) => {
    const [width, height, cells] = [70, 50, 8]
    const view = openLive(await bake(generate('open', { width, height, seed: 1 }))).branch()
    const random = new Random(9)
    const values = Float32Array.from({ length: 9 * 7 }, () => random.below(20))
    const heat = view.influence(values, { width: 9, cells, scale: 0.5, step, bilinear })
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
    expect(misses(1)).toBeLessThanOrEqual(0.5 * step + 1e-6)
    let share = 1
    for (let second = 0; second < 60; second++) {
      view.decay(0.93)
      share *= 0.93
      const { blocks } = view.commit()
      expect(misses(share)).toBeLessThan(1.5 * step + 1e-6)
      if (second === 20) expect(blocks).toBeLessThan(6)
    }
    expect(costsOf(view, width, height).every(cost => cost === 1)).toBe(true)
    heat.update(values)
    heat.remove()
    view.commit()
    expect(costsOf(view, width, height).every(cost => cost === 1)).toBe(true)
  })

  it('costs what it did once it is gone, though landmarks were measured while it was there', async () => {
    const live = openLive(await bake(generate('caves', { width: 192, height: 192, seed: 2 })))
    const view = live.branch()
    view.raise(disc(96, 96, 90), 40)
    view.commit()
    const coming = view.settle()
    view.raise(disc(60, 60, 30), 9)
    view.commit()
    await coming
    view.raise(disc(60, 60, 30), -9)
    view.raise(disc(96, 96, 90), -40)
    view.commit()
    const random = new Random(4)
    for (let i = 0; i < 60; i++) {
      const [x0, y0, x1, y1] = [0, 1, 2, 3].map(() => random.below(192))
      const { cost } = live.finder().find(x0, y0, x1, y1)
      if (cost < Infinity) expect(view.finder().find(x0, y0, x1, y1).cost).toBeLessThanOrEqual(cost * 1.01)
    }
  })

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
