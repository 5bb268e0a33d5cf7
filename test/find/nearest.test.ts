/**
 * `nearest` turns a "no" into the best there is: a good end stays, the other one moves to its island, and two bad ends
 * become the pair of cells of one island that moves them least. Every answer is compared with a look at every cell.
 * @fast
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import type { Atlas, FindOptions, Grid } from '../../src/index.ts'
import { bake, openAtlas } from '../../src/index.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { judge } from '../support/judge.ts'
import { drawn, floodIslands, plainMap } from '../support/plain.ts'
import { runs, worlds } from '../support/worlds.ts'

const NOWHERE = Number.POSITIVE_INFINITY

async function open(grid: Grid): Promise<Atlas> {
  return openAtlas(await bake(grid))
}

/** A free pocket beside the start's wall, and the land of the goal further off. */
const pocketed = drawn('.##......', '###......', '.........', '.........')

interface Place {
  readonly x: number
  readonly y: number
}

/** Islands of a grid, and how far they are from a point, by looking at every cell. */
class Looked {
  private readonly grid: Grid
  private readonly islandOfCell: Int32Array
  readonly count: number

  constructor(grid: Grid) {
    this.grid = grid
    const { islandOfCell, count } = floodIslands(grid)
    this.islandOfCell = islandOfCell
    this.count = count
  }

  islandOf({ x, y }: Place): number {
    const { width, height } = this.grid
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : this.islandOfCell[y * width + x]
  }

  /** How far the closest cell of each island is from a point. */
  cellsTo({ x, y }: Place): number[] {
    const { width } = this.grid
    const least = new Array<number>(this.count).fill(NOWHERE)
    this.islandOfCell.forEach((island, cell) => {
      if (island < 0) return
      least[island] = Math.min(least[island], Math.hypot((cell % width) - x, Math.floor(cell / width) - y))
    })
    return least
  }

  /** The least that two ends must move together to be on one island; a good end stays, of two the start. */
  leastMove(start: Place, goal: Place, within: number): number {
    const moves = [start, goal].map(end => this.cellsTo(end).map(cells => (cells <= within ? cells : NOWHERE)))
    const kept = this.islandOf(start) >= 0 ? this.islandOf(start) : this.islandOf(goal)
    const totals = moves[0].map((cells, island) => (kept < 0 || island === kept ? cells + moves[1][island] : NOWHERE))
    if (this.islandOf(start) >= 0) return moves[1][kept]
    return Math.min(NOWHERE, ...totals)
  }
}

const apart = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y)

