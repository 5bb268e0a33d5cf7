/** How much detail a search on weighted ground looks at, told by the entries that it settles. */
import { beforeAll, describe, expect, it, test, vi } from 'vitest'
import { slotCountOf } from '../../src/atlas/level-graph.ts'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { type Atlas, bake, generate, openAtlas } from '../../src/index.ts'
import { QueryEnd } from '../../src/route/end.ts'
import { Nodes } from '../../src/route/nodes.ts'
import { freeCells } from '../support/worlds.ts'

const SIDE_CELLS = 512
/** Of a block of level 1. */
const BLOCK_CELLS = 64

const isAtBorder = (cell: number) => cell % BLOCK_CELLS === 0 || (cell + 1) % BLOCK_CELLS === 0

describe('a search between two ends far apart', () => {
  let atlas: Atlas
  beforeAll(async () => {
    atlas = openAtlas(await bake(generate('bands', { width: SIDE_CELLS, height: SIDE_CELLS, seed: 4 })))
  })

  it('settles entries inside of blocks of level 1 only around the ends', () => {
    const finder = atlas.finder()
    let farCount = 0
    for (let i = 0; i < 24; i++) {
      const ends = [(37 * i) % 120, (101 * i) % SIDE_CELLS, 400 + ((53 * i) % 112), (211 * i) % SIDE_CELLS] as const
      expect(finder.find(...ends).status).toBe('found')
      const cells = finder.footprint()
      for (let at = 0; at < cells.length; at += 2) {
        const [x, y] = [cells[at], cells[at + 1]]
        const toStart = Math.max(Math.abs(x - ends[0]), Math.abs(y - ends[1]))
        const toGoal = Math.max(Math.abs(x - ends[2]), Math.abs(y - ends[3]))
        // What an end knows reaches over half a block beyond those of level 1 that hold it.
        if (Math.min(toStart, toGoal) < 2 * BLOCK_CELLS) continue
        farCount++
        expect(isAtBorder(x) || isAtBorder(y), `${x},${y} from ${ends.join()}`).toBe(true)
      }
    }
    expect(farCount).toBeGreaterThan(100)
  })

  it('looks at all entries of the border of many levels that lies close by an end', () => {
    const finder = atlas.finder()
    // By way of those that level 1 keeps of the borders of their blocks it is 1.2 and .9 % farther.
    for (const goalY of [384, 448]) {
      const route = finder.find(282, 64, 384, goalY)
      route.cells()
      expect(route.cost).toBeLessThan(1.003 * exactCost(atlas.terrain, 282, 64, 384, goalY))
    }
  })

  it('with 4 directions looks at all entries where they are not far apart', async () => {
    const grid = generate('bands', { width: 320, height: 320, seed: 4 })
    const finder = openAtlas(await bake(grid, { directions: 4 })).finder()
    // Beyond what ends know, in blocks of level 1 that hold neither.
    let count = 0
    for (let row = 10; row < 320; row += 60) {
      finder.find(8, row, 312, 319 - row)
      const cells = finder.footprint()
      for (let at = 0; at < cells.length; at += 2) {
        const [x, y] = [cells[at], cells[at + 1]]
        if (x >= 2 * BLOCK_CELLS && x < 3 * BLOCK_CELLS && !isAtBorder(x) && !isAtBorder(y)) count++
      }
    }
    expect(count).toBeGreaterThan(10)
  })
})

it('a search over weighted ground looks entries up once a region, however often it crosses that', async () => {
  const width = 256
  const { cost } = generate('elevation', { width, height: width, seed: 3 })
  const finder = openAtlas(await bake({ width, height: width, cost })).finder()
  const looksUp = vi.spyOn(Nodes.prototype, 'find')
  const route = finder.find(3, 3, width - 4, width - 4)
  expect(route.status).toBe('found')
  const { relaxedCount } = finder.effort
  expect(relaxedCount).toBeGreaterThan(500)
  expect(looksUp.mock.calls.length).toBeLessThan(relaxedCount)
  looksUp.mockRestore()
})

const SIDE = 512
const grid = generate('bands', { width: SIDE, height: SIDE, seed: 3 })

/** What ends on weighted ground know around them: less where the other end is far, and never what another query asked for. */
test('an end looks over fewer borders for a path to a far one', async () => {
  const { columns } = openAtlas(await bake(grid, { workers: 1 }))
  const end = new QueryEnd(columns)
  let far = 0
  let near = 0
  for (const [x, y] of freeCells(grid, 40, new Random(5))) {
    end.take({ x, y }, { x: x + SIDE, y })
    const unitsFar = end.unitsOfSlot.slice(0, slotCountOf(columns.levels[0], end.region))
    far += end.knownCount
    end.take({ x, y }, null)
    near += end.knownCount
    // Of its own region it knows at least as good ways where it looks at more.
    for (let slot = 0; slot < slotCountOf(columns.levels[0], end.region); slot++)
      expect(end.unitsOfSlot[slot]).toBeLessThanOrEqual(unitsFar[slot])
  }
  expect(far).toBeLessThan(0.8 * near)
})

test('with 4 directions it looks over as many, as an entry aside costs twice there', async () => {
  const { columns } = openAtlas(await bake(grid, { workers: 1, directions: 4 }))
  const end = new QueryEnd(columns)
  for (const [x, y] of freeCells(grid, 20, new Random(6))) {
    end.take({ x, y }, { x: x + SIDE, y })
    const { knownCount } = end
    end.take({ x, y }, null)
    expect(knownCount).toBe(end.knownCount)
  }
})

test('what a query finds does not depend on whether the one before was near', async () => {
  const atlas = openAtlas(await bake(grid, { workers: 1 }))
  const finder = atlas.finder()
  const cells = freeCells(grid, 16, new Random(7))
  for (let i = 0; i + 1 < cells.length; i++) {
    const [[x, y], [nearX, nearY]] = cells.slice(i)
    const apart = cells.map(cell => Math.max(Math.abs(cell[0] - x), Math.abs(cell[1] - y)))
    const [farX, farY] = cells[apart.indexOf(Math.max(...apart))]
    const fresh = atlas.finder().find(x, y, farX, farY)
    // As if there were no far one.
    finder.costsTo({ x, y }, [{ x: nearX, y: nearY }])
    finder.find(x, y, nearX, nearY)
    const after = finder.find(x, y, farX, farY)
    expect(after.estimate).toBe(fresh.estimate)
    // Cells are made after another query has moved the ends.
    finder.find(x, y, nearX, nearY)
    expect(after.cells()).toEqual(fresh.cells())
  }
})
