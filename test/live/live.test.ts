/**
 * A map that changes is right after every commit: its columns are those of a bake, to the byte; what it calls reachable is
 * what a flood reaches; its routes are legal and cost what a fresh bake's cost.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { exactCost } from '../../src/exact.ts'
import type { Grid, LiveMap } from '../../src/index.ts'
import { bake, generate, openAtlas, openLive } from '../../src/index.ts'
import { checkPath } from '../../src/proof/check.ts'
import { drawn, floodIslands, plainMap } from '../support/plain.ts'
import { runs, worlds } from '../support/worlds.ts'

/** Edits single cells, lines and spots of a grid and a live map alike. */
function edit(live: LiveMap, grid: Grid, random: Random, costMax: number): void {
  const { width, height, cost } = grid
  const count = random.below(3) === 0 ? 1 + random.below(40) : 1
  const [left, top, style] = [random.below(width), random.below(height), random.below(3)]
  for (let i = 0; i < count; i++) {
    const x = style === 0 ? random.below(width) : Math.min(width - 1, left + (style === 1 ? i : random.below(9)))
    const y = style === 0 ? random.below(height) : style === 1 ? top : Math.min(height - 1, top + random.below(9))
    const now = random.below(2) === 0 ? 0 : 1 + random.below(costMax)
    live.set(x, y, now)
    cost[y * width + x] = now
  }
}

const copyOf = ({ width, height, cost }: Grid): Grid => ({ width, height, cost: cost.slice() })

/** Islands as a flood finds them, the same numbers for the same islands as the live map gives. */
function expectIslands(live: Pick<LiveMap, 'islandOf'>, grid: Grid): void {
  const { islandOfCell } = floodIslands(grid)
  const numberOf = new Map<number, number>()
  const islandOf = new Map<number, number>()
  const wrong: number[] = []
  islandOfCell.forEach((island, cell) => {
    const number = live.islandOf(cell % grid.width, Math.floor(cell / grid.width))
    if (!numberOf.has(island)) numberOf.set(island, island < 0 ? -1 : number)
    if (!islandOf.has(number)) islandOf.set(number, island)
    if (numberOf.get(island) !== number || islandOf.get(number) !== island) wrong.push(cell)
  })
  expect(wrong).toEqual([])
}

