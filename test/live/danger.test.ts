/**
 * Routes past strong danger, which needs entries of its own around it and through its gaps, are as near to the optimum as
 * those of an atlas of the same costs.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, disc, exactCost, generate, openLive, type View } from '../../src/index.ts'
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
