/**
 * The two claims behind shapes: what the writer of curves proves is true of every point of the cubic, not only of the
 * samples; and a pulled path is close to the shortest any-angle path there is, and never beats it.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, type Grid, generate, openAtlas } from '../../src/index.ts'
import type { CellMap } from '../../src/proof/oracle.ts'
import { CurveWriter } from '../../src/shape/curve.ts'
import { WaypointShaper } from '../../src/shape/waypoints.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { chordCost, isFreeBetween, wallDistance } from '../support/shapes.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

type Cubic = readonly [number, number, number, number, number, number, number, number]

function pointOf([x0, y0, x1, y1, x2, y2, x3, y3]: Cubic, t: number): [number, number] {
  const s = 1 - t
  const weights = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
  return [
    weights[0] * x0 + weights[1] * x1 + weights[2] * x2 + weights[3] * x3,
    weights[0] * y0 + weights[1] * y1 + weights[2] * y2 + weights[3] * y3,
  ]
}

describe('a proven cubic', () => {
  it('keeps its clearance at each of its points, and one that is refused leaves nothing behind', async () => {
    const parts = fc.tuple(worlds(40), fc.constantFrom(0, 0.3, 1), fc.constantFrom(0.01, 0.3, 4))
    let proven = 0
    const property = fc.asyncProperty(parts, async ([{ grid }, clearance, deviation]) => {
      const { terrain } = openAtlas(await bake(grid))
      const map = plainMap(grid, 8)
      const random = new Random(1)
      for (const [x, y] of freeCells(grid, 40, random)) {
        const near = () => (random.unit() - 0.5) * 9
        const cubic: Cubic = [x, y, x + near(), y + near(), x + near(), y + near(), x + near(), y + near()]
        const writer = new CurveWriter(terrain, clearance, deviation)
        writer.lineTo(x, y)
        const isProven = writer.cubicTo(cubic[2], cubic[3], cubic[4], cubic[5], cubic[6], cubic[7])
        if (!isProven) {
          expect(writer.count).toBe(1)
          continue
        }
        proven++
        for (let i = 0; i <= 40; i++) {
          const [px, py] = pointOf(cubic, i / 40)
          const distance = wallDistance(map, px, py, px, py, clearance + 1)
          expect(distance, `${cubic} at ${px},${py}`).toBeGreaterThanOrEqual(Math.max(clearance, 1e-9))
        }
      }
    })
    await fc.assert(property, runs(80))
    expect(proven).toBeGreaterThan(100)
  })

  it('is refused where it bulges into a wall, however coarse it may be drawn', async () => {
    const { terrain } = openAtlas(await bake(drawn('.......', '...#...', '.......', '.......')))
    const writer = new CurveWriter(terrain, 0, 10)
    writer.lineTo(0, 3)
    expect(writer.cubicTo(2, 0.33, 4, 0.33, 6, 3)).toBe(false)
    expect(writer.cubicTo(2, 2.5, 4, 2.5, 6, 3)).toBe(true)
  })
})

/** The cost of the best any-angle path from one cell to all: Dijkstra over every free cell, with sight as the edges. */
function anyAngleCosts(map: CellMap, start: number): Float64Array {
  const { width, height } = map
  const costs = new Float64Array(width * height).fill(Number.POSITIVE_INFINITY)
  const open = new Set<number>()
  costs.forEach((_, cell) => {
    if (map.costAt(cell % width, Math.floor(cell / width)) !== 0) open.add(cell)
  })
  costs[start] = 0
  for (let cell = start, next = -1; cell >= 0; cell = next, next = -1) {
    open.delete(cell)
    const [x, y] = [cell % width, Math.floor(cell / width)]
    for (const to of open) {
      const [x1, y1] = [to % width, Math.floor(to / width)]
      if (costs[cell] + Math.sqrt((x1 - x) ** 2 + (y1 - y) ** 2) < costs[to] && isFreeBetween(map, x, y, x1, y1)) {
        costs[to] = Math.min(costs[to], costs[cell] + chordCost(map, x, y, x1, y1))
      }
      if (costs[to] < (next < 0 ? Number.POSITIVE_INFINITY : costs[next])) next = to
    }
  }
  return costs
}

async function excesses(grid: Grid): Promise<number[]> {
  const map = plainMap(grid, 8)
  const atlas = openAtlas(await bake(grid))
  const finder = atlas.finder()
  const shaper = new WaypointShaper(atlas.terrain)
  const random = new Random(2)
  const [[x0, y0]] = freeCells(grid, 1, random)
  const best = anyAngleCosts(map, y0 * grid.width + x0)
  const found: number[] = []
  for (const [x1, y1] of freeCells(grid, 60, random)) {
    const least = best[y1 * grid.width + x1]
    if (least < 5 || least === Number.POSITIVE_INFINITY) continue
    const xy = shaper.shape(finder.find(x0, y0, x1, y1).cells())
    let cost = 0
    for (let i = 2; i < xy.length; i += 2) cost += chordCost(map, xy[i - 2], xy[i - 1], xy[i], xy[i + 1])
    found.push(cost / least - 1)
  }
  return found
}

describe('pulled paths', () => {
  /** The rest is the choice of gaps, which the path on the grid made: on the grid they were equally far. */
  it.each([
    { kind: 'rooms', most: 0.005 },
    { kind: 'caves', most: 0.006 },
    { kind: 'terrain', most: 0.015 },
    { kind: 'scatter', most: 0.04 },
    { kind: 'maze', most: 1e-9 },
    { kind: 'open', most: 1e-9 },
  ] as const)('are on average at most $most longer than the shortest any-angle path: $kind', async ({ kind, most }) => {
    const found: number[] = []
    for (let seed = 1; seed <= 4; seed++)
      found.push(...(await excesses(generate(kind, { width: 32, height: 32, seed }))))
    expect(found.length).toBeGreaterThan(30)
    expect(Math.min(...found)).toBeGreaterThan(-1e-9)
    expect(found.reduce((sum, excess) => sum + excess, 0) / found.length).toBeLessThan(most)
  })

  it.each([
    ['goes around the map by its edges', [0, 100, 0, 0, 200, 0, 200, 100]],
    ['climbs to a single peak', [0, 100, 100, 0, 200, 100]],
  ])('come all the way in from one that %s', async (_what, bends) => {
    const hill = '.'.repeat(60) + '#'.repeat(81) + '.'.repeat(60)
    const grid = drawn(...Array.from({ length: 101 }, (_, y) => (y < 60 ? '.'.repeat(201) : hill)))
    const cells = bends.slice(0, 2)
    for (let i = 2; i < bends.length; i += 2) {
      const [dx, dy] = [bends[i] - bends[i - 2], bends[i + 1] - bends[i - 1]]
      const steps = Math.max(Math.abs(dx), Math.abs(dy))
      for (let step = 1; step <= steps; step++) {
        cells.push(bends[i - 2] + (dx / steps) * step, bends[i - 1] + (dy / steps) * step)
      }
    }
    const xy = new WaypointShaper(openAtlas(await bake(grid)).terrain).shape(Int32Array.from(cells))
    let length = 0
    for (let i = 2; i < xy.length; i += 2) length += Math.hypot(xy[i] - xy[i - 2], xy[i + 1] - xy[i - 1])
    // Around the very corners of the hill, which no unit may touch.
    const least = 2 * Math.hypot(59.5, 40.5) + 81
    expect(length).toBeGreaterThan(least)
    expect(length, `${xy}`).toBeLessThan(least * 1.002)
  })
})
