/** Units that get new goals for ever: aisles are one-way streets. */
import { expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Atlas } from '../../src/find/atlas.ts'
import { Distances } from '../../src/fleet/distances.ts'
import { Fleet } from '../../src/fleet/fleet.ts'
import { checkTick } from '../../src/fleet/judge.ts'
import { Steps } from '../../src/fleet/legal-steps.ts'
import { Streets } from '../../src/fleet/streets.ts'
import { mapOf } from '../support/crowd-scene.ts'
import { freeCells } from '../support/fleets.ts'

/** Three aisles of one cell, joined at both ends. */
const aisles = await mapOf(21, 7, (x, y) => x > 1 && x < 19 && y % 2 === 0)
const cell = (x: number, y: number) => y * 21 + x
const [EAST, WEST] = [0, 2]

it('a step against a street costs more, and parallel streets lead in turns to either side', () => {
  const streets = new Streets(new Steps(aisles.terrain))
  const costs = (x: number, y: number) => [
    streets.costOf(cell(x, y), EAST, cell(x + 1, y)),
    streets.costOf(cell(x, y), WEST, cell(x - 1, y)),
  ]
  expect([1, 3, 5].map(y => costs(10, y))).toEqual([
    [1, 8],
    [8, 1],
    [1, 8],
  ])
  // In the open ends no cell is narrow.
  expect(costs(1, 0)).toEqual([1, 1])
  expect(streets.costOf(cell(1, 3), EAST, cell(2, 3))).toBe(8)
})

it('a step into a cell where units wait costs more, until they are gone', () => {
  const streets = new Streets(new Steps(aisles.terrain))
  const cost = () => streets.costOf(cell(9, 1), EAST, cell(10, 1))
  const waiting = Int32Array.of(cell(10, 1))
  for (let tick = 0; tick < 640; tick++) streets.count(waiting, waiting)
  const jammed = cost()
  expect(jammed).toBeGreaterThan(3)
  for (let tick = 0; tick < 640; tick++) streets.count(Int32Array.of(0), Int32Array.of(1))
  expect(cost()).toBe(1)
})

it('a unit takes the street that leads to its goal, also where another is shorter', () => {
  const steps = new Steps(aisles.terrain)
  const distances = new Distances(steps, aisles.finder(), 1, 1e6, new Streets(steps))
  distances.aim(0, cell(20, 0), cell(0, 0))
  // West leads the middle street, three rows below. Two of the six steps there and back are diagonal.
  expect(distances.at(0, 20, 0)).toBe(24)
  // A unit in the first street, which leads east, turns back.
  expect(distances.at(0, 17, 1)).toBe(distances.at(0, 18, 1) + 1)
})

it('a window of streets grows until it holds a way', async () => {
  // A wall with its only gap far from the unit and its goal.
  const wall = await mapOf(9, 90, (x, y) => x === 4 && y < 88)
  const steps = new Steps(wall.terrain)
  const distances = new Distances(steps, wall.finder(), 1, 1e6, new Streets(steps))
  distances.aim(0, 3, 5)
  expect(distances.at(0, 3, 0)).toBe(178)
})

it('units in aisles of one cell reach goal after goal, legally, and the same in a replay', async () => {
  const shelves = await mapOf(40, 31, (x, y) => x > 2 && x < 37 && x % 7 !== 0 && y % 3 !== 0 && y > 2 && y < 28)
  const run = (atlas: Atlas, memoryBytes: number) => {
    const random = new Random(4)
    const cells = freeCells(atlas)
    const any = () => cells[random.below(cells.length)]
    const starts = cells.filter((_, i) => i % 6 === 0)
    const fleet = new Fleet(atlas, { starts, goals: starts.map(any), nextGoal: any, memoryBytes })
    for (let tick = 0; tick < 200; tick++) {
      const before = { x: fleet.x.slice(), y: fleet.y.slice() }
      fleet.tick()
      expect(checkTick(atlas.terrain, before, fleet, atlas.directions).message).toBe('')
    }
    return { ...fleet.stats(), x: [...fleet.x], units: starts.length }
  }
  const stats = run(shelves, 512e6)
  expect(stats.goalsReached).toBeGreaterThan(4 * stats.units)
  expect(run(shelves, 512e6)).toEqual(stats)
  // No memory for windows of streets: units follow routes.
  expect(run(shelves, 1000).goalsReached).toBeGreaterThan(stats.units)
})
