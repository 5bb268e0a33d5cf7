/** Paths that begin or end in expensive ground, or lead straight through it: what an entry aside costs there is much of them. */
import { describe, expect, it, test, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { PlainRows } from '../../src/cells/plain-rows.ts'
import { bake, type Grid, openAtlas } from '../../src/index.ts'
import type { Directions } from '../../src/map/movement.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { judge } from '../support/judge.ts'
import { plainMap } from '../support/plain.ts'

const SIDE = 512
const STARTS = 6
const GOALS = 16

/** Expensive ground with rings of road in it, over each other, whose cells hang together in 4 directions. */
function wilderness(cost: number, random: Random): Grid {
  const costs = new Uint8Array(SIDE * SIDE).fill(cost)
  for (let rings = 0; rings < 14; rings++) {
    const [middleX, middleY, radius] = [random.below(SIDE), random.below(SIDE), 30 + random.below(100)]
    for (let y = Math.max(0, middleY - radius); y < SIDE && y <= middleY + radius; y++) {
      for (let x = Math.max(0, middleX - radius); x < SIDE && x <= middleX + radius; x++) {
        if (Math.abs(Math.hypot(x - middleX, y - middleY) - radius) < 0.8) costs[y * SIDE + x] = 1
      }
    }
  }
  return { width: SIDE, height: SIDE, cost: costs }
}

/** Ground that becomes more expensive, smoothly, towards some cells. */
function cones(random: Random): Grid {
  const tops = Array.from({ length: 4 }, () => [random.below(SIDE), random.below(SIDE)])
  const costs = Uint8Array.from({ length: SIDE * SIDE }, (_, cell) => {
    const apart = tops.map(([x, y]) => Math.hypot((cell % SIDE) - x, Math.floor(cell / SIDE) - y))
    return Math.max(1, 255 - Math.min(...apart))
  })
  return { width: SIDE, height: SIDE, cost: costs }
}

/** By how much paths from some cells in the west to others in the east cost more than the best, in the mean. */
async function meanExcess(grid: Grid, directions: Directions, seed: number): Promise<number> {
  const finder = openAtlas(await bake(grid, { directions })).finder()
  const map = plainMap(grid, directions)
  const random = new Random(seed)
  let sum = 0
  for (let starts = 0; starts < STARTS; starts++) {
    const [x0, y0] = [random.below(200), random.below(SIDE)]
    const distances = exactDistances(map, x0, y0)
    for (let goals = 0; goals < GOALS; goals++) {
      const [x, y] = [300 + random.below(212), random.below(SIDE)]
      sum += judge(map, finder.find(x0, y0, x, y), [x0, y0], [x, y], distances[y * SIDE + x])
    }
  }
  return sum / (STARTS * GOALS)
}

describe('a path', () => {
  it.each([8, 4] as const)(
    'leaves expensive ground for the road by the best way, in %d directions',
    async directions => {
      for (const seed of [1, 2]) {
        expect(await meanExcess(wilderness(60, new Random(seed)), directions, seed)).toBeLessThan(0.0006)
      }
    },
  )

  it('in 4 directions keeps to a straight way between entries that lie to both sides of it', async () => {
    for (const seed of [1, 3]) expect(await meanExcess(cones(new Random(seed)), 4, seed)).toBeLessThan(0.001)
  })

  it('in 4 directions goes straight to a road some blocks away, not to one that an entry leads to', async () => {
    const cost = new Uint8Array(SIDE * SIDE).fill(19)
    cost.fill(1, 70 * SIDE + 204, 70 * SIDE + 481)
    cost.fill(1, 210 * SIDE + 208, 210 * SIDE + 481)
    for (let y = 70; y <= 210; y++) cost[y * SIDE + 480] = 1
    const grid = { width: SIDE, height: SIDE, cost }
    const finder = openAtlas(await bake(grid, { directions: 4 })).finder()
    const map = plainMap(grid, 4)
    const best = exactDistances(map, 204, 140)[141 * SIDE + 480]
    expect(judge(map, finder.find(204, 140, 480, 141), [204, 140], [480, 141], best)).toBeLessThan(0.01)
  })
})

const [WIDTH, HEIGHT] = [512, 128]

async function dearAtlas(random: Random) {
  const cost = Uint16Array.from({ length: WIDTH * HEIGHT }, () => 50_000 + random.below(15_000))
  return openAtlas(await bake({ width: WIDTH, height: HEIGHT, cost }))
}

function farEnds(random: Random): [number, number, number, number] {
  return [random.below(32), random.below(HEIGHT), WIDTH - 1 - random.below(32), random.below(HEIGHT)]
}

/** Ground so expensive that a window of as many regions as elsewhere costs more than swift sweeps count to. */
test('is crossed in windows of fewer regions, none of which is swept cell by cell', async () => {
  const random = new Random(3)
  const finder = (await dearAtlas(random)).finder()
  const swept = vi.spyOn(PlainRows.prototype, 'sweep')
  for (let trial = 0; trial < 8; trial++) {
    const route = finder.find(...farEnds(random))
    expect(route.cost).toBeLessThanOrEqual(route.estimate)
  }
  expect(swept).not.toHaveBeenCalled()
  swept.mockRestore()
})

test('has the same paths, in haste and with care, where no kernel can be', async () => {
  const atlas = await dearAtlas(new Random(5))
  const paths = () => {
    const random = new Random(6)
    const finder = atlas.finder()
    return Array.from({ length: 12 }, (_, trial) =>
      finder.find(...farEnds(random), { quality: (['fast', 'default'] as const)[trial % 2] }).cells(),
    )
  }
  const swept = paths()
  vi.stubGlobal('WebAssembly', undefined)
  const plain = paths()
  vi.unstubAllGlobals()
  expect(plain).toEqual(swept)
})
