/**
 * Routes past strong danger, which needs entries of its own around it and through its gaps, are as near to the optimum as
 * those of an atlas of the same costs.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { bake, generate, openLive, type View } from '../../src/index.ts'
import { disc } from '../../src/live.ts'
import { plainMap } from '../support/plain.ts'
import { costsOf } from '../support/views.ts'

describe('strong danger', () => {
  it.each<[string, (view: View, raise: (by: number) => void) => void, fear?: number]>([
    ['comes at once', (_, raise) => raise(100)],
    [
      'grows',
      (_, raise) => {
        for (let i = 0; i < 20; i++) raise(5)
      },
    ],
    [
      'is what is left of more',
      (view, raise) => {
        raise(200)
        view.finder().find(0, 0, 150, 150)
        raise(-170)
      },
    ],
    ['was there before the view that weighs it', (_, raise) => raise(50), 2],
  ])('is gone around for little more than the optimum where it %s', async (_, lay, fear) => {
    const side = 160
    const random = new Random(3)
    const first = openLive(await bake(generate('rooms', { width: side, height: side, seed: 3 }))).branch()
    const places = Array.from({ length: 18 }, () => disc(random.below(side), random.below(side), 8 + random.below(13)))
    const raise = (by: number) => {
      for (const place of places) first.raise(place, by)
      first.commit()
    }
    lay(first, raise)
    const view = fear === undefined ? first : first.weigh(fear)
    const map = plainMap({ width: side, height: side, cost: costsOf(view, side, side) }, 8)
    for (let i = 0; i < 40; i++) {
      const ends = [0, 1, 2, 3].map(() => random.below(side)) as [number, number, number, number]
      const { cost } = view.finder().find(...ends)
      if (cost < Infinity) expect(cost).toBeLessThan(1.05 * exactCost(map, ...ends) + 1)
    }
  })

  it('moves entries only along its edges, unless it makes ground cheaper', async () => {
    const side = 512
    const map = generate('elevation', { width: side, height: side, seed: 3 })
    const live = openLive(await bake(map))
    const moved = (x: number, by: number) => {
      const view = live.branch()
      view.raise({ x, y: x, width: side - 2 * x, height: side - 2 * x }, by)
      return view.commit().entries
    }
    expect(moved(33, 100)).toBeLessThan(moved(33, -100) / 2)
  })

  it('is gone around as well where it covers most of a map at once', async () => {
    const side = 320
    const random = new Random(14)
    const view = openLive(await bake(generate('rooms', { width: side, height: side, seed: 3 }))).branch()
    for (let i = 0; i < 40; i++) view.raise(disc(random.below(side), random.below(side), 8 + random.below(13)), 25)
    expect(view.commit().blocks).toBeGreaterThan(64)
    const map = plainMap({ width: side, height: side, cost: costsOf(view, side, side) }, 8)
    const asked: [number, number, number, number][] = [
      [133, 285, 139, 193],
      [19, 300, 155, 194],
      [257, 239, 10, 153],
    ]
    for (const ends of asked) {
      expect(view.finder().find(...ends).cost).toBeLessThan(1.02 * exactCost(map, ...ends))
    }
  })
})

describe('great danger', () => {
  const most = async (costMax = 255) =>
    openLive(
      await bake({
        width: 64,
        height: 40,
        cost: new Uint16Array(64 * 40).fill(1).fill(costMax === 255 ? 1 : 300, 0, 1),
      }),
    )
  const place = disc(20, 20, 5)

  it.each<[string, (view: View) => () => void]>([
    [
      'is raised three times',
      view => {
        for (let i = 0; i < 3; i++) view.raise(place, 1e9)
        return () => {
          for (let i = 0; i < 3; i++) view.raise(place, -1e9)
        }
      },
    ],
    [
      'is raised beyond 32 bits at once',
      view => {
        view.raise(place, 2 ** 31)
        return () => view.raise(place, -(2 ** 31))
      },
    ],
    [
      'is an influence beyond 32 bits',
      view => {
        const heat = view.influence(new Float32Array(8 * 5).fill(3e9), { width: 8 })
        return () => heat.remove()
      },
    ],
    [
      'grows without end',
      view => {
        const heat = view.influence(new Float32Array(8 * 5).fill(3e38), { width: 8, scale: 1e12, bilinear: true })
        for (let i = 0; i < 40; i++) view.decay(1e9)
        return () => heat.remove()
      },
    ],
    [
      'meets as great a blessing',
      view => {
        const heat = view.influence(new Float32Array(8 * 5).fill(-3e38), { width: 8, scale: 1e12 })
        for (let i = 0; i < 60; i++) view.raise(place, 1e12)
        return () => {
          heat.remove()
          for (let i = 0; i < 60; i++) view.raise(place, -1e12)
        }
      },
    ],
  ])('costs the most that there is where it %s, and leaves nothing when it is taken back', async (_, lay) => {
    for (const costMax of [255, 65_535]) {
      const live = await most(costMax)
      for (const fear of [1, 2 ** 40]) {
        const view = live.branch({ fear })
        view.raise(disc(22, 20, 3), 2)
        view.commit()
        const before = costsOf(view, 64, 40)
        const takeBack = lay(view)
        view.commit()
        expect(view.costAt(20, 20)).toBe(costMax)
        takeBack()
        view.commit()
        expect(costsOf(view, 64, 40)).toEqual(before)
      }
    }
  })

  it.each([2 ** 31, 2 ** 32, 2 ** 52])('does nothing %i cells away from the map', async far => {
    const view = (await most()).branch()
    const before = costsOf(view, 64, 40)
    for (const [x, y] of [
      [far, far],
      [-far, -far],
      [far, 0],
      [0, -far],
    ]) {
      view.raise({ x, y, width: 50, height: 50 }, 5)
    }
    view.commit()
    expect(costsOf(view, 64, 40)).toEqual(before)
  })

  it('is refused beyond all reason', async () => {
    const live = await most()
    const view = live.branch()
    for (const by of [1e13, -1e13, Infinity, Number.NaN]) expect(() => view.raise(place, by)).toThrow(/raise is/)
    for (const factor of [1e13, Infinity, -1]) expect(() => view.decay(factor)).toThrow(/factor is/)
    expect(() => view.influence(new Float32Array(1), { width: 1, scale: 1e13 })).toThrow(/scale is/)
    expect(() => live.branch({ fear: 1e300 })).toThrow(/fear is/)
  })
})
