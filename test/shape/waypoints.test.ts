/**
 * Waypoints of paths over random maps: the judge passes all of them, whatever was asked for; those of a pulled string
 * bend only where they must; and drawn cases come out as a person would draw them.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, type Directions, type Grid, openAtlas } from '../../src/index.ts'
import { type WaypointOptions, WaypointShaper } from '../../src/shape/waypoints.ts'
import { fixture } from '../support/fixtures.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { checkWaypoints } from '../support/shape-judges/check-waypoints.ts'
import { isFreeBetween } from '../support/shapes.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

/** What can be asked for, alone and together. */
const wishes: fc.Arbitrary<WaypointOptions> = fc.record(
  {
    clearanceCells: fc.constantFrom(0, 0.5, 1, 1.6),
    turnCostCells: fc.constantFrom(0, 0.5, 4),
    spacingMinCells: fc.constantFrom(0, 1.5, 4),
    spacingMaxCells: fc.constantFrom(4, 5.5, 20),
    toleranceCells: fc.constantFrom(0, 1, 5.5),
  },
  { requiredKeys: [] },
)

/** Found paths between random cells, and now and then a detour: two of them, one after the other. */
async function pathsOf(grid: Grid, directions: Directions, count: number) {
  const atlas = openAtlas(await bake(grid, { directions }))
  const finder = atlas.finder()
  const cells = freeCells(grid, 3 * count, new Random(3))
  const paths: Int32Array[] = []
  for (let i = 0; i + 2 < cells.length; i += 3) {
    const first = finder.find(...cells[i], ...cells[i + 1]).cells()
    if (first.length > 0) paths.push(first)
    const second = finder.find(...cells[i + 1], ...cells[i + 2]).cells()
    if (first.length > 0 && second.length > 0) paths.push(Int32Array.from([...first, ...second.subarray(2)]))
  }
  return { paths, shaper: new WaypointShaper(atlas.terrain) }
}

async function shapeOf(grid: Grid, from: [number, number], to: [number, number], options: WaypointOptions = {}) {
  const atlas = openAtlas(await bake(grid))
  const cells = atlas
    .finder()
    .find(...from, ...to)
    .cells()
  const xy = new WaypointShaper(atlas.terrain).shape(cells, options)
  const { message, cost } = checkWaypoints(plainMap(grid, 8), xy, cells, 8, options)
  expect(message).toBe('')
  const points = Array.from({ length: xy.length / 2 }, (_, i) => [xy[2 * i], xy[2 * i + 1]])
  return { points, cost, pathCost: checkWaypoints(plainMap(grid, 8), cells, cells, 8).cost }
}

