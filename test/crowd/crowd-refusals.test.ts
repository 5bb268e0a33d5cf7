/** Bad input: a crowd refuses it with a code, and goes on as if the call had not been made. */
import { describe, expect, it } from 'vitest'
import { Crowd, type Guide, type UnitOptions } from '../../src/crowd.ts'
import { makeCurve } from '../../src/shape.ts'
import { mapOf } from '../support/crowd-scene.ts'

const NONE = Number.NaN
const rooms = await mapOf(40, 20, (x, y) => x === 20 && (y < 8 || y > 10))
const finder = rooms.finder()
const wide = await mapOf(80, 20, () => false)
const route = wide.finder().find(3, 3, 70, 3)
const BAD_ARGUMENT = expect.objectContaining({ code: 'BAD_ARGUMENT' })
const UNIT = { radius: 0.4, speed: 2 }
const [BY_ROUTE, BY_FIELD, BY_WISH, IN_FORMATION, STANDING] = [0, 1, 2, 3, 5]

/** A crowd on its way: one unit by each kind of guide, two in formation, one that stands at its goal, one removed. */
function crowdOnItsWay(): Crowd {
  const crowd = new Crowd(rooms, {})
  for (let unit = 0; unit < 7; unit++) crowd.add({ ...UNIT, x: 4.5, y: 3.5 + 2 * unit })
  crowd.follow(BY_ROUTE, finder.find(4, 3, 35, 16))
  crowd.follow(BY_FIELD, finder.fieldTo({ x: 35, y: 5 }))
  crowd.wish(BY_WISH, 1, 0.5)
  crowd.form([IN_FORMATION, IN_FORMATION + 1], [12, 9, 30, 9])
  crowd.follow(STANDING, [4, 13])
  crowd.remove(6)
  for (let step = 0; step < 20; step++) crowd.step(0.05)
  expect(crowd.isThere(STANDING)).toBe(true)
  return crowd
}

function stateOf(crowd: Crowd): number[] {
  const units = Array.from({ length: 6 }, (_, unit) => unit)
  const of = (unit: number) => [crowd.x, crowd.y, crowd.vx, crowd.vy].map(column => column[unit])
  return [crowd.count, ...units.flatMap(unit => [...of(unit), Number(crowd.isThere(unit))])]
}

function expectNoChange(attempt: (crowd: Crowd) => void): void {
  const tried = crowdOnItsWay()
  expect(() => attempt(tried)).toThrow(BAD_ARGUMENT)
  expect(courseOf(tried)).toEqual(SPARED)
}

/** Where a crowd is at each of its next steps. */
function courseOf(crowd: Crowd): Float64Array {
  const states: number[] = []
  for (let step = 0; step < 100; step++, crowd.step(0.05)) states.push(...stateOf(crowd))
  return Float64Array.from(states)
}

const SPARED = courseOf(crowdOnItsWay())

describe('no unit is added', () => {
  it.each<[string, Partial<UnitOptions>]>([
    ['at a place that is no number', { x: NONE }],
    ['at a height that is no number', { y: NONE }],
    ['in a wall', { x: 20.5 }],
    ['that reaches into a wall', { x: 19.8 }],
    ['outside', { x: 41 }],
    ['at a negative place', { x: -3 }],
    ['with a radius of nothing', { radius: 0 }],
    ['with a negative radius', { radius: -1 }],
    ['with a radius that is no number', { radius: NONE }],
    ['with a radius beyond the map', { radius: 1e300 }],
    ['with a speed of nothing', { speed: 0 }],
    ['with a speed that is no number', { speed: NONE }],
    ['in the cell of another', { x: 4.5, y: 13.5 }],
    ['that overlaps another', { x: 5.1, y: 13.5 }],
  ])('%s', (_, given) => {
    const unit = { ...UNIT, x: 10.5, y: 15.5, ...given }
    expectNoChange(crowd => crowd.add(unit))
    expect(crowdOnItsWay().hasRoom(unit.x, unit.y, unit.radius)).toBe('speed' in given)
  })

  it('of no properties', () => expectNoChange(crowd => crowd.add(undefined as never)))
})

describe('no unit is placed', () => {
  it.each([
    ['where no number is', NONE, 3.5],
    ['at an endless place', 3.5, Infinity],
    ['in a wall', 20.5, 3.5],
    ['outside', 41, 3.5],
    ['in the cell of another', 4.5, 13.5],
  ])('%s', (_, x, y) => {
    for (const unit of [BY_ROUTE, BY_WISH, IN_FORMATION]) expectNoChange(crowd => crowd.place(unit, x, y))
  })
})

