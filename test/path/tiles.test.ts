/**
 * Ground drawn in tiles, as game maps are: squares of one cost each that lie on the lines of the blocks or across them, checkers,
 * roads along the lines, and mazes of roads through expensive ground. Paths and costs without paths stay near the best.
 */
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, type Directions, type Grid, generate, openAtlas } from '../../src/index.ts'
import { exactDistances } from '../../src/proof/oracle.ts'
import { bakeWorld, openWorld } from '../../src/world.ts'
import { judge } from '../support/judge.ts'
import { painted, plainMap } from '../support/plain.ts'

const SIDE = 256
const STARTS = 3
const GOALS = 30
const DIRECTIONS: readonly Directions[] = [8, 4]

const SIX_BY_SIX = [
  [255, 1, 1, 1, 1, 255],
  [1, 1, 1, 255, 255, 1],
  [255, 255, 1, 1, 1, 1],
  [1, 1, 1, 1, 1, 1],
  [255, 1, 255, 1, 1, 255],
  [1, 1, 1, 1, 1, 1],
]

const drawn = (costAt: (x: number, y: number) => number, side = SIDE) => painted(side, side, costAt)

function tiles(tileCells: number, seed: number, costs: readonly number[] = [1, 5, 40, 200], side = SIDE): Grid {
  const random = new Random(seed)
  const inARow = Math.ceil(side / tileCells)
  const costOfTile = Array.from({ length: inARow ** 2 }, () => costs[random.below(costs.length)])
  return drawn((x, y) => costOfTile[Math.floor(y / tileCells) * inARow + Math.floor(x / tileCells)], side)
}

function checkers(tileCells: number, expensive: number): Grid {
  return drawn((x, y) => ((Math.floor(x / tileCells) + Math.floor(y / tileCells)) & 1 ? expensive : 1))
}

/** Roads on some of the lines of blocks, in ground that costs thirty times as much. */
function roadsOnLines(seed: number): Grid {
  const random = new Random(seed)
  const isRoad = Array.from({ length: 2 * (SIDE / 32) }, () => random.unit() < 0.5)
  const onLine = (at: number, first: number) => (at & 31) === 31 && isRoad[first + (at >> 5)]
  return drawn((x, y) => (onLine(x, 0) || onLine(y, SIDE / 32) ? 1 : 30))
}

function mazeOfRoads(seed: number): Grid {
  const { cost } = generate('maze', { width: SIDE, height: SIDE, seed, corridorCells: 3 })
  return drawn((x, y) => (cost[y * SIDE + x] > 0 ? 1 : 40))
}

/** Corridors one cell wide with loops, in some blocks crossed by stripes of cost 255; goals in walls do not count. */
function stripedMaze(seed: number): Grid {
  const random = new Random(seed)
  return drawn((x, y) => {
    const isFree = (x & y & 1) === 1 || (((x | y) & 1) === 1 && random.unit() < 0.65)
    const isStriped = ((x >> 5) + (y >> 5)) % 3 === 0 && (x + y) % 11 < 3
    return isFree ? (isStriped ? 255 : 1) : 0
  })
}

/** What a traveller of some cells meets: each cell costs as much as the most expensive one below it. */
function widened({ width, cost }: Grid, size: number): Grid {
  const under = (x: number, y: number) =>
    Array.from(
      { length: size ** 2 },
      (_, i) => cost[Math.max(0, y - Math.floor(i / size)) * width + Math.max(0, x - (i % size))],
    )
  return drawn((x, y) => Math.max(...under(x, y)), width)
}

