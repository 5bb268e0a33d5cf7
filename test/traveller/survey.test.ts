/**
 * What a map knows about itself: widths and choke points, held against closing each cell and counting what is left.
 */
import { describe, expect, it } from 'vitest'
import { exactCost } from '../../src/exact.ts'
import { bake, generate, openAtlas } from '../../src/index.ts'
import { box } from '../../src/live.ts'
import { gridOf } from '../../src/map/footprint.ts'
import type { Grid } from '../../src/map/grid.ts'
import { openAtlas as openQuery } from '../../src/query.ts'
import { widthsOf } from '../../src/traveller/narrows.ts'
import { type Closed, chokePoints, clearanceAlong, deadEnds, whatIf, widthAt } from '../../src/travellers.ts'
import { patchyGrounds } from '../support/grounds.ts'
import { drawn, floodIslands, plainMap } from '../support/plain.ts'

/** The parts of its island that are left around a cell when it is closed, the largest first. */
function partsWithout({ width, height, cost }: Grid, closed: number): number[] {
  const left = cost.slice()
  left[closed] = 0
  const beside = (cell: number) => {
    const x = cell % width
    return [x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1, cell - width, cell + width].filter(
      other => other >= 0 && other < width * height && left[other] !== 0,
    )
  }
  const parts: number[] = []
  for (const from of beside(closed)) {
    const todo = left[from] === 0 ? [] : [from]
    left[from] = 0
    let size = 0
    for (let cell = todo.pop(); cell !== undefined; cell = todo.pop()) {
      size++
      for (const other of beside(cell)) {
        left[other] = 0
        todo.push(other)
      }
    }
    if (size > 0) parts.push(size)
  }
  return parts.sort((a, b) => b - a)
}

describe('choke points', () => {
  it('are the cells whose closing parts an island, with the cells on each side', async () => {
    for (const seed of [1, 2, 3]) {
      const grid = generate('scatter', { width: 34, height: 21, seed, wallShare: 0.35 })
      const atlas = openAtlas(await bake(grid))
      const found = chokePoints(atlas)
      const partsOf = new Map(found.map(({ x, y, parts }) => [y * 34 + x, parts]))
      for (let cell = 0; cell < grid.cost.length; cell++) {
        if (grid.cost[cell] === 0) continue
        const parts = partsWithout(grid, cell)
        expect(partsOf.get(cell), `cell ${cell} of seed ${seed}`).toEqual(parts.length > 1 ? parts : undefined)
      }
      expect(found.length).toBeGreaterThan(3)
      expect(chokePoints(atlas, { least: 5 })).toEqual(found.filter(({ parts }) => parts[1] >= 5))
    }
  })

  it('come in the order of what they part', async () => {
    const atlas = openAtlas(await bake(drawn('...#...', '.......', '...#...')))
    expect(chokePoints(atlas)).toEqual([
      { x: 3, y: 1, parts: [9, 9] },
      { x: 2, y: 1, parts: [10, 8] },
      { x: 4, y: 1, parts: [10, 8] },
    ])
    expect(() => chokePoints(atlas, { least: 0 })).toThrow('least is 0')
  })
})

describe('a survey', () => {
  it('is of an atlas that any door opened', async () => {
    const bytes = await bake(drawn('...#...', '.......', '...#...'))
    const atlas = openAtlas(bytes)
    const plain = openQuery(bytes)
    expect(chokePoints(plain, { least: 9 })).toEqual(chokePoints(atlas, { least: 9 }))
    expect(deadEnds(plain)).toEqual(deadEnds(atlas))
    expect([widthAt(plain, 1, 1), clearanceAlong(plain, [1, 1, 3, 1]).narrowest]).toEqual([3, { x: 3, y: 1, width: 1 }])
    expect(whatIf(plain, [3, 1]).parted).toEqual([{ island: 0, parts: [9, 9] }])
  })

  it('was asked of the atlas itself: the old names tell the new ones', async () => {
    const atlas: object = openAtlas(await bake(drawn('...')))
    for (const name of ['widthAt', 'clearanceAlong', 'chokePoints', 'deadEnds', 'whatIf']) {
      expect(() => Reflect.get(atlas, name)).toThrow(`call ${name}(atlas`)
    }
  })
})

