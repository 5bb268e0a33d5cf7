/** Units that go by themselves: along routes, by fields, in formation. */
import { expect, it } from 'vitest'
import { crowdOf } from '../../bench/crowd-run.ts'
import { crowdScenes } from '../../bench/crowd-scenes.ts'
import { Crowd } from '../../src/crowd.ts'
import { deepestOverlap, depthInWall, mapOf, meanOf, moved, STARTS } from '../support/crowd-scene.ts'

const rooms = await mapOf(40, 20, (x, y) => x === 20 && (y < 8 || y > 10))

function stepUntil(crowd: Crowd, seconds: number, isDone: () => boolean): number {
  let now = 0
  for (; now < seconds && !isDone(); now += 0.05) crowd.step(0.05)
  return now
}

it('a unit follows a route, waypoints and a field to its goal, and stands there', () => {
  const finder = rooms.finder()
  const route = finder.find(3, 3, 35, 16)
  const guides = [route, route.cells(), Float64Array.from(route.cells()), finder.fieldTo({ x: 35, y: 16 })]
  for (const guide of guides) {
    const crowd = new Crowd(rooms, {})
    const unit = crowd.add({ x: 3.5, y: 3.5, radius: 0.4, speed: 2 })
    crowd.follow(unit, guide)
    stepUntil(crowd, 60, () => crowd.isThere(unit))
    expect(crowd.isThere(unit)).toBe(true)
    expect(Math.hypot(crowd.x[unit] - 35.5, crowd.y[unit] - 16.5)).toBeLessThan(0.4)
  }
})

it('forty settle around one goal', () => {
  const field = rooms.finder().fieldTo({ x: 32, y: 9 })
  const crowd = new Crowd(rooms, {})
  const units = Array.from({ length: 40 }, (_, i) =>
    crowd.add({ x: 2.5 + (i % 8), y: 3.5 + Math.floor(i / 8), radius: 0.35, speed: 2 }),
  )
  for (const unit of units) crowd.follow(unit, field)
  stepUntil(crowd, 200, () => units.every(unit => crowd.isThere(unit)))
  expect(units.filter(unit => !crowd.isThere(unit))).toEqual([])
  for (const unit of units) expect(Math.hypot(crowd.x[unit] - 32.5, crowd.y[unit] - 9.5)).toBeLessThan(6)
})

it.each(STARTS)('a formation of 50 lets go in a gap of 3 and takes itself up again behind, from start %s', start => {
  const crowd = new Crowd(rooms, {})
  const walkers = Array.from({ length: 50 }, (_, i) => ({
    x: 3.5 + Math.floor(i / 10),
    y: 5 + (i % 10),
    radius: 0.3,
    speed: 1.5,
  }))
  const units = moved(walkers, start).map(walker => crowd.add(walker))
  const slots = units.map(unit => [crowd.x[unit] + 28, crowd.y[unit]])
  crowd.form(units, [18, 9, 22, 9, 33, 9])
  let deepest = 0
  for (let step = 0; step < 600; step++) {
    crowd.step(0.1)
    deepest = Math.max(deepest, deepestOverlap(crowd, units, walkers))
    for (const unit of units) deepest = Math.max(deepest, depthInWall(rooms, crowd.x[unit], crowd.y[unit], 0.3))
  }
  expect(deepest).toBeLessThan(0.01)
  for (const [x, y] of slots) {
    expect(Math.min(...units.map(unit => Math.hypot(crowd.x[unit] - x, crowd.y[unit] - y)))).toBeLessThan(0.2)
  }
})

it('a crowd that follows a field uses all of a gap of five: the way of one cell is no queue', async () => {
  const map = await mapOf(60, 40, (x, y) => x === 30 && (y < 18 || y > 22))
  const seconds = [true, false].flatMap(isLeft => {
    const field = map.finder().fieldTo({ x: isLeft ? 57 : 3, y: 19 })
    const walkers = Array.from({ length: 160 }, (_, i) => {
      const away = Math.floor(i / 20) * 0.84
      return { x: isLeft ? 26 - away : 35 + away, y: 20 + ((i % 20) - 9.5) * 0.84, radius: 0.4, speed: 1.5 }
    })
    return STARTS.map(start => {
      const crowd = new Crowd(map, {})
      const units = moved(walkers, start).map(walker => crowd.add(walker))
      for (const unit of units) crowd.follow(unit, field)
      const isThrough = (unit: number) => (isLeft ? crowd.x[unit] > 31 : crowd.x[unit] < 30)
      const now = stepUntil(crowd, 100, () => units.every(isThrough))
      expect(units.filter(unit => !isThrough(unit))).toEqual([])
      return now
    })
  })
  // In single file, one after the other at full speed, it would take 85 seconds and the way there.
  expect(meanOf(seconds)).toBeLessThanOrEqual(72.5)
})