describe('waypoints', () => {
  it('pass their judge on every kind of map, whatever is asked for', async () => {
    const property = fc.asyncProperty(worlds(70), wishes, async ({ grid, directions }, options) => {
      const map = plainMap(grid, directions)
      const { paths, shaper } = await pathsOf(grid, directions, 8)
      for (const cells of paths) {
        const xy = shaper.shape(cells, options)
        const { message } = checkWaypoints(map, xy, cells, directions, options)
        expect(message, `${JSON.stringify(options)} ${cells.slice(0, 2)} -> ${cells.slice(-2)}: ${xy}`).toBe('')
      }
    })
    await fc.assert(property, runs(250))
  })

  it('of a pulled string are all needed: none can be left out on ground of one cost', async () => {
    const property = fc.asyncProperty(worlds(90), async ({ grid: { width, height, cost } }) => {
      const grid = { width, height, cost: cost.map(value => Math.min(1, value)) }
      const map = plainMap(grid, 8)
      const { paths, shaper } = await pathsOf(grid, 8, 5)
      for (const cells of paths) {
        const xy = shaper.shape(cells)
        for (let i = 2; i < xy.length - 2; i += 2) {
          const isFree = isFreeBetween(map, xy[i - 2], xy[i - 1], xy[i + 2], xy[i + 3])
          expect(isFree, `${xy[i]},${xy[i + 1]} of ${xy}`).toBe(false)
        }
      }
    })
    await fc.assert(property, runs(80))
  })

  it('are the two ends where nothing is between them', async () => {
    const { points, cost } = await shapeOf(fixture('all-free'), [3, 5], [68, 40])
    expect(points).toEqual([
      [3, 5],
      [68, 40],
    ])
    expect(cost).toBeCloseTo(Math.hypot(65, 35), 9)
  })

  it('bend as close to the end of a wall as cells allow', async () => {
    const grid = drawn('...........', '...........', '.....#.....', '.....#.....', '.....#.....', '.....#.....')
    const { points } = await shapeOf(grid, [0, 5], [10, 5])
    expect(points).toEqual([
      [0, 5],
      [5, 1],
      [10, 5],
    ])
  })

  it('keep their clearance where there is room', async () => {
    const { points } = await shapeOf(fixture('slalom'), [1, 11], [58, 11], { clearanceCells: 1 })
    expect(points.length).toBeGreaterThan(4)
  })

  it('go around a swamp if that is cheaper than the straight line', async () => {
    const grid = fixture('swamp')
    const { cost, points } = await shapeOf(grid, [2, 18], [45, 18])
    const straight = checkWaypoints(plainMap(grid, 8), Int32Array.of(2, 18, 45, 18), Int32Array.of(2, 18, 45, 18), 8)
    expect(points.length).toBeGreaterThan(2)
    expect(straight.cost).toBeGreaterThan(cost)
  })

  it('wade through a ford rather than through the deep water beside it', async () => {
    const { points, cost, pathCost } = await shapeOf(fixture('ford'), [2, 3], [37, 16])
    expect(cost).toBeLessThanOrEqual(pathCost)
    expect(points.length).toBeGreaterThan(2)
  })

  it('have fewer turns the more a turn costs, and then are longer', async () => {
    const grid = fixture('knife')
    const free = await shapeOf(grid, [12, 18], [28, 18])
    const expensive = await shapeOf(grid, [12, 18], [28, 18], { turnCostCells: 5 })
    expect([free.points.length, expensive.points.length]).toEqual([4, 3])
    expect(expensive.cost).toBeGreaterThan(free.cost)
  })

  it('leave no gap above the maximum and, on open ground, none far below the minimum', async () => {
    const { points } = await shapeOf(fixture('all-free'), [3, 5], [68, 40], { spacingMinCells: 5, spacingMaxCells: 9 })
    const gaps = points.slice(1).map(([x, y], i) => Math.hypot(x - points[i][0], y - points[i][1]))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(9)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5)
  })

  it('merge two turns around the end of a wall into one if they are too close', async () => {
    const grid = fixture('knife')
    const close = await shapeOf(grid, [12, 18], [28, 18])
    const spaced = await shapeOf(grid, [12, 18], [28, 18], { spacingMinCells: 4 })
    expect(close.points.length).toBe(4)
    expect(spaced.points.length).toBe(3)
  })

  it('stay any-angle in a hall behind a corridor too narrow for the clearance, spaced or not', async () => {
    const hall = '.'.repeat(24)
    const grid = drawn(...Array.from({ length: 14 }, (_, y) => (y === 1 ? '.' : '#').repeat(12) + hall))
    const { cost, pathCost } = await shapeOf(grid, [0, 1], [33, 11], { clearanceCells: 1, spacingMaxCells: 4 })
    expect(cost).toBeLessThan(pathCost - 0.5)
  })

  it('end at the first cell of the path that is within the tolerance', async () => {
    const { points } = await shapeOf(fixture('all-free'), [3, 5], [60, 5], { toleranceCells: 4 })
    expect(points).toEqual([
      [3, 5],
      [56, 5],
    ])
  })

  it('do not end behind a wall, however close the goal is', async () => {
    const grid = drawn('.........', '.#######.', '.........')
    const { points } = await shapeOf(grid, [4, 0], [4, 2], { toleranceCells: 3 })
    expect(points.at(-1)?.[1]).toBe(2)
  })

  it('of a path of one cell, or of none, are the same', async () => {
    const { terrain } = openAtlas(await bake(fixture('all-free')))
    const shaper = new WaypointShaper(terrain)
    expect(shaper.shape(Int32Array.of(4, 4), { spacingMaxCells: 2 })).toEqual(Int32Array.of(4, 4))
    expect(shaper.shape(new Int32Array(0))).toEqual(new Int32Array(0))
  })

  it.each([
    [{ clearanceCells: -1 }, 'clearanceCells is -1'],
    [{ clearanceCells: Infinity }, 'clearanceCells is Infinity'],
    [{ turnCostCells: NaN }, 'turnCostCells is NaN'],
    [{ spacingMinCells: -0.5 }, 'spacingMinCells is -0.5'],
    [{ spacingMaxCells: 1 }, 'spacingMaxCells is 1: a number from 2 on was expected'],
    [
      { spacingMinCells: 8, spacingMaxCells: 7 },
      'spacingMaxCells is 7: a number from spacingMinCells, 8, on was expected',
    ],
    [{ toleranceCells: -2 }, 'toleranceCells is -2'],
  ] as [WaypointOptions, string][])('are refused for %o', async (options, problem) => {
    const { terrain } = openAtlas(await bake(fixture('all-free')))
    expect(() => new WaypointShaper(terrain).shape(Int32Array.of(4, 4), options)).toThrow(problem)
  })
})