describe('the width at a cell', () => {
  it('is the same when all cells are asked at once', async () => {
    // To ask a cell takes the cube of its width.
    for (const [kind, width, seed] of [
      ['caves', 150, 3],
      ['scatter', 150, 4],
      ['open', 110, 1],
    ] as const) {
      const { terrain } = openAtlas(await bake(generate(kind, { width, height: 0.6 * width, seed })))
      const widths = widthsOf(terrain)
      const one = Uint8Array.from(widths, (_, cell) => widthAt({ terrain }, cell % width, Math.floor(cell / width)))
      expect(widths).toEqual(one)
    }
  })

  it('is the size of the largest traveller that can stand there', async () => {
    const grounds = patchyGrounds(40, 30, 4, 0.3)
    const costs = { grass: 1, forest: 1, swamp: 1, water: 1, road: 1 }
    const atlas = openAtlas(await bake(gridOf(grounds, { costs, size: 1 })))
    const sized = Array.from({ length: 40 }, (_, i) => gridOf(grounds, { costs, size: i + 1 }).cost)
    for (let cell = 0; cell < 1200; cell++) {
      const width = sized.filter(cost => cost[cell] > 0).length
      expect(widthAt(atlas, cell % 40, Math.floor(cell / 40))).toBe(width)
    }
    expect(widthAt(atlas, -1, 5)).toBe(0)
  })
})

describe('dead ends', () => {
  it('are what closing one cell cuts off from the larger rest, and none lies in another', async () => {
    for (const seed of [1, 2, 3]) {
      const grid = generate('scatter', { width: 34, height: 21, seed, wallShare: 0.35 })
      const atlas = openAtlas(await bake(grid))
      const before = floodIslands(grid).islandOfCell
      const taken = new Set<number>()
      for (const { door, inside, cells, box } of deadEnds(atlas)) {
        const closed = { ...grid, cost: grid.cost.slice() }
        closed.cost[door.y * 34 + door.x] = 0
        const { islandOfCell } = floodIslands(closed)
        const own = [...islandOfCell.keys()].filter(
          cell => islandOfCell[cell] === islandOfCell[inside.y * 34 + inside.x],
        )
        expect(own.length).toBe(cells)
        const island = before[door.y * 34 + door.x]
        expect(2 * cells).toBeLessThan(before.filter(other => other === island).length)
        for (const cell of own) {
          expect(taken.has(cell)).toBe(false)
          taken.add(cell)
        }
        const [xs, ys] = [own.map(cell => cell % 34), own.map(cell => Math.floor(cell / 34))]
        const [x, y] = [Math.min(...xs), Math.min(...ys)]
        expect(box).toEqual({ x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 })
      }
      // Each choke point cuts off only what lies in a dead end.
      for (const { x, y, parts } of chokePoints(atlas)) {
        const rest = parts.slice(1).reduce((sum, part) => sum + part, 0)
        const isDoor = deadEnds(atlas).some(({ door }) => door.x === x && door.y === y)
        expect(rest > 0 && (isDoor || taken.has(y * 34 + x))).toBe(true)
      }
    }
  })

  it('can be asked for from a size on', async () => {
    const atlas = openAtlas(await bake(drawn('....#.', '....#.', '......', '....#.')))
    expect(deadEnds(atlas)).toEqual([
      { door: { x: 3, y: 2 }, inside: { x: 4, y: 2 }, cells: 5, box: { x: 4, y: 0, width: 2, height: 4 } },
    ])
    expect(deadEnds(atlas, { least: 6 })).toEqual([])
    expect(() => deadEnds(atlas, { least: 0.5 })).toThrow('least is 0.5')
  })
})