it('a field of the game itself leads as well, if it tells what follows a cell', () => {
  const field = rooms.finder().fieldTo({ x: 35, y: 16 })
  const own = { goal: field.goal, next: (x: number, y: number) => field.next(x, y) }
  const crowd = new Crowd(rooms, {})
  const units = Array.from({ length: 20 }, (_, i) =>
    crowd.add({ x: 2.5 + (i % 5), y: 3.5 + Math.floor(i / 5), radius: 0.4, speed: 2 }),
  )
  for (const unit of units) crowd.follow(unit, own)
  stepUntil(crowd, 100, () => units.every(unit => crowd.isThere(unit)))
  expect(units.every(unit => crowd.isThere(unit))).toBe(true)
})

it('a hundred on routes from four corners pass a crossing, and settle', async () => {
  const scene = crowdScenes(0).find(({ name }) => name === 'Roadmap')!
  const { crowd, numbers: units } = await crowdOf(scene)
  for (let now = 0; now < 1000 && !units.every(unit => crowd.isThere(unit)); now += 0.25) crowd.step(0.25)
  expect(units.filter(unit => !crowd.isThere(unit))).toEqual([])
})

it('two hundred settle around a goal in a corner', async () => {
  const map = await mapOf(60, 60, (x, y) => x >= 12 && x < 48 && (y < 28 || y > 31))
  const field = map.finder().fieldTo({ x: 55, y: 50 })
  const crowd = new Crowd(map, {})
  const units = Array.from({ length: 200 }, (_, i) =>
    crowd.add({ x: 2 + (i % 10) * 0.9, y: 8 + Math.floor(i / 10) * 0.9, radius: 0.4, speed: 1.5 }),
  )
  for (const unit of units) crowd.follow(unit, field)
  for (let now = 0; now < 300 && !units.every(unit => crowd.isThere(unit)); now += 0.1) crowd.step(0.1)
  expect(units.filter(unit => !crowd.isThere(unit))).toEqual([])
})

it.each([0.35, 0.4, 0.45])('ten of radius %s come into a dead end while one leaves, on routes', async radius => {
  const map = await mapOf(30, 8, (x, y) => (x >= 10 && (y < 3 || y > 4)) || x > 27)
  const finder = map.finder()
  const crowd = new Crowd(map, {})
  const walkers = Array.from({ length: 11 }, (_, i) => {
    if (i === 10) return { x: 26.5, y: 4, toX: 3, toY: 4 }
    const [x, y] = [8 - Math.floor(i / 4) * (2.2 * radius + 0.05), 2.6 + (i % 4) * 0.95]
    return { x, y, toX: Math.floor(27.4 - (i >> 1) * 0.9), toY: 3 + (i & 1) }
  })
  const units = walkers.map(({ x, y, toX, toY }) => {
    const unit = crowd.add({ x, y, radius, speed: 1.5 })
    crowd.follow(unit, finder.find(Math.floor(x), Math.floor(y), toX, toY))
    return unit
  })
  stepUntil(crowd, 100, () => units.every(unit => crowd.isThere(unit)))
  expect(units.filter(unit => !crowd.isThere(unit))).toEqual([])
})

it('a unit that was taken out of sight of its route finds back', () => {
  const crowd = new Crowd(rooms, {})
  const unit = crowd.add({ x: 3.5, y: 3.5, radius: 0.4, speed: 2 })
  crowd.follow(unit, rooms.finder().find(3, 3, 35, 16))
  stepUntil(crowd, 60, () => crowd.x[unit] > 30)
  crowd.place(unit, 18.5, 18.5)
  stepUntil(crowd, 60, () => crowd.isThere(unit))
  expect(crowd.isThere(unit)).toBe(true)
})
