/**
 * Where entries of level 0 are: on lanes that go on from block to block, beside walls that meet a border, and everywhere
 * that two regions touch.
 * @fast
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, type Grid, openAtlas } from '../../src/index.ts'
import { regionAt, slotsOf } from '../support/columns.ts'
import { painted } from '../support/plain.ts'
import { runs, worlds } from '../support/worlds.ts'

const OPEN_LANES = [5, 16, 26]

const walled = (width: number, height: number, isWall: (x: number, y: number) => boolean) =>
  painted(width, height, (x, y) => (isWall(x, y) ? 0 : 1))

/** On the border between columns 31 and 32, along row `blockRow` of blocks; and the same on the map turned over. */
async function placesOf(grid: Grid, blockRow: number): Promise<number[]> {
  const places = new Set<number>()
  const placesTurned = new Set<number>()
  for (const { x, y, xBeyond } of await allSlots(grid)) {
    if (x === 31 && xBeyond === 32 && y >> 5 === blockRow) places.add(y - 32 * blockRow)
  }
  for (const { x, y, yBeyond } of await allSlots(turned(grid))) {
    if (y === 31 && yBeyond === 32 && x >> 5 === blockRow) placesTurned.add(x - 32 * blockRow)
  }
  expect(placesTurned).toEqual(places)
  return [...places].sort((a, b) => a - b)
}

async function allSlots(grid: Grid) {
  const { columns } = openAtlas(await bake(grid))
  return Array.from({ length: columns.levels[0].regionCount }, (_, region) => slotsOf(columns, 0, region)).flat()
}

function turned({ width, height, cost }: Grid): Grid {
  return walled(height, width, (x, y) => cost[x * width + y] === 0)
}

describe('the entries of a border', () => {
  it('lie on lanes where it is open', async () => {
    expect(
      await placesOf(
        walled(64, 96, () => false),
        0,
      ),
    ).toEqual(OPEN_LANES)
    expect(
      await placesOf(
        walled(64, 96, () => false),
        1,
      ),
    ).toEqual(OPEN_LANES)
  })

  it('lie beside a wall that meets it, on either side of the border, also just beyond its end', async () => {
    expect(
      await placesOf(
        walled(64, 96, (x, y) => x === 32 && y < 42),
        1,
      ),
    ).toEqual([10, 16, 26])
    expect(
      await placesOf(
        walled(64, 96, (x, y) => x === 31 && y === 31),
        1,
      ),
    ).toEqual([0, ...OPEN_LANES])
    expect(
      await placesOf(
        walled(64, 96, (x, y) => x === 32 && y === 64),
        1,
      ),
    ).toEqual([...OPEN_LANES, 31])
  })

  it('are one in a narrow opening, and two at the ends of one that is wider and has no lane', async () => {
    expect(
      await placesOf(
        walled(64, 96, (x, y) => x === 31 && (y < 49 || y > 53)),
        1,
      ),
    ).toEqual([19])
    expect(
      await placesOf(
        walled(64, 96, (x, y) => x === 31 && (y < 49 || y > 56)),
        1,
      ),
    ).toEqual([17, 24])
  })

  it('are on the lanes that there are where the map ends: its edge is no wall to turn around', async () => {
    expect(
      await placesOf(
        walled(64, 40, () => false),
        1,
      ),
    ).toEqual([5])
    expect(
      await placesOf(
        walled(64, 39, () => false),
        1,
      ),
    ).toEqual([5])
    expect(
      await placesOf(
        walled(64, 36, () => false),
        1,
      ),
    ).toEqual([1])
  })

  it('are five at most for two regions, spread along the border', async () => {
    expect(
      await placesOf(
        walled(64, 96, (x, y) => x === 31 && y % 2 === 1),
        0,
      ),
    ).toEqual([2, 8, 16, 22, 28])
  })

  it('are all those of a wide opening, and some of the narrow ones beside it', async () => {
    expect(
      await placesOf(
        walled(64, 96, (x, y) => x === 31 && y > 19 && y % 2 === 0),
        0,
      ),
    ).toEqual([5, 16, 19, 23, 29])
  })

  it('lose little of the ways of a maze with loops', async () => {
    const side = 320
    const random = new Random(8)
    // Rooms of one cell; seven of ten doors between them are open.
    const maze = walled(side, side, (x, y) =>
      x % 2 === 0 && y % 2 === 0 ? true : x % 2 !== y % 2 && random.unit() > 0.7,
    )
    const atlas = openAtlas(await bake(maze))
    const finder = atlas.finder()
    for (let i = 0; i < 100; i++) {
      const start = atlas.nearest(random.below(side), random.below(side))
      const island = atlas.islandOf(start.x, start.y)
      const goal = atlas.nearest(random.below(side), random.below(side), { island })
      const [near, best] = (['default', 'exact'] as const).map(quality => finder.find(start, goal, { quality }).cost)
      expect(near).toBeLessThanOrEqual(1.03 * best)
    }
  })

  it('join all regions that touch', async () => {
    const property = fc.asyncProperty(worlds(120), async ({ grid }) => {
      const { columns } = openAtlas(await bake(grid))
      const { width, height, cost } = grid
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          for (const [dx, dy] of [
            [1, 0],
            [0, 1],
          ] as const) {
            const isBorder = (dx === 1 && (x & 31) === 31) || (dy === 1 && (y & 31) === 31)
            if (!isBorder || x + dx >= width || y + dy >= height) continue
            if (cost[y * width + x] === 0 || cost[(y + dy) * width + x + dx] === 0) continue
            const beyond = regionAt(columns, x + dx, y + dy, 0)
            const neighbours = slotsOf(columns, 0, regionAt(columns, x, y, 0)).map(slot =>
              regionAt(columns, slot.xBeyond, slot.yBeyond, 0),
            )
            expect(neighbours).toContain(beyond)
          }
        }
      }
    })
    await fc.assert(property, runs(12))
  })
})