describe('a map that changes', () => {
  it('moves a part of a region to another one in one commit, where the block keeps their number', async () => {
    const corridors = (x: number, y: number) => (y < 5 && (y % 2 === 0 || (x === 5 && y === 3)) ? 1 : 0)
    const grid: Grid = {
      width: 64,
      height: 32,
      cost: Uint16Array.from({ length: 64 * 32 }, (_, i) => corridors(i % 64, i >> 6)),
    }
    const live = openLive(await bake(grid))
    for (const [y, cost] of [
      [1, 1],
      [3, 0],
    ]) {
      live.set(5, y, cost)
      grid.cost[y * 64 + 5] = cost
    }
    live.commit()
    expectIslands(live, grid)
    expect(live.save()).toEqual(await bake(grid))
  })

  it('is saved as the bytes of a bake, after any edits', async () => {
    const property = fc.asyncProperty(worlds(150), fc.nat(), async ({ grid: from, directions }, seed) => {
      const grid = copyOf(from)
      const random = new Random(seed)
      const live = openLive(await bake(grid, { directions }))
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < 4; i++) {
          edit(live, grid, random, round === 0 ? 1 : 9)
          live.commit()
        }
        expect(Buffer.compare(live.save(), await bake(grid, { directions }))).toBe(0)
        expectIslands(live, grid)
      }
    })
    await fc.assert(property, runs(8))
  })

  it.each(['terrain', 'rooms', 'maze', 'scatter', 'caves', 'open'] as const)(
    'of %s has the first bytes again when every edit is undone',
    async kind => {
      const grid = generate(kind, { width: 150, height: 110, seed: 3 })
      const file = await bake(grid)
      const live = openLive(file)
      const changed = copyOf(grid)
      const random = new Random(4)
      for (let i = 0; i < 30; i++) {
        edit(live, changed, random, 3)
        live.commit()
      }
      expect(Buffer.compare(live.save(), file)).not.toBe(0)
      grid.cost.forEach((cost, cell) => {
        if (changed.cost[cell] !== cost) live.set(cell % grid.width, Math.floor(cell / grid.width), cost)
      })
      live.commit()
      expect(Buffer.compare(live.save(), file)).toBe(0)
    },
  )

  it('takes more entries and regions than it had room for, and snapshots stay as they are', async () => {
    const [width, height] = [640, 480]
    const live = openLive(await bake({ width, height, cost: new Uint8Array(width * height) }))
    const before = live.snapshot()
    // Each row is a region of its own in every block.
    for (let y = 1; y < height; y += 2) live.fill({ x: 0, y, width, height: 1 }, 1)
    live.commit()
    const cost = Uint8Array.from({ length: width * height }, (_, cell) => Math.floor(cell / width) & 1)
    expect(Buffer.compare(live.save(), await bake({ width, height, cost }))).toBe(0)
    const ends = [
      { x: 0, y: 1 },
      { x: width - 1, y: 1 },
    ] as const
    expect([live, before].map(map => map.isReachable(...ends))).toEqual([true, false])
  })

  it('is saved as the bytes of a bake once all of it is walls', async () => {
    const grid = generate('elevation', { width: 90, height: 70, seed: 2 })
    const live = openLive(await bake(grid))
    live.fill({ x: 0, y: 0, width: 90, height: 70 }, 0)
    live.commit()
    expect(Buffer.compare(live.save(), await bake({ ...grid, cost: new Uint8Array(90 * 70) }))).toBe(0)
  })

  it('gives legal routes that cost what a fresh bake gives, and none where there is none', async () => {
    const grid = generate('rooms', { width: 260, height: 200, seed: 6 })
    const live = openLive(await bake(grid))
    const finder = live.finder()
    const random = new Random(8)
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 6; i++) edit(live, grid, random, 1)
      live.commit()
      const fresh = openAtlas(await bake(grid)).finder()
      for (let i = 0; i < 10; i++) {
        const [x0, y0] = [random.below(grid.width), random.below(grid.height)]
        const [x1, y1] = [random.below(grid.width), random.below(grid.height)]
        const route = finder.find(x0, y0, x1, y1)
        const other = fresh.find(x0, y0, x1, y1)
        expect(route.status).toBe(other.status)
        if (route.status !== 'found') continue
        const map = { ...grid, costAt: (x: number, y: number) => live.costAt(x, y) }
        expect(checkPath(map, route.cells(), x0, y0, x1, y1, 8).message).toBe('')
        const least = exactCost(plainMap(grid, 8), x0, y0, x1, y1)
        expect(route.cost).toBeLessThanOrEqual(Math.max(other.cost, least) * 1.05 + 1e-6)
        expect(route.cost).toBeGreaterThanOrEqual(least * (1 - 1e-4))
        expect(route.lowerBound).toBeLessThanOrEqual(least * (1 + 1e-4))
      }
    }
  })

  it('tells what a commit changed', async () => {
    const live = openLive(await bake(drawn('..#..', '..#..', '..#..')))
    expect(live.isReachable(0, 0, 4, 0)).toBe(false)
    live.set(2, 1, 1)
    expect(live.commit()).toMatchObject({ version: 1, cells: 1, blocks: 1, islandsMerged: 1, islandsSplit: 0 })
    expect(live.isReachable(0, 0, 4, 0)).toBe(true)
    live.fill({ x: 2, y: 0, width: 1, height: 3 }, 0)
    expect(live.commit()).toMatchObject({ version: 2, cells: 1, islandsMerged: 0, islandsSplit: 1 })
    expect(live.commit()).toMatchObject({ version: 2, cells: 0, blocks: 0, regions: 0 })
  })

  it('takes edits with the commit and not before, the last one of a cell', async () => {
    const live = openLive(await bake(drawn('....')))
    live.set(1, 0, 0)
    live.paint([1, 0, 2, 0], [5, 7])
    expect([live.costAt(1, 0), live.costAt(2, 0)]).toEqual([1, 1])
    live.commit()
    expect([live.costAt(1, 0), live.costAt(2, 0)]).toEqual([5, 7])
    expect(() => live.set(4, 0, 1)).toThrow(/4,0 is outside/)
    expect(() => live.set(0, 0, 256)).toThrow(/cost is 256/)
  })

  it('takes all cells that are painted together, or none', async () => {
    const live = openLive(await bake(drawn('...')))
    expect(() => live.paint([0, 0, 9, 9], [0, 0])).toThrow(/9,9 is outside/)
    expect(() => live.paint([0, 0, 1, 0], [0, 999])).toThrow(/cost is 999/)
    expect(() => live.fill({ x: 0, y: 0, width: -1, height: 1 }, 0)).toThrow(/size is -1 x 1/)
    expect(live.commit().cells).toBe(0)
  })

  it('says of a route of before that its cells cannot be made any more', async () => {
    const live = openLive(await bake(generate('rooms', { width: 300, height: 300, seed: 2 })))
    const find = () => live.finder().find(5, 5, 290, 290)
    const [asked, late] = [find(), find()]
    const cells = asked.cells()
    live.fill({ x: 100, y: 100, width: 3, height: 3 }, live.costAt(100, 100) === 0 ? 1 : 0)
    live.commit()
    expect(asked.cells()).toEqual(cells)
    expect(() => late.cells()).toThrow(/has changed/)
    expect(find().status).toBe('found')
  })

  it('keeps near the optimum when a gate opens in a wall across the map', async () => {
    const grid = generate('open', { width: 700, height: 700, seed: 1 })
    for (let y = 0; y < 700; y++) grid.cost[y * 700 + 350] = y < 4 ? 1 : 0
    const live = openLive(await bake(grid))
    live.set(350, 650, 1)
    live.commit()
    grid.cost[650 * 700 + 350] = 1
    for (const [x0, y0, x1, y1] of [
      [10, 690, 690, 600],
      [300, 500, 500, 699],
      [20, 400, 690, 690],
    ]) {
      const cost = live.finder().find(x0, y0, x1, y1).cost
      expect(cost).toBeLessThan(exactCost(plainMap(grid, 8), x0, y0, x1, y1) * 1.02)
    }
  })
})

