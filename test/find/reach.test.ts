/**
 * All cells within a cost, as bits and as rings around them: those of the oracle, on any ground.
 */
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { bake, generate, openAtlas, openLive, type ReachedCells } from '../../src/index.ts'
import { UNITS_PER_CELL } from '../../src/map/movement.ts'
import { drawn, plainMap } from '../support/plain.ts'
import { plainUnits } from '../support/plain-units.ts'
import { expectSame } from '../support/same.ts'
import { freeCells, runs, worlds } from '../support/worlds.ts'

/** Twice the area inside a ring: positive where it runs clockwise, y downwards. */
function areaTwice(ring: Int32Array): number {
  let sum = 0
  for (let i = 0; i + 3 < ring.length; i += 2) sum += ring[i] * ring[i + 3] - ring[i + 2] * ring[i + 1]
  return sum
}

/** Cells inside an odd count of rings, by a walk along each row. */
function cellsInside(rings: readonly Int32Array[], width: number, height: number): Uint8Array {
  const crossings = new Uint8Array((width + 1) * height)
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      if (ring[i] !== ring[i + 2]) continue
      const [from, to] = [ring[i + 1], ring[i + 3]].sort((a, b) => a - b)
      for (let y = from; y < to; y++) crossings[y * (width + 1) + ring[i]] ^= 1
    }
  }
  const inside = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    let is = 0
    for (let x = 0; x < width; x++) {
      is ^= crossings[y * (width + 1) + x]
      inside[y * width + x] = is
    }
  }
  return inside
}

function expectTidy(ring: Int32Array): void {
  expect([ring[0], ring[1]]).toEqual([...ring.slice(-2)])
  for (let i = 0; i + 3 < ring.length; i += 2) {
    const after = i + 5 < ring.length ? i + 4 : 2
    expectSame((ring[i] === ring[i + 2]) !== (ring[i + 1] === ring[i + 3]), true, 'a side of the ring is straight')
    expectSame((ring[i] === ring[i + 2]) !== (ring[i + 2] === ring[after]), true, 'each corner turns')
  }
}

function expectCells(
  reach: ReachedCells,
  isIn: (x: number, y: number) => boolean,
  width: number,
  height: number,
): void {
  let count = 0
  const cells = new Uint8Array(width * height)
  for (let y = -2; y < height + 40; y++) {
    for (let x = -2; x < width + 40; x++) {
      const is = x >= 0 && y >= 0 && x < width && y < height && isIn(x, y)
      if (reach.has(x, y) !== is) expect.fail(`cell ${x},${y} is ${is ? 'in' : 'out of'} reach`)
      if (is) cells[y * width + x] = 1
      if (is) count++
    }
  }
  expect(reach.cellCount).toBe(count)
  const rings = reach.outline()
  for (const ring of rings) expectTidy(ring)
  expect(cellsInside(rings, width, height)).toEqual(cells)
  expect(rings.reduce((sum, ring) => sum + areaTwice(ring), 0)).toBe(2 * count)
}

