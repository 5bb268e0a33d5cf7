/**
 * Steps over the corner where four blocks meet, and ways past the corner of an expensive cell at a border, on a map that changes: what
 * the table of a block says of them follows from cells of the blocks beside it.
 */
import { expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import { bake, type Grid, openLive } from '../../src/index.ts'
import { plainMap } from '../support/plain.ts'

const EXPENSIVE = 254
const WIDTH = 384

type Painted = readonly [x: number, y: number, cost: number]

function paint({ width, cost }: Grid, cells: readonly Painted[]): void {
  for (const [x, y, value] of cells) cost[y * width + x] = value
}

/**
 * Walls except for a way along row `top` that goes on along row `bottom` from the middle on, where cells are as given, and another
 * one, along row `detour`; a cell beside that is free as well.
 */
function twoWays(top: number, bottom: number, detour: number, middle: readonly Painted[]): Grid {
  const grid = { width: WIDTH, height: 64, cost: new Uint8Array(WIDTH * 64) }
  for (let x = 0; x < WIDTH; x++) {
    paint(grid, [
      [x, detour, 1],
      [x, x < WIDTH / 2 ? top : bottom, 1],
    ])
  }
  for (let y = detour; y < bottom; y++) {
    paint(grid, [
      [0, y, y > top ? 0 : 1],
      [WIDTH - 1, y, 1],
    ])
  }
  paint(grid, [...middle, [WIDTH / 2 + 9, detour + 1, 1]])
  return grid
}

/** A view in which a cell in the way has become cheap and one in the block beyond the border more expensive finds that way. */
async function expectFound(grid: Grid, top: number, bottom: number, detour: number): Promise<void> {
  const view = openLive(await bake(grid)).branch()
  const edits: Painted[] = [
    [WIDTH / 2 - 1, top, 1],
    [WIDTH / 2 + 9, detour + 1, 9],
  ]
  for (const edit of edits) view.set(...edit)
  view.commit()
  paint(grid, edits)
  const finder = view.finder()
  for (const [from, to] of [
    [0, WIDTH - 1],
    [5, WIDTH - 5],
    [20, WIDTH - 40],
  ]) {
    const exact = exactCost(plainMap(grid, 8), from, top, to, bottom)
    expect(finder.find(from, top, to, bottom).cost).toBeCloseTo(exact, 6)
    expect(finder.find(to, bottom, from, top).cost).toBeCloseTo(exact, 6)
  }
}

it('a view finds a way over a corner that opens beside a block which becomes more expensive at once', async () => {
  const middle = WIDTH / 2
  const closed: Painted[] = [
    [middle - 1, 31, EXPENSIVE],
    [middle, 31, EXPENSIVE],
    [middle - 1, 32, EXPENSIVE],
  ]
  await expectFound(twoWays(31, 32, 10, closed), 31, 32, 10)
})

it('a view finds a way past the corner of an expensive cell that opens beside a block which becomes more expensive at once', async () => {
  const middle = WIDTH / 2
  const closed: Painted[] = [
    [middle - 1, 18, EXPENSIVE - 4],
    [middle, 18, EXPENSIVE],
    [middle - 1, 19, EXPENSIVE],
  ]
  await expectFound(twoWays(18, 19, 3, closed), 18, 19, 3)
})

it('steps over corners come and go as all cells of a block cost the same and do not', async () => {
  const random = new Random(7)
  for (let maps = 0; maps < 16; maps++) {
    const grid = { width: 64, height: 64, cost: new Uint8Array(64 * 64) }
    for (let cell = 0; cell < grid.cost.length; cell++) grid.cost[cell] = random.unit() < 0.3 ? 1 : EXPENSIVE
    // The one block is expensive, a step leads past it, and far from all its borders is the cell that changes.
    const [left, top] = [32 * (maps & 1), 32 * ((maps >> 1) & 1)]
    for (let cell = 0; cell < 1024; cell++) paint(grid, [[left + (cell & 31), top + (cell >> 5), EXPENSIVE]])
    const [x, y] = [left === 0 ? 31 : 32, top === 0 ? 31 : 32]
    paint(grid, [
      [63 - x, y, 1],
      [x, 63 - y, 1],
      [63 - x, 63 - y, EXPENSIVE],
    ])
    const live = openLive(await bake(grid))
    for (const cost of [1, EXPENSIVE]) {
      const edit = [left + 14, top + 14, cost] as const
      live.set(...edit)
      live.commit()
      paint(grid, [edit])
      expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
    }
  }
})

it('a step past a cell of a block of one cost ends as the cell across becomes a wall, and comes back', async () => {
  const grid = { width: 64, height: 64, cost: new Uint8Array(64 * 64) }
  for (let cell = 0; cell < grid.cost.length; cell++) {
    const [x, y] = [cell & 63, cell >> 6]
    const isShut = (x === 31 && y < 31) || (y === 31 && x < 31)
    grid.cost[cell] = isShut ? 0 : x < 32 && y < 32 ? 200 : y < 32 ? 1 : 5
  }
  const live = openLive(await bake(grid))
  for (const cost of [0, 5, 0]) {
    live.set(32, 32, cost)
    live.commit()
    paint(grid, [[32, 32, cost]])
    expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
  }
})

it('steps over corners of blocks of one cost each, with walls or without, follow all four blocks', async () => {
  const random = new Random(5)
  const side = 64
  for (let maps = 0; maps < 8; maps++) {
    const costOfBlock = Array.from({ length: 4 }, () => [1, 5, 40, 200][random.below(4)])
    const wallShare = Array.from({ length: 4 }, () => (random.below(2) === 0 ? 0.35 : 0))
    const blockOf = (x: number, y: number) => 2 * (y >> 5) + (x >> 5)
    const grid = { width: side, height: side, cost: new Uint8Array(side * side) }
    for (let cell = 0; cell < grid.cost.length; cell++) {
      const block = blockOf(cell % side, Math.floor(cell / side))
      grid.cost[cell] = random.unit() < wallShare[block] ? 0 : costOfBlock[block]
    }
    const live = openLive(await bake(grid))
    for (let commit = 0; commit < 6; commit++) {
      for (let edit = random.below(3); edit >= 0; edit--) {
        const [x, y] = [30 + random.below(4), 30 + random.below(4)]
        const cost = random.below(2) === 0 ? costOfBlock[blockOf(x, y)] : [0, 1, 40][random.below(3)]
        live.set(x, y, cost)
        paint(grid, [[x, y, cost]])
      }
      live.commit()
      expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
    }
  }
})

it('follow from the cells beyond a corner where both diagonals over it cost the same', async () => {
  const side = 128
  const random = new Random(3)
  const cost = new Uint8Array(side * side)
  // Crosses of expensive cells, two wide, over the lines of blocks: as a traveller of three meets tiles.
  const isExpensive = (at: number) => ((at + 1) & 31) < 2
  for (let cell = 0; cell < cost.length; cell++)
    cost[cell] = isExpensive(cell % side) || isExpensive(Math.floor(cell / side)) ? 200 : 1 + random.below(2)
  const grid = { width: side, height: side, cost }
  const live = openLive(await bake(grid))
  for (let edit = 0; edit < 24; edit++) {
    const corner = () => 32 * (1 + random.below(3))
    const [x, y] = [corner() + [-2, 1][random.below(2)], corner() + [-2, 1][random.below(2)]]
    const value = [1, 40, 200][random.below(3)]
    paint(grid, [[x, y, value]])
    live.set(x, y, value)
    live.commit()
    expect(Buffer.compare(live.save(), await bake(grid)), `edit ${edit}: ${x},${y} costs ${value}`).toBe(0)
  }
})
