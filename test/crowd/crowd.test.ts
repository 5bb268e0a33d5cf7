/** A crowd: what holds whatever is wished for. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Crowd } from '../../src/crowd.ts'
import { bake, gridFromCosts, openLive } from '../../src/index.ts'
import { mapOf } from '../support/crowd-scene.ts'

afterEach(() => vi.unstubAllGlobals())

const room = await mapOf(12, 8, (x, y) => x === 6 && y !== 3)

/** Units of many sizes at places with room, each with a wish that changes at random. */
function mixed(random: Random, count: number, crowd: Crowd, width: number, height: number) {
  const units: { unit: number; radius: number }[] = []
  for (let tries = 0; tries < 4000 && units.length < count; tries++) {
    const radius = 0.1 + 0.6 * random.unit()
    const [x, y] = [width * random.unit(), height * random.unit()]
    if (!crowd.hasRoom(x, y, radius)) continue
    units.push({ unit: crowd.add({ x, y, radius, speed: 0.5 + 6 * random.unit() }), radius })
  }
  return units
}

describe('whatever is wished for', () => {
  it.each([1 / 120, 0.03, 0.1, 1, 50])('nobody overlaps another or a wall in steps of %s s', async dt => {
    const random = new Random(Math.round(dt * 1000))
    const map = await mapOf(16, 16, () => random.unit() < 0.15)
    const crowd = new Crowd(map, {})
    const units = mixed(random, 60, crowd, 16, 16)
    expect(units.length).toBeGreaterThan(30)
    for (let step = 0; step < 60; step++) {
      for (const { unit } of units) crowd.wish(unit, 12 * random.unit() - 6, 12 * random.unit() - 6)
      crowd.step(dt)
      expect(worstShare(map, crowd, units)).toBeLessThan(0.01)
    }
  })

  it('units leave when they like, and others take their places', async () => {
    const crowd = new Crowd(await mapOf(40, 20, () => false), {})
    const add = (x: number, y: number) => crowd.add({ x, y, radius: 0.4, speed: 2 })
    const steps = (count: number) => {
      for (let step = 0; step < count; step++) crowd.step(0.05)
    }
    const [first, second, third] = [add(20.5, 9.5), add(4.5, 9.5), add(4.5, 12.5)]
    for (const unit of [first, second, third]) crowd.follow(unit, [20, 9])
    steps(20)
    expect([crowd.isThere(first), crowd.isThere(second)]).toEqual([true, false])
    crowd.remove(first)
    crowd.remove(third)
    steps(400)
    expect([crowd.count, crowd.isThere(second), crowd.y[second]]).toEqual([1, true, 9.5])
    expect(crowd.x[second]).toBeCloseTo(20.5, 0)
    crowd.remove(second)
    steps(1)
    const last = add(3.5, 3.5)
    crowd.follow(last, [30, 3])
    steps(400)
    expect([crowd.count, crowd.isThere(last), crowd.y[last]]).toEqual([1, true, 3.5])
  })

  it('a step is the same in every order of adding', () => {
    const places = Array.from({ length: 40 }, (_, i) => ({ x: 0.6 + (i % 8) * 0.65, y: 0.7 + Math.floor(i / 8) * 1.3 }))
    const runs = [places, [...places].reverse()].map(order => {
      const crowd = new Crowd(room, {})
      const units = order.map(({ x, y }, i) => crowd.add({ x, y, radius: 0.3, speed: 1 + 0 * i }))
      for (let step = 0; step < 100; step++) {
        for (const unit of units) crowd.wish(unit, 11 - crowd.x[unit], 3.5 - crowd.y[unit])
        crowd.step(0.05)
      }
      return units.map(unit => [crowd.x[unit], crowd.y[unit]])
    })
    expect(runs[1].reverse()).toEqual(runs[0])
  })

  it.each([3, 12])('a step is the same without WebAssembly, with %i neighbours', async neighbours => {
    const random = new Random(9)
    const map = await mapOf(40, 40, () => random.unit() < 0.1)
    const runs = [false, true].map(isPlain => {
      if (isPlain) vi.stubGlobal('WebAssembly', undefined)
      const crowd = new Crowd(map, { neighbours })
      const own = new Random(4)
      const units = mixed(own, 500, crowd, 40, 40)
      expect(units.length).toBeGreaterThan(300)
      for (let step = 0; step < 20; step++) {
        for (const { unit } of units) crowd.wish(unit, 12 * own.unit() - 6, 12 * own.unit() - 6)
        crowd.step(0.2)
      }
      return units.map(({ unit }) => [crowd.x[unit], crowd.y[unit], crowd.vx[unit], crowd.vy[unit]])
    })
    expect(runs[1]).toEqual(runs[0])
  })

  it('the longest wishes and the shortest leave all places numbers', () => {
    const random = new Random(1)
    const crowd = new Crowd(room, {})
    const places = [1, 2, 3, 4].flatMap(x => [1, 2, 3].map(y => ({ x, y, radius: 0.495, speed: 0.4 })))
    const units = places.map(place => ({ unit: crowd.add(place), radius: 0.495 }))
    const wish = () => [1e308, -1e308, 1e-200, 4, -4][random.below(5)]
    for (let step = 0; step < 60; step++) {
      for (const { unit } of units) crowd.wish(unit, wish(), wish())
      crowd.step(0.2)
      expect(worstShare(room, crowd, units)).toBeLessThan(0.01)
    }
  })

  it('a place that a unit moved to is taken', () => {
    const crowd = new Crowd(room, {})
    for (const [x, y] of [
      [0.5, 0.5],
      [5.5, 7.5],
    ]) {
      crowd.add({ x, y, radius: 0.1, speed: 10 })
    }
    const unit = crowd.add({ x: 1.5, y: 2.5, radius: 0.1, speed: 10 })
    for (let tick = 0; tick < 40; tick++) {
      const towards = tick < 20 ? 1 : -1
      crowd.wish(unit, 10 * towards, 0)
      crowd.step(0.015)
      expect(crowd.hasRoom(crowd.x[unit] + 0.19 * towards, crowd.y[unit], 0.1)).toBe(false)
    }
  })

  it('a unit that stands in a narrow way steps aside for one that comes', async () => {
    const corridor = await mapOf(12, 4, (_, y) => y === 0 || y === 3)
    const crowd = new Crowd(corridor, {})
    const standing = crowd.add({ x: 5, y: 2, radius: 0.45, speed: 1 })
    const coming = crowd.add({ x: 2, y: 2, radius: 0.45, speed: 1 })
    for (let step = 0; step < 400; step++) {
      crowd.wish(coming, 9 - crowd.x[coming], 2 - crowd.y[coming])
      crowd.step(0.05)
    }
    expect(crowd.x[coming]).toBeGreaterThan(8)
    expect(Math.abs(crowd.y[standing] - 2)).toBeGreaterThan(0.1)
  })
})