const GROUNDS: Record<string, () => Grid> = {
  'tiles of 8 cells': () => tiles(8, 29),
  'tiles of 16 cells': () => tiles(16, 1),
  'tiles of 32 cells': () => tiles(32, 2),
  'other tiles of 32 cells': () => tiles(32, 3),
  'tiles of 64 cells': () => tiles(64, 4),
  'checkers of 32 cells': () => checkers(32, 200),
  'checkers of 32 cells, as expensive as can be': () => checkers(32, 255),
  'checkers of 48 cells': () => checkers(48, 200),
  'tiles of 32 cells below a traveller of two': () => widened(tiles(32, 9, [1, 255]), 2),
  'checkers of 32 cells below a traveller of three': () => widened(checkers(32, 200), 3),
  'roads on the lines of blocks': () => roadsOnLines(5),
  'a maze of roads': () => mazeOfRoads(6),
  'a maze with loops and expensive stripes': () => stripedMaze(14),
  'tiles of six by six': () => drawn((x, y) => SIX_BY_SIX[y >> 5][x >> 5], 192),
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

it('the path between two cheap tiles that touch at a corner leads over that corner', async () => {
  const finder = openAtlas(await bake(GROUNDS['tiles of six by six']())).finder()
  expect(finder.find(112, 16, 182, 31).cost).toBeLessThan(204.7 * 1.01)
})

it('a far path steps over the corner of a block past expensive cells', async () => {
  const finder = openAtlas(await bake(tiles(5, 2, [1, 3, 9], 448))).finder()
  const best = finder.find(19, 416, 320, 363, { quality: 'exact' }).cost
  expect(finder.find(19, 416, 320, 363).cost).toBeLessThan(1.01 * best)
})

it('with 4 directions an end in expensive ground sees a road past the next block', async () => {
  const roads = drawn((x, y) => (x === 31 || y === 31 || y === 191 ? 1 : 30), 224)
  const finder = openAtlas(await bake(roads, { directions: 4 })).finder()
  expect(finder.find(14, 15, 56, 165).cost).toBe(finder.find(14, 15, 56, 165, { quality: 'exact' }).cost)
})

it('a far path through a maze of roads steps through the walls that are worth it', async () => {
  const side = 768
  const { cost } = generate('maze', { width: side, height: side, seed: 3, corridorCells: 1 })
  const maze = drawn((x, y) => (cost[y * side + x] > 0 ? 1 : 255), side)
  const finder = openAtlas(await bake(maze, { directions: 4 })).finder()
  const best = finder.find(5, 5, 567, 395, { quality: 'exact' }).cost
  expect(finder.find(5, 5, 567, 395).cost).toBeLessThan(1.005 * best)
})

const COST_OF_MARK: Record<string, number> = { '.': 1, '-': 5, '+': 40, '#': 200 }

/** Tiles drawn in text, below a traveller whose north-western cell is the one it stands on. */
function drawnTiles(rows: readonly string[], tileCells: number, size: number): Grid {
  const [width, height] = [rows[0].length * tileCells, rows.length * tileCells]
  const costAt = (x: number, y: number) =>
    COST_OF_MARK[rows[Math.floor(Math.min(y, height - 1) / tileCells)][Math.floor(Math.min(x, width - 1) / tileCells)]]
  const places = Array.from({ length: size ** 2 }, (_, i) => [i % size, Math.floor(i / size)])
  return painted(width, height, (x, y) => Math.max(...places.map(([left, top]) => costAt(x + left, y + top))))
}

it.each([
  {
    gap: 'a corner cell of a block',
    tileCells: 16,
    size: 2,
    ends: [5, 75, 175, 48],
    rows: `+-.+.#.#.++-.+ -#-+#.#+.+-.## -..-+...+#+.-# ++.#-.-+.+##-# --#+#+.+.+-.++
           .--+.#..-#.#+. +#+-#-.-+.##.+ ++-++-#--#-##- +...#-++-#+-.- .#--.+#.++.#--`,
  },
  {
    gap: 'two cells on both sides of a border',
    tileCells: 32,
    size: 3,
    ends: [278, 60, 5, 158],
    rows: '-#--#+-.+ +-.+#+-## -..+....- #.+#.#+-+ #++#+-.+# .+#..-+#- -.+##---+ ##+-+----',
  },
])('a path between cheap tiles leads through a diagonal gap: $gap', async ({ rows, tileCells, size, ends }) => {
  const finder = openAtlas(await bake(drawnTiles(rows.split(/\s+/), tileCells, size))).finder()
  const [x0, y0, x1, y1] = ends
  const best = finder.find(x0, y0, x1, y1, { quality: 'exact' }).cost
  expect(finder.find(x0, y0, x1, y1).cost).toBeLessThan(1.05 * best)
})

it.each(DIRECTIONS)('a path turns where that is cheapest, not where entries lie: %i directions', async directions => {
  const costs = [1, 2, 4, 8]
  const grid = drawn((x, y) => (y < 32 ? costs[x >> 5] : 0), 128)
  const finder = openAtlas(await bake(grid, { directions })).finder()
  const pairs: readonly (readonly [number, number, number, number])[] = [
    [23, 28, 112, 20],
    [3, 30, 120, 2],
    [127, 5, 1, 29],
  ]
  for (const ends of pairs) {
    expect(finder.find(...ends).cost, `${ends}`).toBe(finder.find(...ends, { quality: 'exact' }).cost)
  }
})

describe.each(DIRECTIONS)('with %i directions', directions => {
  it.each(Object.keys(GROUNDS))('paths and costs are near the best on %s', async name => {
    const grid = GROUNDS[name]()
    const map = plainMap(grid, directions)
    const { width } = grid
    const finder = openAtlas(await bake(grid, { directions })).finder()
    const random = new Random(7)
    const draw = () => ({ x: random.below(width), y: random.below(width) })
    const [ofPaths, ofEstimates, ofCosts]: number[][] = [[], [], []]
    for (let i = 0; i < STARTS; i++) {
      const start = draw()
      const goals = Array.from({ length: GOALS }, draw)
      const distances = exactDistances(map, start.x, start.y)
      const field = finder.fieldTo(start)
      const costs = finder.costsTo(start, goals)
      goals.forEach(({ x, y }, goal) => {
        const best = distances[y * width + x]
        if (best === 0 || best === Infinity) return
        const route = finder.find(start.x, start.y, x, y)
        ofPaths.push(judge(map, route, [start.x, start.y], [x, y], best))
        ofEstimates.push(route.estimate / best - 1)
        ofCosts.push(costs[goal] / best - 1, field.costAt(x, y) / best - 1)
      })
    }
    expect(meanOf(ofPaths)).toBeLessThan(0.003)
    expect(Math.max(...ofPaths)).toBeLessThan(0.05)
    for (const shares of [ofEstimates, ofCosts]) {
      expect(meanOf(shares)).toBeLessThan(0.01)
      expect(Math.max(...shares)).toBeLessThan(0.1)
    }
  })
})

it('a trip through a world takes the portal that is nearer over the corners of tiles', async () => {
  const grid = checkers(32, 255)
  // Two cheap tiles apart along a diagonal of tiles, or half a map away over expensive ones.
  const portals = [
    { id: 'near', from: { map: 'a', x: 112, y: 112 }, to: { map: 'b', x: 16, y: 16 }, cost: 1 },
    { id: 'far', from: { map: 'a', x: 48, y: 16 }, to: { map: 'b', x: 16, y: 16 }, cost: 1 },
  ]
  const file = await bakeWorld({ maps: { a: grid, b: grid }, portals })
  const finder = openWorld(file).finder()
  const distances = exactDistances(plainMap(grid, 8), 16, 16)
  const nearest = Math.min(...portals.map(({ from }) => distances[from.y * SIDE + from.x]))
  const trip = finder.find({ map: 'a', x: 16, y: 16 }, { map: 'b', x: 16, y: 16 }, {})
  expect(trip.cost).toBeLessThan(1.05 * (nearest + 1))
})

it.each(DIRECTIONS)(
  'trips that begin or end in expensive tiles cost little more than the best: %i directions',
  async directions => {
    const grid = checkers(32, 200)
    const random = new Random(11)
    const draw = () => ({ x: random.below(SIDE), y: random.below(SIDE) })
    const portals = Array.from({ length: 5 }, (_, i) => ({
      id: `${i}`,
      from: { map: 'a', ...draw() },
      to: { map: 'b', ...draw() },
      cost: 1,
    }))
    const finder = openWorld(await bakeWorld({ maps: { a: grid, b: grid }, portals }, { directions })).finder()
    const map = plainMap(grid, directions)
    const best = (distances: Float64Array, { x, y }: { x: number; y: number }) => distances[y * SIDE + x]
    const excesses = Array.from({ length: 12 }, () => {
      const [start, goal] = [draw(), draw()]
      const [before, after] = [start, goal].map(({ x, y }) => exactDistances(map, x, y))
      const least = Math.min(...portals.map(({ from, to }) => best(before, from) + 1 + best(after, to)))
      return finder.find({ map: 'a', ...start }, { map: 'b', ...goal }, {}).cost / least - 1
    })
    expect(meanOf(excesses)).toBeLessThan(0.003)
    expect(Math.max(...excesses)).toBeLessThan(0.05)
  },
)
