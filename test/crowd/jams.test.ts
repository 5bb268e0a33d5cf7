/** Units that make no progress ask anew, with the crowd as a cost. */
import { expect, it } from 'vitest'
import { Crowd } from '../../src/crowd.ts'
import type { Atlas } from '../../src/index.ts'
import { mapOf, meanOf, moved, STARTS } from '../support/crowd-scene.ts'

/** A wall with two gaps of two cells, 30 or 150 apart. */
const gaps = async (apart: number) =>
  mapOf(60, 40 + apart, (x, y) => x >= 28 && x < 34 && ![19, 20, 19 + apart, 20 + apart].includes(y))

interface Scene {
  readonly kind: 'route' | 'field' | 'own field'
  readonly parkedSpeed?: number
  readonly isReversed?: boolean
  readonly start?: number
}

/** Sends twenty units through a gap in which twelve stand; returns their places, and which went through the other. */
function send(map: Atlas, seconds: number, { kind, parkedSpeed = 1e-3, isReversed = false, start = 0 }: Scene) {
  const crowd = new Crowd(map, {})
  for (let i = 0; i < 12; i++) crowd.add({ x: 28.5 + (i >> 1), y: 19.5 + (i & 1), radius: 0.45, speed: parkedSpeed })
  const finder = map.finder()
  const field = finder.fieldTo({ x: 57, y: 20 })
  const order = Array.from({ length: 20 }, (_, i) => (isReversed ? 19 - i : i))
  const places = moved(
    Array.from({ length: 20 }, (_, i) => ({ x: 8.5 + (i % 4), y: 17.5 + Math.floor(i / 4) })),
    start,
  )
  const units = order.map(i => crowd.add({ ...places[i], radius: 0.4, speed: 1.5 }))
  for (const unit of units) {
    const route = finder.find(Math.floor(crowd.x[unit]), Math.floor(crowd.y[unit]), 57, 20)
    const own = { goal: field.goal, next: (x: number, y: number) => field.next(x, y) }
    crowd.follow(unit, { route, field, 'own field': own }[kind])
  }
  const around = new Set<number>()
  let now = 0
  for (; now < seconds && !units.every(unit => crowd.isThere(unit)); now += 0.05) {
    crowd.step(0.05)
    for (const unit of units) if (crowd.y[unit] > 44) around.add(unit)
  }
  const ends = order.map((_, i) => units[order.indexOf(i)]).map(unit => [crowd.x[unit], crowd.y[unit]])
  return { arrived: units.filter(unit => crowd.isThere(unit)).length, around: around.size, seconds: now, ends }
}

it.each(['route', 'field', 'own field'] as const)('a gap is jammed: units with a %s take the other', async kind => {
  const map = await gaps(30)
  const seconds = STARTS.map(start => {
    const sent = send(map, 150, { kind, start })
    expect(sent).toMatchObject({ arrived: 20, around: 20 })
    return sent.seconds
  })
  expect(meanOf(seconds)).toBeLessThanOrEqual(110)
})

it('units wait where the wait is shorter than the way around', async () => {
  const map = await gaps(150)
  expect(send(map, 300, { kind: 'field', parkedSpeed: 0.1 })).toMatchObject({ arrived: 20, around: 0 })
})

it('all this is the same in every order of adding', async () => {
  const map = await gaps(30)
  expect(send(map, 40, { kind: 'field', isReversed: true }).ends).toEqual(send(map, 40, { kind: 'field' }).ends)
})

it('a unit passes those that stand in the open, and a large one looks for a gap that it fits through', async () => {
  const map = await mapOf(90, 60, (x, y) => x === 40 && y !== 20 && (y < 30 || y > 31) && y < 50)
  const crowd = new Crowd(map, {})
  for (let i = 0; i < 8; i++) crowd.add({ x: 39.5 + (i >> 1), y: 30.5 + (i & 1), radius: 0.45, speed: 1e-3 })
  for (let i = 0; i < 60; i++) crowd.add({ x: 60.5 + (i % 4), y: 20.5 + (i >> 2), radius: 0.45, speed: 1e-3 })
  const unit = crowd.add({ x: 10, y: 31, radius: 1, speed: 3 })
  crowd.follow(unit, [40, 30, 80, 30])
  let lowest = 0
  for (let now = 0; now < 100 && !crowd.isThere(unit); now += 0.05) {
    crowd.step(0.05)
    lowest = Math.max(lowest, crowd.y[unit])
  }
  expect(crowd.isThere(unit)).toBe(true)
  expect(lowest).toBeGreaterThan(50)
})
