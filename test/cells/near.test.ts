/** The exact search over cells against a plain flood, which tells neighbours of each cell that became cheaper. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NONE } from '../../src/base/none.ts'
import { Random } from '../../src/base/random.ts'
import { Bends } from '../../src/cells/bends.ts'
import { findNear } from '../../src/cells/near-search.ts'
import { Sweep } from '../../src/cells/sweep.ts'
import { canStep, DX, DY, directionOf, stepUnits, UNITS_PER_CELL } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import type { Terrain } from '../../src/map/terrain.ts'
import type { CellMap } from '../../src/proof/oracle.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { plainUnits } from '../support/plain-units.ts'
import { expectSame } from '../support/same.ts'
import type { World } from '../support/worlds.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

/** The search, with the path found last; no bend where the last search found none. */
class NearSearch {
  readonly found = new Bends()
  private readonly sweep: Sweep

  constructor(terrain: Terrain) {
    this.sweep = new Sweep(terrain)
  }

  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, besideCells?: number): number {
    const { sweep, found } = this
    found.clear()
    const units = findNear(sweep, x0, y0, x1, y1, limitUnits, besideCells)
    if (units === NONE) return NONE
    found.start(x0, y0)
    sweep.addWay(found)
    return units
  }
}

type Cell = readonly [x: number, y: number]
const ANY = Number.POSITIVE_INFINITY
/** What even ground of cost 1 is counted to: whatever costs more is not known. */
const FAR_UNITS = 900 * UNITS_PER_CELL

/** Walks the bends and returns what that costs; fails at an illegal step, a bent leg, or a bend that does not turn. */
function walk(map: CellMap, search: NearSearch, start: Cell, goal: Cell): number {
  const bendAt = (i: number): Cell => [search.found.xy[2 * i], search.found.xy[2 * i + 1]]
  expectSame(`${[bendAt(0), bendAt(search.found.count - 1)]}`, `${[start, goal]}`)
  let [x, y] = start
  let directionBefore = -1
  let units = 0
  for (let i = 1; i < search.found.count; i++) {
    const [endX, endY] = bendAt(i)
    const direction = directionOf(Math.sign(endX - x), Math.sign(endY - y))
    const isLine = endX === x || endY === y || Math.abs(endX - x) === Math.abs(endY - y)
    expectSame(direction !== directionBefore && direction < map.directions && isLine, true, `bend ${i}`)
    while (x !== endX || y !== endY) {
      if (!canStep(map, x, y, direction)) throw new Error(`No step from ${x},${y} in direction ${direction}.`)
      const nextX = x + DX[direction]
      const nextY = y + DY[direction]
      units += stepUnits(direction, map.costAt(x, y), map.costAt(nextX, nextY))
      x = nextX
      y = nextY
    }
    directionBefore = direction
  }
  return units
}

/** Asks from a few cells to many, without a limit and with the two limits around the optimum. */
function everyAnswerIsExact({ grid, directions }: World, starts: number, goals: number): void {
  const map = plainMap(grid, directions)
  const search = new NearSearch(packTerrain(grid, directions))
  const random = new Random(grid.cost.length)
  for (const start of freeCells(grid, starts, random)) {
    const unitsOfCell = plainUnits(map, ...start)
    for (const goal of freeCells(grid, goals, random)) {
      const best = unitsOfCell[goal[1] * grid.width + goal[0]]
      const query = `${start} -> ${goal}`
      const units = search.find(...start, ...goal, ANY)
      if (best > FAR_UNITS) expect([NONE, best], query).toContain(units)
      else expectSame(units, best, query)
      expectSame(search.find(...start, ...goal, Math.min(best, FAR_UNITS)), NONE, query)
      if (best > FAR_UNITS) continue
      search.find(...start, ...goal, ANY)
      expectSame(walk(map, search, start, goal), best, query)
      expectSame(search.find(...start, ...goal, best), NONE, query)
      expectSame(search.found.count, 0, query)
      expectSame(search.find(...start, ...goal, best + 1), best, query)
      expectSame(walk(map, search, start, goal), best, query)
    }
  }
}

describe('the search over cells gives the cheapest path below its limit, or none', () => {
  it.each([
    ['a few cells', 12, 12, 120],
    ['a few blocks', 100, 100, 20],
    ['long rows', 300, 5, 16],
    ['long columns', 5, 300, 16],
  ])('on worlds of %s', (_, widthMax, heightMax, count) => {
    fc.assert(
      fc.property(worlds(widthMax, heightMax), world => everyAnswerIsExact(world, 2, 16)),
      runs(count),
    )
  })

  it.each([0, 0.1, 0.2, 0.3, 0.4, 0.5])(
    'on a scatter of share %f, uniform and weighted, in 8 and 4 directions',
    share => {
      for (const [seed, costMax] of [1, 7, 255, 1].entries()) {
        const random = new Random(seed)
        const cost = new Uint8Array(70 * 67).map(() => (random.unit() < share ? 0 : 1 + random.below(costMax)))
        const directions = seed === 3 ? 4 : 8
        everyAnswerIsExact({ grid: { width: 70, height: 67, cost }, directions, about: '' }, 2, 30)
      }
    },
  )

  it('between any two cells of a drawn map', () => {
    const grid = drawn('..#....', '.#..##.', '...#...', '#.#..#.', '....#..')
    for (const directions of [4, 8] as const) everyAnswerIsExact({ grid, directions, about: '' }, 35, 35)
  })
})

