/**
 * Live maps and views are asked as atlases are: the same calls, the same answers as an atlas baked of the same costs.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { Field } from '../../src/find/field.ts'
import { bake, generate, openAtlas, openLive } from '../../src/index.ts'
import { box } from '../../src/live.ts'
import { Waves } from '../../src/wave/wave.ts'
import { plainMap } from '../support/plain.ts'
import { costsOf } from '../support/views.ts'

const SIDE = 100
const points = (...xys: number[]) =>
  Array.from({ length: xys.length / 2 }, (_, i) => ({ x: xys[2 * i], y: xys[2 * i + 1] }))
const goals = points(5, 5, 90, 12, 50, 97, 33, 60)

describe('a live map, and a view of it', () => {
  it('answers fields, tables, approaches and nearest cells as an atlas of the same costs does', async () => {
    const live = openLive(await bake(generate('rooms', { width: SIDE, height: SIDE, seed: 8 })))
    live.fill(box(30, 0, 3, 80), 0)
    live.commit()
    const view = live.branch()
    view.raise(box(60, 20, 30, 50), 7)
    view.commit()
    for (const map of [live, view]) {
      const cost = costsOf(map, SIDE, SIDE)
      const atlas = openAtlas(await bake({ width: SIDE, height: SIDE, cost }))
      const [finder, fresh] = [map.finder(), atlas.finder()]
      expect(finder.warmUp(0)).toBeGreaterThan(0)
      for (const [x, y] of [
        [31, 40],
        [0, 0],
        [70, 30],
      ]) {
        expect(map.nearest(x, y)).toEqual(atlas.nearest(x, y))
        const island = map.islandOf(90, 12)
        if (island >= 0) expect(map.islandOf(...xy(map.nearest(x, y, { island })))).toBe(island)
      }
      const free = goals.map(({ x, y }) => atlas.nearest(x, y))
      const start = free[2]
      const plain = plainMap({ width: SIDE, height: SIDE, cost }, 8)
      const exact = free.map(goal => exactCost(plain, start.x, start.y, goal.x, goal.y))
      const near = (costs: Float64Array) =>
        costs.forEach((one, i) => {
          if (exact[i] === Infinity) expect(one).toBe(Infinity)
          else expect(one).toBeLessThanOrEqual(1.1 * exact[i] + 1)
        })
      near(finder.costsTo(start, free))
      near(finder.table([start], free))
      near(finder.costs(start, free))
      const field = finder.fieldTo(start)
      const freshField = fresh.fieldTo(start)
      near(Float64Array.from(free, ({ x, y }) => field.costAt(x, y)))
      for (const { x, y } of free) {
        expect(field.next(x, y) === null).toBe(freshField.next(x, y) === null)
      }
      const reached = free.filter((_, i) => exact[i] < Infinity)
      expect(reached.length).toBeGreaterThan(1)
    }
  })

  it.each(['rooms', 'elevation'] as const)('mends fields over %s after each commit as fresh ones are', async kind => {
    const live = openLive(await bake(generate(kind, { width: 200, height: 160, seed: 4 })))
    const view = live.branch()
    const random = new Random(3)
    const goals = [live.nearest(20, 20), live.nearest(150, 100)]
    const maps = [live, view]
    const fields = maps.map(map => map.finder().field(goals))
    for (let round = 0; round < 8; round++) {
      const map = maps[round % 2]
      const at = box(random.below(190), random.below(150), 1 + random.below(9), 1 + random.below(9))
      map.fill(at, round % 3 === 0 ? 0 : live.costAt(goals[0].x, goals[0].y))
      map.commit()
      if (map === live) view.commit()
      maps.forEach((one, i) => {
        const now = { columns: one.columns, waves: new Waves(one.columns.terrain) }
        const fresh = new Field(() => now, goals)
        const wrong: number[][] = []
        for (let cell = 0; cell < 200 * 160; cell += 7) {
          const [x, y] = [cell % 200, Math.floor(cell / 200)]
          const [field, other] = [fields[i], fresh]
          const isSame =
            field.costAt(x, y) === other.costAt(x, y) && field.directionAt(x, y) === other.directionAt(x, y)
          if (!isSame) wrong.push([x, y])
        }
        expect(wrong).toEqual([])
        expect(fields[i].toArray()).toEqual(fresh.toArray())
      })
    }
  })

  it.each(['rooms', 'elevation'] as const)('reaches the same cells and goals over %s after each commit', async kind => {
    const [width, height] = [200, 160]
    const live = openLive(await bake(generate(kind, { width, height, seed: 6 })))
    const finder = live.finder()
    const random = new Random(5)
    for (let round = 0; round < 6; round++) {
      const at = box(random.below(180), random.below(140), 1 + random.below(19), 1 + random.below(19))
      live.fill(at, round % 3)
      live.commit()
      const fresh = openAtlas(await bake({ width, height, cost: costsOf(live, width, height) })).finder()
      const start = live.nearest(random.below(width), random.below(height))
      const [{ rows }, { rows: expected }] = [finder.reach(start, 80), fresh.reach(start, 80)]
      expect(rows).toEqual(expected)
      const nearest = (one: typeof finder) => one.nearestOf(start, goals, { count: 3 })
      const [found, others] = [nearest(finder), nearest(fresh)]
      expect(found.map(({ index }) => index)).toEqual(others.map(({ index }) => index))
      expect(found.map(({ cost }) => cost)).toEqual(others.map(({ cost }) => cost))
    }
  })

  it('makes fields of before anew', async () => {
    const live = openLive(await bake(generate('open', { width: SIDE, height: SIDE })))
    const view = live.branch()
    view.set(1, 1, 3)
    view.commit()
    for (const map of [live, view]) {
      const finder = map.finder()
      const field = finder.fieldTo({ x: 5, y: 5 })
      const known = field.costAt(9, 5)
      map.fill(box(7, 0, 1, map === live ? 8 : 40), 0)
      map.commit()
      expect(field.costAt(9, 5)).toBeGreaterThan(known)
      expect(finder.fieldTo({ x: 5, y: 5 }).costAt(9, 5)).toBeGreaterThan(known)
    }
    const before = live.snapshot().finder().fieldTo({ x: 5, y: 5 })
    const cost = before.costAt(9, 5)
    live.fill(box(8, 0, 1, 60), 0)
    live.commit()
    expect(before.costAt(9, 5)).toBe(cost)
  })
})

function xy({ x, y }: { readonly x: number; readonly y: number }): [number, number] {
  return [x, y]
}