describe('nearest', () => {
  it('leaves a good goal alone, and takes a bad start to it instead of into the pocket beside it', async () => {
    const route = (await open(pocketed)).finder().find(1, 0, 8, 0, { nearest: true })
    expect(route).toMatchObject({ status: 'found', start: { x: 3, y: 0 }, goal: { x: 8, y: 0 }, isReplaced: true })
  })

  it('leaves the start of two good ends where the unit stands', async () => {
    const route = (await open(pocketed)).finder().find(0, 0, 8, 0, { nearest: true })
    expect(route).toMatchObject({ start: { x: 0, y: 0 }, goal: { x: 0, y: 0 }, cost: 0 })
  })

  it('moves two bad ends least together, not one as if the other were not there', async () => {
    const route = (await open(pocketed)).finder().find(-1, 0, 9, 0, { nearest: true })
    expect(route).toMatchObject({ start: { x: 0, y: 2 }, goal: { x: 8, y: 0 } })
  })

  it('moves as little as it can on maps of any kind, with and without a limit', async () => {
    const property = fc.asyncProperty(worlds(110), async ({ grid, directions }) => {
      const map = plainMap(grid, directions)
      const atlas = openAtlas(await bake(grid, { directions }))
      const finder = atlas.finder()
      const looked = new Looked(grid)
      const random = new Random(3)
      for (let i = 0; i < 16; i++) {
        const [x0, x1] = [random.below(grid.width + 40) - 20, random.below(grid.width + 40) - 20]
        const [y0, y1] = [random.below(grid.height + 40) - 20, random.below(grid.height + 40) - 20]
        const [start, goal] = [
          { x: x0, y: y0 },
          { x: x1, y: y1 },
        ]
        const within = i % 2 === 0 ? NOWHERE : random.below(30)
        const plain = finder.find(start, goal)
        const route = finder.find(start, goal, { nearest: within === NOWHERE ? true : { within } })
        const least = looked.leastMove(start, goal, within)
        if (plain.status === 'found' || least === NOWHERE) {
          expect([route.status, route.start, route.goal, route.isReplaced]).toEqual([plain.status, start, goal, false])
          continue
        }
        expect(route.isReplaced).toBe(true)
        expect(apart(route.start, start) + apart(route.goal, goal)).toBeCloseTo(least, 9)
        for (const [end, asked] of [
          [route.start, start],
          [route.goal, goal],
        ]) {
          expect(apart(end, asked)).toBeLessThanOrEqual(within)
          if (looked.islandOf(asked) >= 0 && asked === start) expect(end).toEqual(asked)
        }
        const direct = finder.find(route.start, route.goal)
        expect(direct.cells()).toEqual(route.cells())
        const best = exactDistances(map, route.start.x, route.start.y)[route.goal.y * grid.width + route.goal.x]
        judge(map, direct, [route.start.x, route.start.y], [route.goal.x, route.goal.y], best)
      }
    })
    await fc.assert(property, runs(24))
  })

  it('refuses in words where nothing is within its limit', async () => {
    const finder = (await open(pocketed)).finder()
    const route = finder.find(-9, 0, 8, 0, { nearest: { within: 8 } })
    expect([route.status, route.start, route.isReplaced]).toEqual(['outside', { x: -9, y: 0 }, false])
    expect(route.message).toMatch(/start -9,0 is outside .* within 8 cells .* the start/)
    expect(finder.find(-9, 2, 8, 0, { nearest: { within: 9 } }).start).toEqual({ x: 0, y: 2 })
  })

  it('leaves a query alone that has a path', async () => {
    const route = (await open(pocketed)).finder().find(3, 0, 4, 1, { nearest: true })
    expect([route.status, route.isReplaced, route.goal]).toEqual(['found', false, { x: 4, y: 1 }])
  })

  it('says when a map has no free cell at all', async () => {
    const atlas = await open(drawn('##', '##'))
    const route = atlas.finder().find(0, 0, 1, 1, { nearest: true })
    expect([route.status, route.isReplaced, route.cost]).toEqual(['blocked', false, NOWHERE])
    expect(route.message).toMatch(/no free cell/)
    expect(atlas.nearest(0, 0)).toMatchObject({ status: 'none', x: NaN, y: NaN })
  })

  it.each([-1e300, 1e300, 2 ** 53])('is answered in words where an end is beyond any map: %d', async far => {
    const atlas = await open(pocketed)
    const finder = atlas.finder()
    for (const ends of [
      [far, 0, 8, 0],
      [8, 0, 0, far],
      [far, far, far, -far],
    ] satisfies [number, number, number, number][]) {
      const route = finder.find(...ends, { nearest: true })
      expect([route.status, route.cells().length]).toEqual(['outside', 0])
      expect(route.message).toMatch(/beyond any map/)
    }
    expect(atlas.nearest(far, 0).status).toBe('none')
  })

  it.each([{ within: -1 }, { within: '30' }, { within: Number.NaN }, 'yes', 1])('refuses %j', async nearest => {
    const finder = (await open(pocketed)).finder()
    expect(() => finder.find(0, 0, 1, 0, { nearest } as FindOptions)).toThrow(
      expect.objectContaining({ code: 'BAD_ARGUMENT', message: expect.stringMatching(/nearest|within/) }),
    )
  })
})

describe('the nearest cell of an atlas', () => {
  it('is as near as any, of the island asked for and within the limit', async () => {
    const property = fc.asyncProperty(worlds(90), async ({ grid, directions }) => {
      const atlas = openAtlas(await bake(grid, { directions }))
      const looked = new Looked(grid)
      const random = new Random(5)
      for (let i = 0; i < 12; i++) {
        const point = { x: random.below(grid.width + 400) - 200, y: random.below(grid.height + 40) - 20 }
        const least = looked.cellsTo(point)
        const nearest = atlas.nearest(point.x, point.y)
        expect(nearest.status === 'none' ? NOWHERE : apart(nearest, point)).toBeCloseTo(Math.min(NOWHERE, ...least), 9)
        if (looked.count === 0) continue
        const island = random.below(looked.count)
        const own = atlas.nearest(point.x, point.y, { island })
        expect(own.status).toBe('found')
        const name = atlas.islandOf(own.x, own.y)
        expect(name).toBe(island)
        const cells = apart(own, point)
        expect(cells).toBeCloseTo(least[looked.islandOf(own)], 9)
        expect(atlas.nearest(point.x, point.y, { island, within: Math.ceil(cells) })).toEqual(own)
        const nearer = atlas.nearest(point.x, point.y, { island, within: cells - 0.01 > 0 ? cells - 0.01 : 0 })
        expect(nearer.status).toBe(cells === 0 ? 'found' : 'none')
        if (cells > 0) expect(nearer.message).toContain(`of ${point.x},${point.y}.`)
      }
    })
    await fc.assert(property, runs(24))
  })

  it('refuses an island that there is not, and half a cell', async () => {
    const atlas = await open(pocketed)
    for (const island of [-1, 2, 0.5]) expect(() => atlas.nearest(0, 0, { island })).toThrow(/no island/)
    expect(() => atlas.nearest(0.5, 0)).toThrow(/whole numbers/)
  })
})
