/**
 * A finder of a map that changes keeps its scratch from commit to commit: what it read of cells before must not show.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { findInSteps } from '../../src/find/find-in-steps.ts'
import { bake, generate, openLive, type Quality } from '../../src/index.ts'
import { checkPath } from '../../src/proof/check.ts'
import { drawn } from '../support/plain.ts'

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

  it('reads the cells around its ends again, though nobody has used the frames of its sweeps since', async () => {
    const random = new Random(7)
    const cost = Uint8Array.from({ length: SIDE * SIDE }, () => 1 + random.below(9))
    const live = openLive(await bake({ width: SIDE, height: SIDE, cost }))
    const finder = live.finder()
    for (let round = 0; round < 20; round++) {
      const [x, y] = [8 + random.below(16), 8 + random.below(SIDE - 16)]
      const goal = { x: SIDE - 1, y }
      finder.find({ x, y }, goal).cells()
      for (let i = 0; i < 40; i++) live.set(x - 4 + random.below(9), y - 4 + random.below(9), random.below(3))
      live.commit()
      const start = live.nearest(x + 1, y, { island: live.islandOf(goal.x, goal.y) })
      const cells = finder.find(start, goal).cells()
      expect(cells).toEqual(live.snapshot().finder().find(start, goal).cells())
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

/** A route that a unit is on while the map changes: whether it may stay on it, and who is told when it may not. */
describe('a route on a map that changes', () => {
  it('is watched by some, of whom one who throws keeps nobody from hearing, and no commit from being', async () => {
    const live = openLive(await bake(drawn('...')))
    const route = live.finder().find(0, 0, 2, 0)
    const heard: number[] = []
    live.watch(route, () => {
      throw new Error('deaf')
    })
    live.watch(route, ({ version }) => heard.push(version))
    live.set(1, 0, 0)
    expect(live.commit()).toMatchObject({ version: 1, cells: 1, watchErrors: [new Error('deaf')] })
    expect([heard, live.version, live.isReachable(0, 0, 2, 0), live.commit().cells]).toEqual([[1], 1, false, 0])
    const nothing = undefined as never
    expect(() => live.watch(route, nothing)).toThrow(/onChange is undefined/)
    expect(() => live.watch(nothing, () => {})).toThrow(/route is undefined/)
    expect(() => live.isCurrent(route, Number.NaN)).toThrow(/share is NaN/)
    expect(() => live.repair(nothing)).toThrow(/route is undefined/)
  })

  it('to no path is current until one opens', async () => {
    const live = openLive(await bake(drawn('..#..')))
    const refused = live.finder().find(0, 0, 4, 0)
    const heard: unknown[] = []
    live.watch(refused, change => heard.push(change))
    expect([refused.status, live.isCurrent(refused)]).toEqual(['unreachable', true])
    live.set(2, 0, 1)
    live.commit()
    expect([live.isCurrent(refused), heard]).toEqual([false, [{ version: 1, from: { x: 0, y: 0 } }]])
    expect(live.repair(refused).cost).toBe(4)
  })

  it('is current until what it walks on changes, or a better way opens', async () => {
    const live = openLive(await bake(drawn('.........', '.#######.', '.........')))
    const route = live.finder().find(0, 0, 0, 2)
    const around = live.finder().find(8, 0, 0, 1)
    const heard: string[] = []
    live.watch(route, ({ version, from }) => heard.push(`route ${version} from ${from.x},${from.y}`))
    const end = live.watch(around, ({ from }) => heard.push(`around from ${from.x},${from.y}`))
    live.set(8, 2, 0)
    live.commit()
    expect([live.isCurrent(route), live.isCurrent(around), heard]).toEqual([true, true, []])
    live.set(0, 1, 0)
    live.commit()
    expect([live.isCurrent(route), heard]).toEqual([false, ['route 2 from 0,0', 'around from 0,0']])
    live.fill({ x: 8, y: 1, width: 1, height: 2 }, 1)
    live.commit()
    end()
    const repaired = live.repair(route)
    expect([repaired.status, repaired.start, repaired.goal]).toEqual(['found', route.start, route.goal])
    expect(repaired.cost).toBeGreaterThan(route.cost)
    expect(heard).toEqual(['route 2 from 0,0', 'around from 0,0'])
  })

  it('is good up to a step that walls at its sides forbid, where no other way is left', async () => {
    const live = openLive(await bake(drawn('....', '....', '....', '....')))
    const heard: string[] = []
    live.watch(live.finder().find(0, 0, 3, 3), ({ from }) => heard.push(`${from.x},${from.y}`))
    live.paint([2, 0, 2, 1, 0, 2, 1, 2], [0, 0, 0, 0])
    live.commit()
    expect(heard).toEqual(['1,1'])
  })
})

