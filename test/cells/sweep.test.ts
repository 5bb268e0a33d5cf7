import { describe, expect, it, test, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Bends, endsAt } from '../../src/cells/bends.ts'
import { CellStage, evenRows, type SweepRows } from '../../src/cells/kernel-rows.ts'
import { plainEvenRows } from '../../src/cells/plain-rows.ts'
import { type Frame, mixedFrame } from '../../src/cells/sweep-frame.ts'
import { BARRED, SECOND_RAYS, SweepStops } from '../../src/cells/sweep-stops.ts'
import { Tiles } from '../../src/cells/tiles.ts'
import {
  EVEN_PITCH as ROW_PITCH,
  EVEN_WORDS as ROW_WORDS,
  EVEN_FAR as UNREACHED,
} from '../../src/kernel/sweep-layout.ts'
import { WALL } from '../../src/kernel/units.ts'
import type { CostColumn } from '../../src/map/grid.ts'
import { canStep, type Directions, DX, DY, OPPOSITE, STRAIGHT_UNITS } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'
import type { Terrain } from '../../src/map/terrain.ts'

const SIDE = 27
const costsFor = (directions: Directions, costOfCell: CostColumn = new Uint16Array()) => ({ directions, costOfCell })
const ROWS = SIDE - 2

function costsOf(random: Random, costMax: number, wallShare: number): number[] {
  const share = random.unit() * wallShare
  return Array.from({ length: SIDE * SIDE }, () => (random.unit() < share ? WALL : 1 + random.below(costMax)))
}

/** With rows of any length, one after the other in the same frame. */
function layOut(sweep: Frame, costs: readonly number[], spans: readonly number[]): void {
  sweep.reset(ROWS)
  for (let row = 1; row <= ROWS; row++) {
    sweep.firstOfRow[row] = spans[2 * row]
    sweep.lastOfRow[row] = spans[2 * row + 1]
    for (let at = row * SIDE + spans[2 * row]; at <= row * SIDE + spans[2 * row + 1]; at++)
      sweep.rows.ground[at] = costs[at]
  }
}

/** The path from a cell of the frame back to the start. */
function backFrom(frame: Frame, goal: number): Bends {
  const bends = new Bends()
  bends.start(goal % frame.pitch, Math.floor(goal / frame.pitch))
  const runs: number[] = []
  frame.goBack(goal, runs)
  for (let i = 0; i < runs.length; i += 2) bends.run(runs[i + 1] ^ OPPOSITE, runs[i])
  return bends
}

test.each([8, 4] as const)('four cells at a time find what cell by cell is found, with %i directions', directions => {
  const random = new Random(directions)
  const swift = mixedFrame(SIDE, costsFor(directions))
  const wide = mixedFrame(SIDE, costsFor(directions), 0, true)
  expect(swift.unitsMax).toBeLessThan(wide.unitsMax)
  for (let trial = 0; trial < 120; trial++) {
    // The most expensive of these lead beyond what is counted to.
    const costs = costsOf(random, [20, 255, 0xffff, 2 ** 20][trial % 4], random.below(2))
    const spans = Array.from({ length: SIDE }, () => {
      const first = 1 + random.below(SIDE >> 1)
      return [first, first - 1 + random.below(SIDE - 1 - first + 1)]
    }).flat()
    const start = SIDE * (1 + random.below(ROWS)) + 1 + random.below(ROWS)
    const goal = SIDE * (1 + random.below(ROWS)) + 1 + random.below(ROWS)
    for (const sweep of [swift, wide]) layOut(sweep, costs, spans)
    if (wide.rows.ground[start] === WALL || wide.rows.ground[goal] === WALL) continue
    const counted = (units: number) => (units < swift.unitsMax ? units : Infinity)
    const units = counted(wide.run(start, goal, Infinity, -1))
    expect(swift.run(start, goal, Infinity, -1)).toBe(units)
    for (let cell = 0; cell < SIDE * SIDE; cell++) {
      if (wide.rows.ground[cell] !== WALL) expect(swift.unitsOf(cell)).toBe(counted(wide.unitsOf(cell)))
    }
    if (units === Infinity) continue
    const ways = [swift, wide].map(sweep => {
      const bends = backFrom(sweep, goal)
      expect(endsAt(bends, start % SIDE, Math.floor(start / SIDE))).toBe(true)
      return [...bends.xy.subarray(0, 2 * bends.count)]
    })
    expect(ways[0]).toEqual(ways[1])
  }
})

