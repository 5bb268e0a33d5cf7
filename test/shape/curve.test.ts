/**
 * Curves over random maps touch no wall, whatever the waypoints: held against the judge and, point by point, against the
 * map itself. Where there is room they are as smooth and as close to the true curve as was asked.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, type Directions, type Grid, openAtlas } from '../../src/index.ts'
import { type CurveOptions, makeCurve } from '../../src/shape/curve.ts'
import { type WaypointOptions, WaypointShaper } from '../../src/shape/waypoints.ts'
import { fixture, fixtureNames } from '../support/fixtures.ts'
import { plainMap } from '../support/plain.ts'
import { checkCurve } from '../support/shape-judges/check-curve.ts'
import { wallDistance } from '../support/shapes.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const curves: fc.Arbitrary<CurveOptions> = fc.record(
  {
    kind: fc.constantFrom('bezier' as const, 'catmull-rom' as const),
    tension: fc.constantFrom(0, 0.3, 1),
    clearanceCells: fc.constantFrom(0, 0.25, 0.5, 1.2),
    deviationMaxCells: fc.constantFrom(0.001, 0.05, 0.5, 3),
  },
  { requiredKeys: [] },
)
const waypointWishes: fc.Arbitrary<WaypointOptions> = fc.record(
  { clearanceCells: fc.constantFrom(0.5, 1.2), spacingMaxCells: fc.constantFrom(3, 8) },
  { requiredKeys: [] },
)

async function waypointsOf(grid: Grid, directions: Directions, count: number, options: WaypointOptions = {}) {
  const atlas = openAtlas(await bake(grid, { directions }))
  const finder = atlas.finder()
  const shaper = new WaypointShaper(atlas.terrain)
  const cells = freeCells(grid, 2 * count, new Random(5))
  const all: Int32Array[] = []
  for (let i = 0; i + 1 < cells.length; i += 2) {
    const path = finder.find(...cells[i], ...cells[i + 1]).cells()
    if (path.length > 0) all.push(shaper.shape(path, options))
  }
  return { all, terrain: atlas.terrain }
}

function squareToChain(x: number, y: number, chain: Float64Array): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 2; i < chain.length; i += 2) {
    const dx = chain[i] - chain[i - 2]
    const dy = chain[i + 1] - chain[i - 1]
    const along = ((x - chain[i - 2]) * dx + (y - chain[i - 1]) * dy) / (dx * dx + dy * dy)
    const share = Math.max(0, Math.min(1, along))
    least = Math.min(least, (chain[i - 2] + dx * share - x) ** 2 + (chain[i - 1] + dy * share - y) ** 2)
  }
  return least
}

/** The sharpest turn between two segments that follow one another, in degrees. */
function sharpestTurn(chain: Float64Array): number {
  let sharpest = 0
  for (let i = 4; i < chain.length; i += 2) {
    const before = Math.atan2(chain[i - 1] - chain[i - 3], chain[i - 2] - chain[i - 4])
    const after = Math.atan2(chain[i + 1] - chain[i - 1], chain[i] - chain[i - 2])
    const turn = Math.abs(after - before)
    sharpest = Math.max(sharpest, Math.min(turn, 2 * Math.PI - turn))
  }
  return (sharpest * 180) / Math.PI
}