describe('the search over cells', () => {
  const grid = drawn('...', '.#.', '..#')
  const search = new NearSearch(packTerrain(grid, 8))

  it('stands still for nothing', () => {
    expect(search.find(0, 0, 0, 0, ANY)).toBe(0)
    expect([search.found.count, search.found.xy[0], search.found.xy[1]]).toEqual([1, 0, 0])
    expect(search.find(0, 0, 0, 0, 0)).toBe(NONE)
  })

  it('finds nothing from, to or beyond walls and edges', () => {
    expect(search.find(1, 1, 0, 0, ANY)).toBe(NONE)
    expect(search.find(0, 0, 1, 1, ANY)).toBe(NONE)
    expect(search.find(0, 0, 3, 0, ANY)).toBe(NONE)
    expect(search.find(-1, 0, 0, 0, ANY)).toBe(NONE)
  })

  it('counts in units of the movement rule where every cell costs the same but not 1', () => {
    const expensive = new NearSearch(packTerrain({ ...grid, cost: grid.cost.map(cost => 7 * cost) }, 8))
    expect(search.find(0, 2, 2, 1, ANY)).toBe(5 * UNITS_PER_CELL)
    expect(expensive.find(0, 2, 2, 1, ANY)).toBe(7 * 5 * UNITS_PER_CELL)
    expect(expensive.find(0, 2, 2, 1, 7 * 5 * UNITS_PER_CELL)).toBe(NONE)
    expect(expensive.find(0, 2, 2, 1, 7 * 5 * UNITS_PER_CELL + 1)).toBe(7 * 5 * UNITS_PER_CELL)
  })

  it('finds what is far away over ground that is cheaper than that of the start', () => {
    const grid = { width: 128, height: 40, cost: Uint8Array.from({ length: 5120 }, (_, i) => (i % 128 < 32 ? 9 : 1)) }
    const near = new NearSearch(packTerrain(grid, 8))
    const units = plainUnits(plainMap(grid, 8), 31, 5)[5 * 128 + 110]
    expect(near.find(31, 5, 110, 5, units + 1)).toBe(units)
    expect(near.find(31, 5, 110, 5, units)).toBe(NONE)
  })

  it('looks at cells beside the box of both ends alone where the caller asks for it, and proves nothing of others then', () => {
    const grid = drawn('.......', '.#####.', '...#...', '.#####.', '.......')
    for (const directions of [4, 8] as const) {
      const near = new NearSearch(packTerrain(grid, directions))
      const around = near.find(2, 2, 4, 2, ANY)
      expect(around).toBe(plainUnits(plainMap(grid, directions), 2, 2)[2 * 7 + 4])
      expect(near.find(2, 2, 4, 2, ANY, 1)).toBe(NONE)
      expect(near.find(2, 2, 4, 2, ANY, 2)).toBe(around)
    }
  })

  it('gives up where there is more to look at than a frame has room for, and sees what is below that', () => {
    // Two long rows that meet only at their western end, 700 cells from start and goal.
    const rows = ['.'.repeat(701), `.${'#'.repeat(700)}`, '.'.repeat(701)]
    for (const directions of [4, 8] as const) {
      const near = new NearSearch(packTerrain(drawn(...rows), directions))
      expect(near.find(700, 0, 700, 2, ANY)).toBe(NONE)
      expect(near.find(700, 0, 700, 2, 400 * UNITS_PER_CELL)).toBe(NONE)
      expect(near.find(200, 0, 200, 2, 403 * UNITS_PER_CELL)).toBe(402 * UNITS_PER_CELL)
    }
  })

  it('is never wrong on worlds larger than its frame', () => {
    const property = fc.property(fc.oneof(worlds(1500, 12), worlds(12, 1500)), ({ grid, directions }) => {
      const map = plainMap(grid, directions)
      const near = new NearSearch(packTerrain(grid, directions))
      const random = new Random(grid.cost.length)
      for (const start of freeCells(grid, 2, random)) {
        const unitsOfCell = plainUnits(map, ...start)
        for (const goal of freeCells(grid, 30, random)) {
          const best = unitsOfCell[goal[1] * grid.width + goal[0]]
          expect([best === ANY ? NONE : best, NONE]).toContain(near.find(...start, ...goal, ANY))
          if (best === ANY) continue
          expect(near.find(...start, ...goal, best)).toBe(NONE)
          expect([best, NONE]).toContain(near.find(...start, ...goal, best + 1))
        }
      }
    })
    fc.assert(property, runs(16))
  })

  it('answers the same after however many other questions', () => {
    const apart = drawn('...........', '.#.......#.', '...........')
    for (const directions of [4, 8] as const) {
      const near = new NearSearch(packTerrain(apart, directions))
      const first = near.find(0, 0, 2, 2, ANY)
      for (let count = 1; count < 500; count++) near.find(8, 0, 10, 2, ANY)
      for (let count = 0; count < 3; count++) expect(near.find(0, 0, 2, 2, ANY)).toBe(first)
    }
  })
})