test('a path of a thousand runs is the same by either kind of rows', () => {
  const random = new Random(9)
  const side = 91
  // Walls across, with a gap at one end and the other in turn.
  const isWall = (row: number, cell: number) => row % 4 === 0 && cell !== (row % 8 === 0 ? 1 : side - 2)
  const costs = Array.from({ length: side * side }, (_, at) =>
    isWall(Math.floor(at / side), at % side) ? WALL : 1 + random.below(9),
  )
  const ways = [false, true].map(isWide => {
    const sweep = mixedFrame(side, costsFor(8), 0, isWide)
    sweep.reset(side - 2)
    sweep.firstOfRow.fill(1, 1, side - 1)
    sweep.lastOfRow.fill(side - 2, 1, side - 1)
    for (let row = 1; row < side - 1; row++) {
      for (let at = row * side + 1; at <= row * side + side - 2; at++) sweep.rows.ground[at] = costs[at]
    }
    const goal = side * (side - 2) + side - 2
    expect(sweep.run(side + 1, goal, Infinity, -1)).toBeLessThan(Infinity)
    const bends = backFrom(sweep, goal)
    return [...bends.xy.subarray(0, 2 * bends.count)]
  })
  expect(ways[0].length).toBeGreaterThan(1000)
  expect(ways[0]).toEqual(ways[1])
})

test('a way that winds along the first and the last row is found from either', () => {
  for (const sweep of [mixedFrame(SIDE, costsFor(8)), mixedFrame(SIDE, costsFor(8), 0, true)]) {
    for (const row of [1, ROWS]) {
      const spans = Array.from({ length: SIDE }, () => [1, ROWS]).flat()
      const costs = Array.from({ length: SIDE * SIDE }, (_, cell) => {
        const isExpensive = Math.floor(cell / SIDE) === row && cell % SIDE > 1 && cell % SIDE < ROWS
        return isExpensive ? 200 : 1
      })
      layOut(sweep, costs, spans)
      const units = sweep.run(SIDE * row + 1, SIDE * row + ROWS, Infinity, 0)
      expect(units).toBeLessThan(140 * ROWS + 200)
    }
  }
})

test('rounds end with the first that finds what is enough', () => {
  const random = new Random(5)
  const sweep = mixedFrame(SIDE, costsFor(8))
  const counted = vi.spyOn(sweep.rows, 'sweep')
  const spans = Array.from({ length: SIDE }, () => [1, ROWS]).flat()
  let spareUnits = 0
  for (let trial = 0; trial < 40; trial++) {
    const costs = costsOf(random, 9, 0.3)
    const [start, goal] = [SIDE + 1 + random.below(ROWS), SIDE * ROWS + 1 + random.below(ROWS)]
    costs[start] = costs[goal] = 1
    const run = (enoughUnits: number) => {
      layOut(sweep, costs, spans)
      counted.mockClear()
      const units = sweep.run(start, goal, Infinity, enoughUnits)
      return { units, rounds: counted.mock.calls.length }
    }
    const best = run(-1)
    if (best.units === Infinity) continue
    for (const enoughUnits of [best.units, 2 ** 29]) {
      const { units, rounds } = run(enoughUnits)
      expect(units).toBeGreaterThanOrEqual(best.units)
      expect(units).toBeLessThanOrEqual(enoughUnits)
      expect(rounds).toBeLessThan(best.rounds)
      spareUnits += units - best.units
    }
  }
  // The first is not the best as a rule.
  expect(spareUnits).toBeGreaterThan(0)
  counted.mockRestore()
})