describe('curves', () => {
  it('touch no wall and pass their judge on every kind of map, whatever is asked for', async () => {
    const property = fc.asyncProperty(worlds(60), waypointWishes, curves, async (world, wishes, options) => {
      const { grid, directions } = world
      const map = plainMap(grid, directions)
      const { all, terrain } = await waypointsOf(grid, directions, 5, wishes)
      for (const waypoints of all) {
        const curve = makeCurve(terrain, waypoints, options)
        expect(checkCurve(map, curve, waypoints, options).message, `${JSON.stringify(options)} ${waypoints}`).toBe('')
        for (let i = 0; i + 3 < curve.length; i += 2) {
          const distance = wallDistance(map, curve[i], curve[i + 1], curve[i + 2], curve[i + 3], 0.6)
          expect(distance, `${JSON.stringify(options)} ${waypoints}`).toBeGreaterThan(1e-9)
        }
      }
    })
    await fc.assert(property, runs(150))
  })

  it.each(fixtureNames().flatMap(name => [['bezier', name] as const, ['catmull-rom', name] as const]))(
    'of kind %s turn no sharp corner in %s',
    async (kind, name) => {
      const grid = fixture(name)
      const { all, terrain } = await waypointsOf(grid, 8, 10)
      for (const waypoints of all) {
        const curve = makeCurve(terrain, waypoints, { kind, deviationMaxCells: 1 / 1024 })
        expect(checkCurve(plainMap(grid, 8), curve, waypoints, { kind }).message).toBe('')
        expect(sharpestTurn(curve), `${waypoints}`).toBeLessThan(45)
      }
    },
  )

  it.each(['bezier', 'catmull-rom'] as const)('of kind %s are as close to the true curve as was asked', async kind => {
    const property = fc.asyncProperty(worlds(50), fc.constantFrom(0.02, 0.2, 1), async ({ grid }, deviation) => {
      const even = { ...grid, cost: grid.cost.map(value => Math.min(1, value)) }
      const { all, terrain } = await waypointsOf(even, 8, 4)
      for (const waypoints of all.filter(({ length }) => length > 2)) {
        const coarse = makeCurve(terrain, waypoints, { kind, deviationMaxCells: deviation })
        const fine = makeCurve(terrain, waypoints, { kind, deviationMaxCells: 1 / 1024 })
        for (let i = 0; i < fine.length; i += 2) {
          const apart = Math.sqrt(squareToChain(fine[i], fine[i + 1], coarse))
          expect(apart, `${waypoints}`).toBeLessThan(deviation + 1 / 512)
        }
      }
    })
    await fc.assert(property, runs(40))
  })

  it('are as wide as the bend allows on open ground', async () => {
    const { terrain } = openAtlas(await bake(fixture('all-free')))
    const waypoints = Int32Array.of(10, 10, 30, 10, 30, 30)
    const round = makeCurve(terrain, waypoints)
    // A parabola's middle is half as far from its corner as the middle of its ends, which are 10 cells along each side.
    expect(Math.sqrt(squareToChain(30, 10, round))).toBeCloseTo(5 / Math.SQRT2, 1)
    const through = makeCurve(terrain, waypoints, { kind: 'catmull-rom' })
    expect(squareToChain(30, 10, through)).toBe(0)
    // Before the bend the curve swings out to its far side.
    expect(Math.min(...through.filter((_, i) => i % 2 === 1))).toBeLessThan(9.5)
  })

  it('of kind catmull-rom through evenly spaced waypoints are the classic spline', async () => {
    const { terrain } = openAtlas(await bake(fixture('all-free')))
    const waypoints = Int32Array.of(10, 10, 20, 10, 20, 20, 10, 20)
    const curve = makeCurve(terrain, waypoints, { kind: 'catmull-rom', deviationMaxCells: 1 / 1024 })
    // Half-way between two points it is (-a + 9b + 9c - d) / 16.
    expect(Math.sqrt(squareToChain(21.25, 15, curve))).toBeLessThan(0.002)
  })

  it('are the polyline itself at full tension', async () => {
    const { terrain } = openAtlas(await bake(fixture('all-free')))
    const waypoints = Int32Array.of(10, 10, 30, 10, 30, 30)
    for (const kind of ['bezier', 'catmull-rom'] as const) {
      expect(Array.from(makeCurve(terrain, waypoints, { kind, tension: 1 }))).toEqual(Array.from(waypoints))
    }
  })

  it('do not swing into expensive ground', async () => {
    const grid = fixture('all-free')
    const cost = grid.cost.slice()
    for (let y = 0; y < 8; y++) cost.fill(200, y * grid.width, (y + 1) * grid.width)
    const waypoints = Int32Array.of(10, 8, 30, 8, 30, 30)
    const { terrain } = openAtlas(await bake({ ...grid, cost }))
    const curve = makeCurve(terrain, waypoints, { kind: 'catmull-rom' })
    expect(Math.min(...curve.filter((_, i) => i % 2 === 1))).toBeGreaterThan(7.49)
  })

  it('go back as they came where walls are too near for any turn', async () => {
    const { terrain } = openAtlas(await bake(fixture('one-row')))
    const chain = Int32Array.of(1, 0, 5, 0, 1, 0)
    const curve = makeCurve(terrain, chain, { kind: 'catmull-rom', clearanceCells: 1 })
    for (let i = 0; i < curve.length; i += 2) expect(curve[i + 1]).toBe(0)
    expect([...curve.subarray(0, 2), ...curve.subarray(-2)]).toEqual([1, 0, 1, 0])
  })

  it('of one waypoint are that point, and of none are empty', async () => {
    const { terrain } = openAtlas(await bake(fixture('all-free')))
    expect(makeCurve(terrain, Int32Array.of(4, 5))).toEqual(Float64Array.of(4, 5))
    expect(makeCurve(terrain, new Int32Array(0)).length).toBe(0)
  })

  it.each([
    [{ tension: 1.5 }, 'tension is 1.5'],
    [{ tension: -1 }, 'tension is -1'],
    [{ deviationMaxCells: 0 }, 'deviationMaxCells is 0'],
    [{ clearanceCells: NaN }, 'clearanceCells is NaN'],
    [{ kind: 'nurbs' }, "'bezier' or 'catmull-rom' was expected"],
    [
      new (class {
        get tension() {
          return NaN
        }
      })(),
      'tension is NaN',
    ],
  ] as [CurveOptions, string][])('are refused for %o', async (options, problem) => {
    const { terrain } = openAtlas(await bake(fixture('all-free')))
    expect(() => makeCurve(terrain, Int32Array.of(4, 5), options)).toThrow(problem)
  })
})