/** The deepest overlap of two units or with a wall, as a share of the smaller radius. */
function worstShare(
  map: { costAt(x: number, y: number): number },
  { x, y }: Crowd,
  units: readonly { unit: number; radius: number }[],
): number {
  let worst = 0
  for (const { unit: a, radius } of units) {
    worst = Math.max(worst, depth(map, x[a], y[a], radius) / radius)
    for (const { unit: b, radius: other } of units) {
      if (b <= a) continue
      worst = Math.max(worst, (radius + other - Math.hypot(x[b] - x[a], y[b] - y[a])) / Math.min(radius, other))
    }
  }
  return worst
}

describe('on a map that changes', () => {
  it('a wall stops units from the next step on, and puts those under it beside it', async () => {
    const live = openLive(await bake(gridFromCosts(new Uint8Array(100).fill(1), 10)))
    const crowd = new Crowd(live, {})
    const walker = crowd.add({ x: 1.5, y: 5.5, radius: 0.4, speed: 2 })
    const buried = crowd.add({ x: 5.5, y: 5.5, radius: 0.4, speed: 2 })
    live.fill({ x: 5, y: 0, width: 1, height: 10 }, 0)
    live.commit()
    for (let step = 0; step < 100; step++) {
      crowd.wish(walker, 2, 0)
      crowd.step(0.05)
      expect(depth(live, crowd.x[buried], crowd.y[buried], 0.4)).toBeLessThan(0.004)
    }
    expect(crowd.x[walker]).toBeLessThan(4.61)
    expect(crowd.x[walker]).toBeGreaterThan(4)
  })
})

function depth(map: { costAt(x: number, y: number): number }, x: number, y: number, radius: number): number {
  let deepest = 0
  for (let cellY = Math.floor(y - radius); cellY <= y + radius; cellY++) {
    for (let cellX = Math.floor(x - radius); cellX <= x + radius; cellX++) {
      if (map.costAt(cellX, cellY) > 0) continue
      const distance = Math.hypot(Math.max(cellX - x, 0, x - cellX - 1), Math.max(cellY - y, 0, y - cellY - 1))
      deepest = Math.max(deepest, radius - distance)
    }
  }
  return deepest
}