test.each([Uint8Array, Uint16Array])(
  'cells are laid out as the map has them, from any side, where costs are a %o',
  Costs => {
    const costMax = 2 ** (8 * Costs.BYTES_PER_ELEMENT) - 1
    const random = new Random(costMax)
    const frame = 140
    const sweep = mixedFrame(frame, costsFor(8, new Costs()))
    const staged = [vi.spyOn(CellStage.prototype, 'across'), vi.spyOn(CellStage.prototype, 'down')]
    for (let trial = 0; trial < 40; trial++) {
      const [width, height] = [40 + random.below(200), 40 + random.below(200)]
      // Blocks that differ, blocks of one cost, blocks without a free cell.
      const kinds = Array.from({ length: 64 }, () => random.below(4))
      const kindAt = (cell: number) => kinds[8 * ((cell / width) >> 5) + ((cell % width) >> 5)]
      const cost = Array.from({ length: width * height }, (_, cell) => {
        if (kindAt(cell) === 0 || random.unit() < 0.2) return 0
        return kindAt(cell) === 1 ? costMax : 1 + random.below(costMax)
      })
      const terrain = packTerrain({ width, height, cost: Costs.from(cost) }, 8)
      const isTurned = random.below(2) === 1
      const [left, top] = [random.below(280) - 40, random.below(280) - 40]
      const rowCount = 1 + random.below(frame - 2)
      sweep.reset(rowCount)
      for (let row = 1; row <= rowCount; row++) {
        sweep.firstOfRow[row] = 1 + random.below(frame - 2)
        sweep.lastOfRow[row] = sweep.firstOfRow[row] - 1 + random.below(frame - sweep.firstOfRow[row])
      }
      const spans = [sweep.firstOfRow.slice(), sweep.lastOfRow.slice()]
      sweep.place(top + 1, left + 1, isTurned)
      sweep.layOut({ terrain, tiles: new Tiles(terrain) })
      for (let at = 0; at < frame * frame; at++) {
        const [row, cell] = [Math.floor(at / frame), at % frame]
        const isIn = row >= 1 && row <= rowCount && cell >= spans[0][row] && cell <= spans[1][row]
        const own = isTurned ? terrain.costAt(top + row, left + cell) : terrain.costAt(left + cell, top + row)
        if (sweep.rows.ground[at] !== ((isIn && own) || WALL))
          expect([trial, row, cell, sweep.rows.ground[at]]).toEqual([own])
      }
    }
    // By a program, blocks at a time.
    for (const laying of staged) {
      expect(laying.mock.calls.length > 0).toBe(true)
      laying.mockRestore()
    }
  },
)

/** For a longer ray the bit may be set whatever the ray finds. */
const LOOK_CELLS = 480

/** Whether a wall beside a straight run ends where a step has just come to (x, y). */
function opens(terrain: Terrain, x: number, y: number, dx: number, dy: number): boolean {
  return [-1, 1].some(
    side => terrain.isFree(x + side * dy, y + side * dx) && !terrain.isFree(x - dx + side * dy, y - dy + side * dx),
  )
}

/** Whether a ray finds something; undefined for a longer ray. */
function findsSomething(terrain: Terrain, x: number, y: number, dx: number, dy: number): boolean | undefined {
  for (let steps = 0; terrain.isFree(x + dx, y + dy); steps++) {
    x += dx
    y += dy
    if (opens(terrain, x, y, dx, dy)) return true
    if (steps === LOOK_CELLS) return undefined
  }
  return false
}

function faultsAt(terrain: Terrain, stops: SweepStops, x: number, y: number): string[] {
  const faults: string[] = []
  const directions = terrain.directions === 8 ? [4, 5, 6, 7] : [0, 2]
  directions.forEach((direction, sweep) => {
    const [dx, dy] = [DX[direction], DY[direction]]
    const at = stops.firstWordOf(x >> 5, y >> 5) + stops.offsetOf(x, y, sweep)
    const isSet = (word: number) => ((stops.words[word] >>> (x & 31)) & 1) === 1
    // Along the row and the column, or with 4 directions down and up the column.
    const first = dy === 0 ? findsSomething(terrain, x, y, 0, 1) : findsSomething(terrain, x, y, dx, 0)
    const second = findsSomething(terrain, x, y, 0, dy === 0 ? -1 : dy)
    if (isSet(at) !== (first ?? isSet(at))) faults.push(`${x},${y}: the first ray of sweep ${sweep}`)
    const isSecond = isSet(at + SECOND_RAYS)
    if (isSecond !== (second ?? isSecond)) faults.push(`${x},${y}: the second ray of sweep ${sweep}`)
    if (isSet(at + BARRED) === canStep(terrain, x, y, direction)) faults.push(`${x},${y}: the step by ${dx},${dy}`)
  })
  return faults
}

