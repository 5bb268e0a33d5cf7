/**
 * A field tells of one goal what it costs from everywhere, and leads there. Its costs are held against the oracle.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, checkPath, openAtlas } from '../../src/index.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { twoCosts } from '../support/two-costs.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

const TIMEOUT_MS = 120_000
const ROUNDING = 1e-9
/** Inside, a diagonal step is 99 / 70 long. */
const UNITS_ROUNDING = 1e-4

const points = (cells: readonly (readonly [number, number])[]) => cells.map(([x, y]) => ({ x, y }))

describe('a field', () => {
  it(
    'leads from everywhere to its goal, by legal steps, for no more than it says and near the optimum',
    async () => {
      let sum = 0
      let count = 0
      const property = fc.asyncProperty(worlds(200), async ({ grid, directions }) => {
        const map = plainMap(grid, directions)
        const finder = openAtlas(await bake(grid, { directions })).finder()
        const [goal, ...starts] = points(freeCells(grid, 12, new Random(grid.height)))
        if (goal === undefined) return
        const distances = exactDistances(map, goal.x, goal.y)
        const field = finder.fieldTo(goal)
        for (const start of starts) {
          const optimum = distances[start.y * grid.width + start.x]
          const cost = field.costAt(start.x, start.y)
          if (optimum === Infinity) {
            expect(cost).toBe(Infinity)
            expect(field.next(start.x, start.y)).toBeNull()
            continue
          }
          const cells = [start.x, start.y]
          for (let at = field.next(start.x, start.y); at !== null; at = field.next(at.x, at.y)) {
            cells.push(at.x, at.y)
            if (cells.length > 2 * grid.cost.length) expect.fail('it goes in circles')
          }
          const walked = checkPath(map, Int32Array.from(cells), start.x, start.y, goal.x, goal.y, directions)
          expect(walked.problem).toBe('')
          expect(walked.cost).toBeLessThanOrEqual(cost * (1 + ROUNDING))
          expect(walked.cost).toBeGreaterThanOrEqual(optimum * (1 - ROUNDING))
          if (optimum === 0) continue
          sum += walked.cost / optimum - 1
          count++
        }
      })
      await fc.assert(property, runs(30))
      expect(sum / count).toBeLessThan(0.03)
    },
    TIMEOUT_MS,
  )

  it('tells what ways within a block to each side of its goal cost, wherever they cross borders', async () => {
    const grid = twoCosts(160, 3)
    const finder = openAtlas(await bake(grid)).finder()
    for (const goal of points([
      [70, 90],
      [33, 96],
      [155, 3],
    ])) {
      const [left, top] = [goal.x, goal.y].map(place => Math.max(0, (place & ~31) - 32))
      const [right, bottom] = [goal.x, goal.y].map(place => Math.min(160, (place & ~31) + 64))
      const width = right - left
      const cells = Array.from({ length: width * (bottom - top) }, (_, i) => ({
        x: left + (i % width),
        y: top + Math.floor(i / width),
      }))
      const cost = Uint8Array.from(cells, ({ x, y }) => grid.cost[y * 160 + x])
      const within = exactDistances(plainMap({ width, height: bottom - top, cost }, 8), goal.x - left, goal.y - top)
      const field = finder.fieldTo(goal)
      const dearer = cells.filter(({ x, y }, i) => field.costAt(x, y) > within[i] * (1 + UNITS_ROUNDING))
      expect(dearer.slice(0, 3), `${goal.x},${goal.y}`).toEqual([])
    }
  })

  it('of a wall leads nowhere', async () => {
    const field = openAtlas(await bake(drawn('.#.')))
      .finder()
      .fieldTo({ x: 1, y: 0 })
    expect(field.costAt(0, 0)).toBe(Infinity)
    expect(field.next(0, 0)).toBeNull()
    expect(field.next(1, 0)).toBeNull()
  })
})