describe('no unit is sent', () => {
  const outside: [string, Guide][] = [
    ['a route of another map', route],
    ['a route that was not found', finder.find(3, 3, 99, 3)],
    ['cells', route.cells()],
    ['waypoints', [3, 3, 70, 3]],
    ['waypoints that end in a wall', [3, 3, 20, 3]],
    ['waypoints that end below 0', [3, 3, 5, -1]],
    ['waypoints with a wall on the way', [3, 3, 20, 3, 5, 3]],
    ['waypoints with a point outside on the way', [3, 3, 5, 99, 5, 3]],
    ['a curve', makeCurve(wide.terrain, Int32Array.of(3, 3, 30, 9, 70, 3))],
    ['a field of another map', wide.finder().fieldTo({ x: 70, y: 3 })],
    ['a field to the outside', finder.fieldTo({ x: 99, y: 3 })],
    ['a field to a wall', finder.fieldTo({ x: 20, y: 3 })],
    ['a field of the game itself', { goal: { x: 5, y: 20 }, next: () => null }],
    ['a field whose goal is no number', { goal: { x: NONE, y: 3 }, next: () => null }],
    ['a field without a goal', { next: () => null } as never],
    ['points that are no numbers', [NONE, 3]],
    ['points with one number', [3]],
    ['no points', []],
    ['nothing', null as never],
  ]
  it.each(outside)('outside, by %s', (_, guide) => {
    for (const unit of [BY_ROUTE, BY_FIELD, BY_WISH, IN_FORMATION, STANDING]) {
      expectNoChange(crowd => crowd.follow(unit, guide))
    }
    expectNoChange(crowd => crowd.form([BY_ROUTE, IN_FORMATION], guide as never))
  })
})

it.each([
  ['NaN', NONE, 0],
  ['endless', 0, Infinity],
  ['text', '1' as never, 0],
])('no unit wishes for what is %s', (_, vx, vy) => {
  for (const unit of [BY_ROUTE, BY_WISH, IN_FORMATION]) expectNoChange(crowd => crowd.wish(unit, vx, vy))
})

it.each([
  ['left', -1, 0],
  ['right', 1, 0],
  ['up', 0, -1],
  ['down', 0, 1],
])('a unit that wishes itself out of the map stands at its edge: %s', async (_, vx, vy) => {
  const crowd = new Crowd(await mapOf(10, 10, () => false), {})
  const unit = crowd.add({ ...UNIT, x: 5, y: 5 })
  crowd.wish(unit, 1e6 * vx, 1e6 * vy)
  for (let step = 0; step < 100; step++) crowd.step(0.05)
  expect(crowd.x[unit]).toBeCloseTo(5 + 4.6 * vx, 2)
  expect(crowd.y[unit]).toBeCloseTo(5 + 4.6 * vy, 2)
})

it.each([0, -1, NONE, Infinity, '1' as never])('a step of %s seconds is none', seconds => {
  expectNoChange(crowd => crowd.step(seconds))
})

it.each([6, 7, -1, 0.5, NONE])('nothing happens to unit %s, which is not there', unit => {
  expectNoChange(crowd => crowd.wish(unit, 1, 0))
  expectNoChange(crowd => crowd.follow(unit, [5, 5]))
  expectNoChange(crowd => crowd.place(unit, 10.5, 15.5))
  expectNoChange(crowd => crowd.remove(unit))
  expectNoChange(crowd => crowd.form([BY_ROUTE, unit], [5, 5]))
})

it('no formation has a unit twice, or none', () => {
  expectNoChange(crowd => crowd.form([BY_ROUTE, BY_ROUTE], [5, 5]))
  expectNoChange(crowd => crowd.form([], [5, 5]))
})

it.each([
  ['no number', { x: NONE, y: 3 }],
  ['nothing', undefined as never],
])('no unit moves while a field leads to %s', (_, next) => {
  const crowd = crowdOnItsWay()
  const before = stateOf(crowd)
  crowd.follow(BY_WISH, { goal: { x: 35, y: 5 }, next: () => next })
  expect(() => crowd.step(0.05)).toThrow(BAD_ARGUMENT)
  expect(stateOf(crowd)).toEqual(before)
  crowd.wish(BY_WISH, 1, 0.5)
  const spared = crowdOnItsWay()
  for (let step = 0; step < 100; step++) {
    for (const each of [crowd, spared]) each.step(0.05)
    expect(stateOf(crowd)).toEqual(stateOf(spared))
  }
})