/** The words of sweeps hold what walking step by step finds: the cells from which a ray finds the end of a wall, and illegal steps. */
describe('the stops of sweeps', () => {
  it.each([
    { width: 37, height: 70, walls: 3 },
    { width: 300, height: 9, walls: 60 },
    { width: 5, height: 280, walls: 90 },
    { width: 64, height: 64, walls: 900 },
    { width: 33, height: 300, walls: 700 },
    { width: 330, height: 20, walls: 700 },
    { width: 1, height: 40, walls: 9 },
    { width: 1200, height: 3, walls: 900 },
  ])('are what walking finds, on $width x $height cells, 1 in $walls of them walls', ({ width, height, walls }) => {
    const random = new Random(walls)
    const cost = Uint8Array.from({ length: width * height }, () => (random.below(walls) === 0 ? 0 : 1))
    for (const directions of [8, 4] as const) {
      const terrain = packTerrain({ width, height, cost }, directions)
      const stops = new SweepStops(terrain, new Tiles(terrain))
      const faults: string[] = []
      for (let cell = 0; cell < cost.length; cell++) {
        if (cost[cell] !== 0) faults.push(...faultsAt(terrain, stops, cell % width, Math.floor(cell / width)))
      }
      expect(faults.slice(0, 3)).toEqual([])
    }
  })
})

const ROW_COUNT = 20
const START = { row: 10, cell: 64 }
const GOAL_CELL = 90
const GOAL_UNITS = STRAIGHT_UNITS * (GOAL_CELL - START.cell)

/** One sweep down from the start's row, whose cells are reached along it up to `wall`; the goal is in that row. */
function sweptDown(rows: SweepRows, limit: number, wall = 96) {
  const { ground: bits, units, firstOfRow, lastOfRow, isNewBelow, isNewAbove } = rows
  bits.fill(0)
  isNewBelow.fill(0)
  isNewAbove.fill(0)
  for (let row = 1; row <= ROW_COUNT; row++) {
    bits.fill(-1, row * ROW_WORDS + 1, row * ROW_WORDS + 3)
    firstOfRow[row] = 32
    lastOfRow[row] = 95
  }
  bits[START.row * ROW_WORDS + (wall >> 5)] &= ~(1 << (wall & 31))
  rows.clear(ROW_COUNT)
  for (let cell = 32; cell < wall; cell++)
    units[START.row * ROW_PITCH + cell] = STRAIGHT_UNITS * Math.abs(cell - START.cell)
  isNewBelow[START.row] = 1
  rows.aim(START.row, GOAL_CELL)
  const hasNewsBack = rows.sweep(true, ROW_COUNT, limit)
  const isReached = (row: number) => units[row * ROW_PITCH + START.cell] < UNREACHED
  return { hasNewsBack, isReached }
}

/** Sweeps over rows of ground of one cost spare what cannot count: rows too far from the goal, and ways back without news. */
describe.each([
  { how: 'by a kernel', rows: evenRows(8)! },
  { how: 'in script', rows: plainEvenRows(8) },
])('a sweep over rows of even ground $how', ({ rows }) => {
  it('goes no farther than to where ways to the goal may cost less than the limit', () => {
    expect(sweptDown(rows, UNREACHED).isReached(ROW_COUNT)).toBe(true)
    const near = sweptDown(rows, GOAL_UNITS + 1)
    expect([near.isReached(START.row + 1), near.isReached(ROW_COUNT)]).toEqual([true, false])
  })

  it('has news for the way back only where steps along a row bettered it', () => {
    expect(sweptDown(rows, UNREACHED).hasNewsBack).toBe(false)
    expect(sweptDown(rows, UNREACHED, 70).hasNewsBack).toBe(true)
  })
})
