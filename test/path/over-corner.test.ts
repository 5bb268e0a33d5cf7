/**
 * Routes that step diagonally over corners where four blocks meet, past a region that they only touch: whoever makes cells of one
 * goes straight over, and no part of a path ends in mid-step.
 */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Crossing, isOverCorner, packCrossing, pastCorner, reversed } from '../../src/atlas/crossing.ts'
import { forEachEntry, pairUnits, slotOfCrossing } from '../../src/atlas/level-graph.ts'
import { Random } from '../../src/base/random.ts'
import { Bends } from '../../src/cells/bends.ts'
import { unitsAlong } from '../../src/cells/line.ts'
import { Sweep } from '../../src/cells/sweep.ts'
import { exactCost } from '../../src/exact.ts'
import { bake, type Grid, openAtlas } from '../../src/index.ts'
import { UNITS_PER_CELL } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import { Corridor } from '../../src/path/corridor.ts'
import { PathMaker } from '../../src/path/stream.ts'
import { FloodGaps, Tracer } from '../../src/path/unpack.ts'
import { WindowTracer } from '../../src/path/window-tracer.ts'
import { regionAt } from '../support/columns.ts'
import { plainMap } from '../support/plain.ts'
import { plainOverCorner } from '../support/plain-landing.ts'

const EXPENSIVE = 254
const [EAST, SOUTH] = [0, 1]

afterEach(() => {
  vi.restoreAllMocks()
})

/** A cheap way through expensive ground, two blocks high, along the middle border: from block to block it changes sides or stays. */
function woven(isLow: readonly boolean[]): Grid {
  const width = 32 * isLow.length
  const cost = new Uint8Array(64 * width).fill(EXPENSIVE)
  for (let x = 0; x < width; x++) {
    cost[(isLow[x >> 5] ? 32 : 31) * width + x] = 1
    // In no block all cells cost the same.
    if ((x & 31) === 16) for (const y of [8, 56]) cost[y * width + x] = 2
  }
  return { width, height: 64, cost }
}

/** The two crossings of a cell in a corner of its block. */
function crossingsAt(x: number, y: number) {
  const [xBeyond, yBeyond] = [(x & 31) === 0 ? x - 1 : x + 1, (y & 31) === 0 ? y - 1 : y + 1]
  return [
    { x, y, xBeyond, yBeyond: y },
    { x, y, xBeyond: x, yBeyond },
  ] as const
}

function packed({ x, y, xBeyond, yBeyond }: ReturnType<typeof crossingsAt>[number]): Crossing {
  return packCrossing(x, y, xBeyond > x ? 0 : yBeyond > y ? 1 : xBeyond < x ? 2 : 3)
}