/** Routes of one version as hints for another: reading a route shows the map as it was for that route. */
it('answers for its own version when the previous route is of another one and not yet drawn', async () => {
  const [width, height] = [300, 96]
  const live = openLive(await bake({ width, height, cost: new Uint8Array(width * height).fill(1) }))
  const before = live.snapshot().finder()
  for (let x = 40; x < width - 40; x += 20) live.fill({ x, y: x % 40 === 0 ? 0 : 1, width: 1, height: height - 1 }, 0)
  live.commit()
  const view = live.branch()
  view.fill({ x: 45, y: 0, width: 2, height: height - 2 }, 0)
  view.commit()
  for (const [map, y] of [live, live, view, view].map((each, i) => [each, 7 + 20 * i] as const)) {
    const [start, goal] = [
      { x: 3, y },
      { x: width - 4, y: 95 - y },
    ]
    const plain = map.finder().find(start, goal)
    const cost = plain.cost
    const hinted = map.finder().find(start, goal, { previous: before.find(start, goal) })
    expect(hinted.cost).toBe(cost)
    const terrain = map.columns.terrain
    expect(checkPath(terrain, hinted.cells(), start.x, start.y, goal.x, goal.y, 8).status).toBe('legal')
    const turned = before.find(start, goal, { previous: map.finder().find(start, goal) })
    expect(turned.cost).toBe(before.find(start, goal).cost)
  }
})

it('goes on with a search that pauses on a snapshot while the live map is asked', async () => {
  const [width, height] = [300, 96]
  const live = openLive(await bake({ width, height, cost: new Uint8Array(width * height).fill(1) }))
  for (let x = 40; x < width - 40; x += 20) live.fill({ x, y: x % 40 === 0 ? 0 : 1, width: 1, height: height - 1 }, 0)
  live.commit()
  const old = live.snapshot()
  live.fill({ x: 30, y: 0, width: 240, height }, 1)
  live.commit()
  const [start, goal] = [
    { x: 3, y: 7 },
    { x: width - 4, y: 88 },
  ]
  const search = findInSteps(old.finder(), start, goal)
  while (search.route === null) {
    search.advance(3)
    expect(live.finder().find(start, goal).cost).toBeLessThan(400)
  }
  const expected = old.finder().find(start, goal)
  expect(search.route.cost).toBe(expected.cost)
  expect([...search.route.cells()]).toEqual([...expected.cells()])
})

/** Commits that open and close walls of mazes join parts whose landmark costs are at their limits and cannot fit: they end all the same. */
it.each([2, 5])('commits of many edits of maze %i end', async seed => {
  const side = 320
  const live = openLive(await bake(generate('maze', { width: side, height: side, seed })))
  const random = new Random(seed)
  for (let edit = 1; edit <= 480; edit++) {
    const [x, y] = [random.below(side - 12), random.below(side - 12)]
    live.fill({ x, y, width: 1 + random.below(12), height: 1 + random.below(12) }, random.below(2))
    if (edit % 40 === 0) live.commit()
  }
  expect(live.version).toBe(12)
})
