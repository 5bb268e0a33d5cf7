/** Long routes, whose steps on the highest level are chosen again one level lower. */
import { beforeAll, describe, expect, it } from 'vitest'
import { entryIn, firstSlotOf, pairUnits, slotOfEntry } from '../../src/atlas/level-graph.ts'
import { Random } from '../../src/base/random.ts'
import type { Atlas, Route } from '../../src/index.ts'
import { bake, checkPath, generate, openAtlas } from '../../src/index.ts'
import { Corridor } from '../../src/path/corridor.ts'
import { levelToRefine, refine, Unpacker } from '../../src/path/unpack.ts'
import type { RouteSteps } from '../../src/route/steps.ts'

const WIDTH = 4800
const HEIGHT = 320
const NONE = -1

let atlas: Atlas
let routes: Route[]

beforeAll(async () => {
  atlas = openAtlas(await bake(generate('rooms', { width: WIDTH, height: HEIGHT, seed: 3 })))
  const finder = atlas.finder()
  const random = new Random(5)
  routes = Array.from({ length: 40 }, () =>
    finder.find(random.below(100), random.below(HEIGHT), WIDTH - 1 - random.below(100), random.below(HEIGHT)),
  ).filter(route => route.status === 'found')
})

/** What the steps after the first cost, from entry to entry. Fails where an entry is not one of its step's region. */
function unitsOf({ levelOfStep, regionOfStep, entryOfStep }: RouteSteps): number {
  const { levels } = atlas.columns
  let units = 0
  for (let step = 1; step < levelOfStep.length; step++) {
    const level = levels[levelOfStep[step]]
    const region = regionOfStep[step]
    const [from, to] = [entryOfStep[step - 1], entryOfStep[step]].map(entry => slotOfEntry(level, region, entry))
    const first = firstSlotOf(level, region)
    expect([from, to].map(slot => entryIn(level.slots[2 * (first + slot)]))).toEqual([
      entryOfStep[step - 1],
      entryOfStep[step],
    ])
    units += pairUnits(level, region, from, to)
  }
  return units
}

describe('a refined route', () => {
  it('leads from entry to entry like the one before, one level lower, and mostly costs less', () => {
    const unpacker = new Unpacker(atlas.columns)
    const corridor = new Corridor(atlas.columns)
    let cheaper = 0
    for (const { steps } of routes) {
      const level = levelToRefine(steps!)
      expect(level).toBeGreaterThan(2)
      const refined = refine(steps!, level, atlas.columns, unpacker, corridor)
      expect(Math.max(...refined.levelOfStep)).toBe(level - 1)
      expect(refined.entryOfStep.at(-1)).toBe(steps!.entryOfStep.at(-1))
      const [before, after] = [unitsOf(steps!), unitsOf(refined)]
      expect(after).toBeLessThanOrEqual(before)
      if (after < before) cheaper++
    }
    expect(routes.length).toBeGreaterThan(20)
    expect(cheaper).toBeGreaterThan(routes.length / 2)
  })

  it('gives a legal path that costs no more than its estimate', () => {
    for (const route of routes) {
      const { start, goal } = route
      const verdict = checkPath(atlas.terrain, route.cells(), start.x, start.y, goal.x, goal.y, 8)
      expect(verdict.message).toBe('')
      expect(route.cost).toBeLessThanOrEqual(route.estimate)
    }
  })

  it('is left as it is where its levels are low', () => {
    const low = atlas.finder().find(...freeEnds())
    expect(low.steps).not.toBeNull()
    expect(levelToRefine(low.steps!)).toBe(NONE)
  })
})

/** Ends of a route that is too short for high levels and too long to be searched on the cells. */
function freeEnds(): [number, number, number, number] {
  const { start } = routes[0]
  for (let x = 900; ; x++)
    if (atlas.islandOf(x, 150) === atlas.islandOf(start.x, start.y)) return [start.x, start.y, x, 150]
}