describe('versions', () => {
  it('of a snapshot stay as they are, whatever follows', async () => {
    const grid = generate('caves', { width: 180, height: 140, seed: 5 })
    const live = openLive(await bake(grid))
    const random = new Random(2)
    const kept: { atlas: ReturnType<LiveMap['snapshot']>; grid: Grid; costs: number[] }[] = []
    const pairs = Array.from({ length: 10 }, () => [180, 140, 180, 140].map(end => random.below(end)))
    const costsOf = (atlas: ReturnType<LiveMap['snapshot']>) =>
      pairs.map(([x0, y0, x1, y1]) => atlas.finder().find(x0, y0, x1, y1).cost)
    for (let round = 0; round < 6; round++) {
      const atlas = live.snapshot()
      kept.push({ atlas, grid: copyOf(grid), costs: costsOf(atlas) })
      for (let i = 0; i < 10; i++) {
        edit(live, grid, random, 2)
        live.commit()
      }
    }
    for (const { atlas, grid: before, costs } of kept) {
      expectIslands(atlas, before)
      expect(costsOf(atlas)).toEqual(costs)
      before.cost.forEach((cost, cell) => {
        if (atlas.costAt(cell % 180, Math.floor(cell / 180)) !== cost) expect.fail(`cell ${cell} has changed`)
      })
    }
    expect(Buffer.compare(live.save(), await bake(grid))).toBe(0)
  })

  it('of a view have its own edits, and follow the map below where they have none', async () => {
    const live = openLive(await bake(drawn('......', '......')))
    const view = live.branch()
    live.set(0, 0, 3)
    live.commit()
    expect(view.costAt(0, 0)).toBe(3)
    view.set(1, 0, 0)
    view.raise({ x: 2, y: 0, width: 2, height: 1 }, 5)
    view.commit()
    live.set(1, 0, 9)
    live.set(4, 0, 2)
    live.commit()
    expect([0, 1, 2, 3, 4, 5].map(x => view.costAt(x, 0))).toEqual([3, 0, 6, 6, 2, 1])
    expect([0, 1, 2, 3, 4, 5].map(x => live.costAt(x, 0))).toEqual([3, 9, 1, 1, 2, 1])
    view.fill({ x: 0, y: 1, width: 6, height: 1 }, 0)
    view.commit()
    expect([view.isReachable(0, 0, 5, 0), live.isReachable(0, 0, 5, 0)]).toEqual([false, true])
    expect(view.finder().find(2, 0, 5, 0).cost).toBeCloseTo((6 + 6) / 2 + (6 + 2) / 2 + (2 + 1) / 2)
  })
})

describe('a journal', () => {
  it('brings a map back to what it was, and is cut where its end is damaged', async () => {
    const grid = generate('terrain', { width: 120, height: 100, seed: 9 })
    const file = await bake(grid)
    const live = openLive(file)
    const random = new Random(5)
    const savedAt: { bytes: number; saved: Uint8Array }[] = []
    for (let i = 0; i < 5; i++) {
      edit(live, grid, random, 4)
      if (live.commit().cells > 0) savedAt.push({ bytes: live.journal().length, saved: live.save() })
    }
    const journal = live.journal()
    for (const { bytes, saved } of savedAt) {
      const reopened = openLive(file, journal.slice(0, bytes))
      expect(Buffer.compare(reopened.save(), saved)).toBe(0)
      expect(reopened.journalProblem).toBe('')
      expect(Buffer.compare(reopened.journal(), journal.slice(0, bytes))).toBe(0)
    }
    const last = savedAt[savedAt.length - 2]
    for (let length = last.bytes + 1; length < journal.length; length += 3) {
      const cut = openLive(file, journal.slice(0, length))
      expect(cut.journalProblem).toMatch(/last \d+ bytes/)
      expect(cut.journal().length).toBe(last.bytes)
    }
    for (const length of [0, 5, 23]) {
      const cut = openLive(file, journal.slice(0, length))
      expect([cut.version, cut.journalProblem]).toEqual([0, expect.stringMatching(/end within its head/)])
      expect(Buffer.compare(cut.save(), file)).toBe(0)
    }
    const other = await bake(drawn('..'))
    expect(() => openLive(other, journal)).toThrow(/another atlas/)
    expect(() => openLive(file, file)).toThrow(/not a journal/)
  })
})