describe('the clearance along a path', () => {
  it('is the width at each of its cells, and where it is least', async () => {
    const grid = generate('caves', { width: 90, height: 70, seed: 3 })
    const atlas = openAtlas(await bake(grid))
    const free = [...grid.cost.keys()].filter(cell => grid.cost[cell] > 0)
    let [from, to] = [free[0], free[0]]
    for (const cell of free)
      if (atlas.isReachable(from % 90, Math.floor(from / 90), cell % 90, Math.floor(cell / 90))) to = cell
    const cells = atlas
      .finder()
      .find(from % 90, Math.floor(from / 90), to % 90, Math.floor(to / 90))
      .cells()
    const expected = Array.from({ length: cells.length / 2 }, (_, i) => widthAt(atlas, cells[2 * i], cells[2 * i + 1]))
    const { widths, narrowest } = clearanceAlong(atlas, cells)
    expect([...widths]).toEqual(expected)
    const least = expected.indexOf(Math.min(...expected))
    expect(narrowest).toEqual({ x: cells[2 * least], y: cells[2 * least + 1], width: expected[least] })
    expect(clearanceAlong(atlas, []).narrowest).toBe(null)
  })
})

describe('what follows from closing cells', () => {
  it('is which islands part, and what routes cost then', async () => {
    const grid = generate('scatter', { width: 60, height: 40, seed: 4, wallShare: 0.3 })
    const atlas = openAtlas(await bake(grid))
    const { x, y, parts } = chokePoints(atlas)[0]
    const free = [...grid.cost.keys()].filter(cell => grid.cost[cell] > 0)
    const point = (cell: number) => ({ x: cell % 60, y: Math.floor(cell / 60) })
    const pairs = Array.from({ length: 12 }, (_, i) => ({
      start: point(free[i * 7]),
      goal: point(free.at(-1 - i * 9)!),
    }))
    const boxed = ({ x: left, y: top, width, height }: ReturnType<typeof box>) =>
      Array.from({ length: width * height }, (_, i) => (top + Math.floor(i / width)) * 60 + left + (i % width))
    const ends = [0, 5].flatMap(entry => atlas.entryCells(entry))
    const cases: [Closed, number[]][] = [
      [[x, y], [y * 60 + x]],
      [box(20, 0, 2, 40), boxed(box(20, 0, 2, 40))],
      [
        [box(x, y, 1, 1), box(5, 5, 3, 3)],
        [y * 60 + x, ...boxed(box(5, 5, 3, 3))],
      ],
      [{ entries: [0, 5] }, [0, 2, 4, 6].map(i => ends[i + 1] * 60 + ends[i])],
    ]
    for (const [closed, cells] of cases) {
      const then = { ...grid, cost: grid.cost.slice() }
      for (const cell of cells) then.cost[cell] = 0
      const told = whatIf(atlas, closed, { pairs })
      expect(told.cells).toBe(grid.cost.filter((cost, cell) => cost !== then.cost[cell]).length)
      told.detours.forEach(({ start, goal, before, after }) => {
        for (const [map, cost] of [
          [grid, before],
          [then, after],
        ] as const) {
          const least = exactCost(plainMap(map, 8), start.x, start.y, goal.x, goal.y)
          if (least === Infinity) expect(cost).toBe(Infinity)
          else expect(cost / Math.max(1, least)).toBeLessThan(1.05)
        }
      })
      const now = floodIslands(grid).islandOfCell
      const left = floodIslands(then).islandOfCell
      const sizesOf = (island: number) => {
        const sizes = new Map<number, number>()
        left.forEach((part, cell) => {
          if (part >= 0 && now[cell] === island) sizes.set(part, (sizes.get(part) ?? 0) + 1)
        })
        return [...sizes.values()].sort((a, b) => b - a)
      }
      const parted = [...new Set(now)].filter(island => island >= 0 && sizesOf(island).length > 1)
      expect(told.parted.map(one => one.parts).sort()).toEqual(parted.map(sizesOf).sort())
    }
    expect(whatIf(atlas, [x, y]).parted).toEqual([{ island: atlas.islandOf(x, y), parts }])
    expect(() => whatIf(atlas, box(-9, -9, 2, 2))).toThrow(/Nothing is closed/)
  })
})
