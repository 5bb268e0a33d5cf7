/** Routes of units that get new goals for ever: aisles become one-way streets. */
import { expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Atlas } from '../../src/find/atlas.ts'
import { Fleet } from '../../src/fleet/fleet.ts'
import { checkTick } from '../../src/fleet/judge.ts'
import { Steps } from '../../src/fleet/legal-steps.ts'
import { Traffic } from '../../src/fleet/traffic.ts'
import { mapOf } from '../support/crowd-scene.ts'
import { freeCells } from '../support/fleets.ts'

/** Two aisles of one cell, joined at both ends. */
const aisles = await mapOf(21, 5, (x, y) => x > 1 && x < 19 && y !== 1 && y !== 3)
const cell = (x: number, y: number) => y * 21 + x
const rowOf = (route: Int32Array) => Math.floor(route[route.length >> 1] / 21)

it('a route keeps off an aisle that others come through, and takes it again when they are gone', () => {
  const traffic = new Traffic(new Steps(aisles.terrain), aisles.directions)
  const east = traffic.route(cell(0, 1), cell(20, 1))
  expect([rowOf(east), east.length]).toEqual([1, 21])
  for (let i = 0; i < 20; i++) traffic.write(east, 1)
  const west = traffic.route(cell(20, 1), cell(0, 1))
  expect(rowOf(west)).toBe(3)
  for (let i = 0; i < 20; i++) traffic.write(east, -1)
  expect(rowOf(traffic.route(cell(20, 1), cell(0, 1)))).toBe(1)
})

it('units in aisles of one cell reach goal after goal, legally, and the same in a replay', async () => {
  const shelves = await mapOf(40, 31, (x, y) => x > 2 && x < 37 && x % 7 !== 0 && y % 3 !== 0 && y > 2 && y < 28)
  const run = (atlas: Atlas) => {
    const random = new Random(4)
    const cells = freeCells(atlas)
    const any = () => cells[random.below(cells.length)]
    const starts = cells.filter((_, i) => i % 6 === 0)
    // No memory for tables: units follow routes.
    const fleet = new Fleet(atlas, { starts, goals: starts.map(any), nextGoal: any, memoryBytes: 1000 })
    for (let tick = 0; tick < 200; tick++) {
      const before = { x: fleet.x.slice(), y: fleet.y.slice() }
      fleet.tick()
      expect(checkTick(atlas.terrain, before, fleet, atlas.directions).message).toBe('')
    }
    return { ...fleet.stats(), x: [...fleet.x], units: starts.length }
  }
  const stats = run(shelves)
  expect(stats.goalsReached).toBeGreaterThan(2 * stats.units)
  expect(run(shelves)).toEqual(stats)
})