describe('the reach of a cell', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is what the oracle says, on any ground, to the last unit', async () => {
    const property = fc.asyncProperty(worlds(100), fc.nat(1000), async ({ grid, directions }, share) => {
      if (share % 3 === 0) vi.stubGlobal('WebAssembly', undefined)
      const finder = openAtlas(await bake(grid, { directions })).finder()
      const [at] = freeCells(grid, 1, new Random(grid.height))
      if (at === undefined) return
      const units = plainUnits(plainMap(grid, directions), at[0], at[1])
      const sorted = units.filter(Number.isFinite).sort()
      const limit = sorted[Math.floor((share / 1001) * sorted.length)]
      for (const within of [limit, limit - 1, Infinity]) {
        if (within < 0) continue
        const reach = finder.reach({ x: at[0], y: at[1] }, within / UNITS_PER_CELL)
        const isIn = (x: number, y: number) =>
          units[y * grid.width + x] / UNITS_PER_CELL <= within / UNITS_PER_CELL && units[y * grid.width + x] < Infinity
        expectCells(reach, isIn, grid.width, grid.height)
      }
      vi.unstubAllGlobals()
    })
    await fc.assert(property, runs(30))
  })

  it('has rings that run clockwise, with holes the other way, and parts at corners', async () => {
    const around = openAtlas(await bake(drawn('.....', '..#..', '.....')))
    expect(around.finder().reach({ x: 0, y: 0 }, 99).outline().map(String)).toEqual([
      '0,0,5,0,5,3,0,3,0,0',
      '2,2,3,2,3,1,2,1,2,2',
    ])
    // The expensive cells beside the start are out of reach, and the one behind the corner is not.
    const diagonal = openAtlas(await bake(drawn('.9', '9.'))).finder()
    expect(diagonal.reach({ x: 0, y: 0 }, 2).outline().map(String)).toEqual([
      '0,0,1,0,1,1,0,1,0,0',
      '1,1,2,1,2,2,1,2,1,1',
    ])
  })

  it('takes costs between those of paths, and reaches of many blocks', async () => {
    const side = 400
    const finder = openAtlas(await bake(generate('open', { width: side, height: side }))).finder()
    const start = { x: 200, y: 200 }
    // The nearest whole unit lies above the first cost, and a diagonal step costs just that.
    expect([1.41, 1.42].map(cost => finder.reach(start, cost).cellCount)).toEqual([5, 9])
    const field = finder.field(start)
    const cells = Array.from({ length: side ** 2 }, (_, cell) => field.costAt(cell % side, Math.floor(cell / side)))
    expect(finder.reach(start, 180).cellCount).toBe(cells.filter(cost => cost <= 180).length)
  })

  it('of cost nothing is the cell; of a wall or from outside, nothing', async () => {
    const finder = openAtlas(await bake(drawn('..#.'))).finder()
    const one = finder.reach({ x: 1, y: 0 }, 0)
    expect([one.cellCount, one.has(1, 0), one.has(0, 0), one.has(1.5, Number.NaN)]).toEqual([1, true, false, false])
    for (const start of [
      { x: 2, y: 0 },
      { x: 9, y: -9 },
    ]) {
      const none = finder.reach(start, 5)
      expect([none.cellCount, none.width, none.height, none.has(0, 0), none.outline().length]).toEqual([
        0,
        0,
        0,
        false,
        0,
      ])
    }
  })

  it('of cost Infinity is one island, on ground of wide costs too', async () => {
    const cost = Uint16Array.from({ length: 40 * 9 }, (_, cell) => (cell % 40 === 20 ? 0 : cell % 3 === 0 ? 60_000 : 7))
    const finder = openAtlas(await bake({ width: 40, height: 9, cost })).finder()
    expect(finder.reach({ x: 0, y: 0 }, Infinity).cellCount).toBe(20 * 9)
  })

  it('lays its bits out as it says', async () => {
    const finder = openAtlas(await bake(generate('open', { width: 150, height: 90 }))).finder()
    const reach = finder.reach({ x: 70, y: 40 }, 12)
    const { left, top, width, height, rows } = reach
    expect([left, top, width, height, rows.length]).toEqual([32, 0, 64, 64, 128])
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) {
        const word = rows[((y - top) * width) / 32 + ((x - left) >> 5)]
        expectSame(((word >>> (x & 31)) & 1) === 1, reach.has(x, y))
      }
    }
  })

  it('refuses bad starts and costs', async () => {
    const finder = openAtlas(await bake(drawn('...'))).finder()
    for (const [start, cost] of [
      [{ x: 0.5, y: 0 }, 1],
      [undefined, 1],
      [{ x: 0, y: 0 }, -1],
      [{ x: 0, y: 0 }, Number.NaN],
      [{ x: 0, y: 0 }, '3'],
      [{ x: 0, y: 0 }, undefined],
    ]) {
      const ask = () => finder.reach(start as never, cost as never)
      expect(ask, String(cost)).toThrow(expect.objectContaining({ code: 'BAD_ARGUMENT' }))
    }
  })

  it('follows the newest commit of a live map, and what was answered stays', async () => {
    const live = openLive(await bake(generate('open', { width: 70, height: 40 })))
    const finder = live.finder()
    const before = finder.reach({ x: 20, y: 20 }, 10)
    live.fill({ x: 25, y: 0, width: 1, height: 40 }, 0)
    live.commit()
    const after = finder.reach({ x: 20, y: 20 }, 10)
    expect([before.has(30, 20), after.has(30, 20), after.has(24, 20)]).toEqual([true, false, true])
  })
})
