/**
 * An explanation tells the truth: its segments join up and add up to the estimate, and the gap of a refusal is the
 * smallest there is.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { explanationText } from '../../src/exact.ts'
import { bake, openAtlas, type Point } from '../../src/index.ts'
import { cellsOfIsland, closestCells } from '../../src/proof/closest.ts'
import { drawn, floodIslands } from '../support/plain.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

/** In steps. */
function apart(a: Point, b: Point): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))
}

describe('the explanation of a path', () => {
  it('says of a certificate that proves little that it does', async () => {
    const explanation = openAtlas(await bake(drawn('....')))
      .finder()
      .find(0, 0, 3, 0)
      .explain()
    expect(explanationText({ ...explanation, cost: 100, lowerBound: 10 })).toContain(
      '90 % to gain, which proves little',
    )
    expect(explanationText({ ...explanation, cost: 100, lowerBound: 99 })).toContain('at most 1.0 % to gain\n')
  })

  it('has segments that join up and add up to the estimate', async () => {
    let segmentCount = 0
    const property = fc.asyncProperty(worlds(400), async ({ grid, directions }) => {
      const atlas = openAtlas(await bake(grid, { directions }))
      const finder = atlas.finder()
      const cells = freeCells(grid, 12, new Random(3))
      for (let i = 1; i < cells.length; i++) {
        const route = finder.find(...cells[i - 1], ...cells[i])
        if (route.steps === null) continue
        const { segments, cost, estimate, settledCount } = route.explain()
        expect(cost).toBe(route.cost)
        expect(settledCount).toBeGreaterThan(0)
        let total = 0
        let at = route.start
        for (const { level, region, from, to, entry, rank, cost } of segments) {
          // Cells of the same entry are neighbours, and both ends of a segment lie in its region, except for the ends of
          // the path: on weighted ground a region beside may be entered by cells that are no entry, or past a corner.
          expect(apart(from, at)).toBe(at === route.start ? 0 : 1)
          if (from !== route.start) expect(atlas.regionOf(from.x, from.y, level)).toBe(region)
          if (to !== route.goal) expect(atlas.regionOf(to.x, to.y, level)).toBe(region)
          if (entry !== null) {
            expect(atlas.rankOf(entry)).toBe(rank)
            const [x0, y0, x1, y1] = atlas.entryCells(entry)
            expect(Math.min(apart(to, { x: x0, y: y0 }), apart(to, { x: x1, y: y1 }))).toBeLessThan(2)
          }
          total += cost
          at = to
          segmentCount++
        }
        expect(at).toEqual(route.goal)
        expect(total).toBeCloseTo(estimate!, 6)
      }
    })
    await fc.assert(property, runs(8))
    expect(segmentCount).toBeGreaterThan(100)
  })

  it('is plain data, timed only with a clock', async () => {
    const atlas = openAtlas(await bake({ width: 300, height: 300, cost: new Uint8Array(90_000).fill(1) }))
    const finder = atlas.finder()
    const route = finder.find(0, 0, 290, 170)
    const plain = route.explain()
    expect(plain.timeUs).toBeNull()
    expect(JSON.parse(JSON.stringify(plain))).toEqual(plain)
    let nowMs = 0
    const timed = route.explain(() => nowMs++)
    expect(timed.timeUs).toEqual({ route: 1000, cells: 1000 })
    expect(explanationText(timed)).toContain('1000 us route, 1000 us its cells')
  })
})

describe('the explanation of a refusal', () => {
  it('names the islands, their sizes and the smallest gap between them', async () => {
    let gapCount = 0
    const property = fc.asyncProperty(worlds(130), async ({ grid, directions }) => {
      const { width, cost } = grid
      const atlas = openAtlas(await bake(grid, { directions }))
      const { islandOfCell } = floodIslands(grid)
      const cells = freeCells(grid, 6, new Random(5))
      for (let i = 1; i < cells.length; i++) {
        const [a, b] = [cells[i - 1], cells[i]].map(([x, y]) => islandOfCell[y * width + x])
        if (a === b) continue
        const finder = atlas.finder()
        const { refusal } = finder.find(...cells[i - 1], ...cells[i]).explain()
        const members = (island: number) => Array.from(cost.keys()).filter(cell => islandOfCell[cell] === island)
        expect(refusal!.start.cells).toBe(members(a).length)
        expect(refusal!.goal.cells).toBe(members(b).length)
        const { from, to, isExact, cells: gapCells } = refusal!.gap
        expect([islandOfCell[from.y * width + from.x], islandOfCell[to.y * width + to.x]]).toEqual([a, b])
        expect(Math.hypot(from.x - to.x, from.y - to.y)).toBeCloseTo(gapCells, 9)
        expect(isExact).toBe(true)
        expect(gapCells).toBeCloseTo(smallestGap(members(a), members(b), width), 9)
        gapCount++
      }
    })
    await fc.assert(property, runs(30))
    expect(gapCount).toBeGreaterThan(20)
  })

  it('says in words what lies between', async () => {
    const atlas = openAtlas(await bake(drawn('...#..', '...#..', '...#..')))
    const finder = atlas.finder()
    const text = explanationText(finder.find(0, 0, 5, 2).explain())
    expect(text).toContain('on island 0, 9 cells')
    expect(text).toContain('on island 1, 6 cells')
    expect(text).toContain('2.00 cells from 2,0 to 4,0, closest')
  })

  it('says so where it has not looked at every shore', async () => {
    // Straight shores have no diagonal neighbours, the one gap that ends the search at once; and they are too long for it.
    const width = 24_000
    const cost = new Uint8Array(width * 5).fill(1)
    cost.fill(0, 2 * width, 3 * width)
    const atlas = openAtlas(await bake({ width, height: 5, cost }))
    const gap = closestCells(atlas.columns, 0, 1)
    expect(gap).toMatchObject({ cells: 2, isExact: false })
    expect(cellsOfIsland(atlas.columns, 0)).toBe(2 * width)
  })
})

/** Every cell of the one against every cell of the other. */
function smallestGap(a: number[], b: number[], width: number): number {
  let square = Number.POSITIVE_INFINITY
  for (const p of a) {
    for (const q of b) {
      const dx = (p % width) - (q % width)
      const dy = Math.floor(p / width) - Math.floor(q / width)
      square = Math.min(square, dx * dx + dy * dy)
    }
  }
  return Math.sqrt(square)
}