describe('a path over corners of blocks', () => {
  it.each([0, 1, 2])(
    'has no parts that end in mid-step, though %d regions come before the first of them',
    async before => {
      const isLow = Array.from({ length: 24 }, (_, block) => block > before && (block - before) % 2 === 1)
      const grid = woven(isLow)
      const finder = openAtlas(await bake(grid)).finder()
      const yAt = (x: number) => (isLow[x >> 5] ? 32 : 31)
      for (const [from, to] of [
        [3, 765],
        [40, 700],
        [765, 3],
        [3, 230],
        [3, 300],
      ]) {
        const ends = [from, yAt(from), to, yAt(to)] as const
        const exact = exactCost(plainMap(grid, 8), ...ends)
        for (const quality of ['fast', 'default'] as const) {
          expect(finder.find(...ends, { quality }).cost).toBeCloseTo(exact, 6)
        }
      }
    },
  )

  it('comes in pieces of which none ends in mid-step', async () => {
    const isLow = Array.from({ length: 24 }, (_, block) => block > 1 && block % 2 === 0)
    const atlas = openAtlas(await bake(woven(isLow)))
    const { terrain } = atlas
    const { trace } = PathMaker.prototype
    let pieces = 0
    vi.spyOn(PathMaker.prototype, 'trace').mockImplementation(function (this: PathMaker, ...args) {
      const [{ count, goal, corridor }] = args
      const { crossingOf } = corridor
      pieces++
      if (goal === null)
        expect(isOverCorner(terrain, crossingOf[count - 1] as Crossing, crossingOf[count] as Crossing)).toBe(false)
      return trace.apply(this, args)
    })
    atlas.finder().find(3, 31, 765, 31).cells()
    expect(pieces).toBeGreaterThan(1)
  })

  it('does not end in mid-step where even blocks lead to the corner of a mixed one', async () => {
    const width = 384
    const cost = new Uint8Array(64 * width)
    const fill = (y: number, from: number, end: number, value: number) =>
      cost.fill(value, y * width + from, y * width + end)
    fill(18, 0, width, 1)
    for (let y = 19; y < 32; y++) for (const x of [0, width - 1]) fill(y, x, x + 1, 1)
    for (const [y, from, end] of [
      [31, 0, 128],
      [31, 224, 256],
      [31, 320, 353],
      [32, 128, 224],
      [32, 256, 320],
      [32, 352, 384],
    ]) {
      fill(y, from, end, 1)
    }
    for (const x of [223, 256, 319]) fill(31, x, x + 1, 3)
    for (const x of [64, 224, 255, 320, 351]) fill(32, x, x + 1, 3)
    for (const [x, value] of [
      [28, 6],
      [50, 2],
      [215, 4],
    ]) {
      fill(19, x, x + 1, value)
    }
    const grid = { width, height: 64, cost }
    const route = openAtlas(await bake(grid))
      .finder()
      .find(134, 32, 22, 31)
    expect(route.cells()).not.toHaveLength(0)
    expect(route.cost).toBeCloseTo(exactCost(plainMap(grid, 8), 134, 32, 22, 31), 6)
  })

  it('is one where, and costs what, the page on the format says, whatever the cells at the corner cost', () => {
    const random = new Random(3)
    const width = 160
    let past = 0
    for (let maps = 0; maps < 12; maps++) {
      const draw = () => (random.unit() < 0.4 ? 1 : random.unit() < 0.8 ? EXPENSIVE : random.below(30))
      const grid = { width, height: width, cost: Uint8Array.from({ length: width ** 2 }, draw) }
      const [map, terrain] = [plainMap(grid, 8), packTerrain(grid, 8)]
      for (const [column, row] of Array.from({ length: 64 }, (_, i) => [i & 7, i >> 3])) {
        const [x, y] = [32 * ((column >> 1) + 1) - (column & 1), 32 * ((row >> 1) + 1) - (row & 1)]
        const [one, other] = crossingsAt(x, y)
        if ([one, other].some(({ xBeyond, yBeyond }) => map.costAt(x, y) * map.costAt(xBeyond, yBeyond) === 0)) continue
        const units = pastCorner(terrain, packed(one))
        expect(units).toBeCloseTo(UNITS_PER_CELL * plainOverCorner(map, one, other), 6)
        if (units < Infinity) past++
      }
    }
    expect(past).toBeGreaterThan(40)
  })

  it('has both crossings of an expensive cell as entries, wherever both other cells of a corner are cheap', async () => {
    const random = new Random(4)
    const width = 160
    const grid = {
      width,
      height: width,
      cost: new Uint8Array(width ** 2).map(() => (random.unit() < 0.4 ? 1 : EXPENSIVE)),
    }
    const map = plainMap(grid, 8)
    const [levelZero] = openAtlas(await bake(grid)).columns.levels
    const kept = new Set<number>()
    forEachEntry(levelZero, (_word, crossing) => kept.add(crossing).add(reversed(crossing)))
    let steps = 0
    for (let x = 32; x < width; x += 32) {
      for (let y = 32; y < width; y += 32) {
        for (const by of [0, 1]) {
          const expensive = [0, 1].map(side => crossingsAt(x - 1 + (side ^ by), y - 1 + side))
          const isStep = expensive.every(([one]) => map.costAt(one.x, one.y) === EXPENSIVE)
          const known = expensive.filter(([one, other]) => plainOverCorner(map, one, other) < Infinity)
          if (!isStep || known.length === 0) continue
          steps++
          expect(known.some(crossings => crossings.every(one => kept.has(packed(one))))).toBe(true)
        }
      }
    }
    expect(steps).toBeGreaterThan(1)
  })

  it('is traced from the one cell to the other, and not by the expensive one between', async () => {
    const grid = woven([false, false, true, true])
    const { columns } = openAtlas(await bake(grid))
    const { terrain, levels } = columns
    const [levelZero] = levels
    // From block (1, 0) past the corner at (64, 32) to (2, 1), by the region of (2, 0).
    const crossings = [
      packCrossing(31, 31, EAST),
      packCrossing(63, 31, EAST),
      packCrossing(64, 31, SOUTH),
      packCrossing(95, 32, EAST),
    ]
    const regionOf = [regionAt(columns, 40, 31, 0), regionAt(columns, 64, 31, 0), regionAt(columns, 70, 32, 0)]
    const corridor = new Corridor(columns)
    let units = 0
    for (const [i, region] of regionOf.entries()) {
      const [entered, left] = [reversed(crossings[i]), crossings[i + 1]]
      const slot = slotOfCrossing(levelZero, region as never, left)
      corridor.slotOf[i] = slot
      corridor.crossingOf[i] = left
      units += pairUnits(levelZero, region as never, slotOfCrossing(levelZero, region as never, entered), slot)
      corridor.unitsOf[i] = units
    }
    corridor.units = units
    const from = reversed(crossings[0]) as Crossing
    const exact = Math.round(UNITS_PER_CELL * exactCost(plainMap(grid, 8), 32, 31, 96, 32))
    const tracer = new Tracer(columns, new FloodGaps(terrain))
    const plain = new Bends()
    plain.start(32, 31)
    const stretch = { regionOf, corridor, count: regionOf.length, from, goal: null }
    tracer.trace(stretch, 0, regionOf.length, from, plain)
    expect(unitsAlong(terrain, plain)).toBe(exact)
    // What tracers on ground of several costs have before they search beside it.
    vi.spyOn(Sweep.prototype, 'find').mockReturnValue(-1)
    const guide = new Bends()
    guide.start(32, 31)
    new WindowTracer(columns, tracer).trace(stretch, 'default', guide, false)
    expect(unitsAlong(terrain, guide)).toBe(exact)
  })
})
