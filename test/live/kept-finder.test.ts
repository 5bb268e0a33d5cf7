/**
 * A finder of a map that changes keeps its scratch from commit to commit: what it read of cells before must not show.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openLive, type Quality } from '../../src/index.ts'

const SIDE = 192
const QUALITIES: readonly Quality[] = ['default', 'fast', 'exact']

describe('a finder that is kept while its map changes', () => {
  it.each(['terrain', 'rooms', 'scatter', 'elevation', 'caves', 'roads'] as const)(
    'answers over %s as a new one over a snapshot does',
    async kind => {
      const live = openLive(await bake(generate(kind, { width: SIDE, height: SIDE, seed: 3 })))
      const finder = live.finder()
      const random = new Random(5)
      for (let round = 0; round < 40; round++) {
        const [x, y] = [random.below(SIDE), random.below(SIDE)]
        for (let i = 0; i < 12; i++) {
          const cost = kind === 'elevation' || kind === 'roads' ? random.below(9) : random.below(2)
          live.set(Math.min(SIDE - 1, x + random.below(6)), Math.min(SIDE - 1, y + random.below(6)), cost)
        }
        live.commit()
        const fresh = live.snapshot().finder()
        // Ends stay for some rounds, near the edits and far from them.
        const near = Math.max(0, x - 20 + random.below(40))
        for (const [x0, y0, x1, y1] of [
          [near, y, Math.min(SIDE - 1, x + 30), Math.max(0, y - 25)],
          [5, 5, 170 + (round >> 3), 180],
          [100, 90, 40, 100],
        ]) {
          const quality = QUALITIES[round % QUALITIES.length]
          const [one, other] = [finder, fresh].map(of => of.find(x0, y0, x1, y1, { quality, nearest: true }))
          expect([one.status, one.cost, one.estimate]).toEqual([other.status, other.cost, other.estimate])
          expect(one.cells()).toEqual(other.cells())
        }
      }
    },
  )

  it('sees the first costs of a map that had only one', async () => {
    const live = openLive(await bake(generate('rooms', { width: SIDE, height: SIDE, seed: 3 })))
    const finder = live.finder()
    const random = new Random(5)
    for (let round = 0; round < 20; round++) {
      const from = live.nearest(5, random.below(SIDE))
      const to = live.nearest(180, random.below(SIDE), { island: live.islandOf(from.x, from.y) })
      finder.find(from, to).cells()
      live.fill({ x: 9 * round, y: 0, width: 5, height: SIDE - 9 * round }, 200)
      live.commit()
      const [one, other] = [finder, live.snapshot().finder()].map(of => of.find(from, to, { nearest: true }))
      expect(one.cost).toBe(other.cost)
      expect(one.cells()).toEqual(other.cells())
    }
  })

  it('draws no route that was found while a commit in slices was under way, once that is made', async () => {
    const live = openLive(await bake(generate('terrain', { width: 512, height: 512, seed: 1 })))
    for (let i = 0; i < 3000; i++) live.set((37 * i) % 512, (91 * i) % 512, i & 1)
    const made = live.commitInSlices()
    await new Promise(resolve => setImmediate(resolve))
    const { x: x0, y: y0 } = live.nearest(3, 3)
    const { x: x1, y: y1 } = live.nearest(500, 500, { island: live.islandOf(x0, y0) })
    const route = live.finder().find(x0, y0, x1, y1)
    expect(route.status).toBe('found')
    await made
    live.set(x0, y0, 0)
    live.commit()
    expect(() => route.cells()).toThrow(expect.objectContaining({ code: 'MAP_CHANGED' }))
  })
})
