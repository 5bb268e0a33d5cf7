import { expect, test, vi } from 'vitest'
import { Random } from '../../src/base/random.ts'
import { Bends, endsAt } from '../../src/cells/bends.ts'
import { CellStage } from '../../src/cells/kernel-rows.ts'
import { mixedSweep, type Sweep } from '../../src/cells/sweep.ts'
import { WALL } from '../../src/kernel/units.ts'
import type { CostColumn } from '../../src/map/grid.ts'
import type { Directions } from '../../src/map/movement.ts'
import { packTerrain } from '../../src/map/pack.ts'

const SIDE = 27
const costsFor = (directions: Directions, costOfCell: CostColumn = new Uint16Array()) => ({ directions, costOfCell })
const ROWS = SIDE - 2

function costsOf(random: Random, costMax: number, wallShare: number): number[] {
  const share = random.unit() * wallShare
  return Array.from({ length: SIDE * SIDE }, () => (random.unit() < share ? WALL : 1 + random.below(costMax)))
}

/** With rows of any length, one after the other in the same frame. */
function layOut(sweep: Sweep, costs: readonly number[], spans: readonly number[]): void {
  sweep.reset(ROWS)
  for (let row = 1; row <= ROWS; row++) {
    sweep.firstOfRow[row] = spans[2 * row]
    sweep.lastOfRow[row] = spans[2 * row + 1]
    for (let at = row * SIDE + spans[2 * row]; at <= row * SIDE + spans[2 * row + 1]; at++)
      sweep.rows.ground[at] = costs[at]
  }
}

test.each([8, 4] as const)('four cells at a time find what cell by cell is found, with %i directions', directions => {
  const random = new Random(directions)
  const swift = mixedSweep(SIDE, costsFor(directions))
  const wide = mixedSweep(SIDE, costsFor(directions), 0, true)
  expect(swift.unitsMax).toBeLessThan(wide.unitsMax)
  for (let trial = 0; trial < 120; trial++) {
    // The dearest of these lead beyond what is counted to.
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
      const bends = new Bends()
      bends.start(start % SIDE, Math.floor(start / SIDE))
      sweep.goOn(goal, bends)
      expect(endsAt(bends, goal % SIDE, Math.floor(goal / SIDE))).toBe(true)
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
    const sweep = mixedSweep(side, costsFor(8), 0, isWide)
    sweep.reset(side - 2)
    sweep.firstOfRow.fill(1, 1, side - 1)
    sweep.lastOfRow.fill(side - 2, 1, side - 1)
    for (let row = 1; row < side - 1; row++) {
      for (let at = row * side + 1; at <= row * side + side - 2; at++) sweep.rows.ground[at] = costs[at]
    }
    const goal = side * (side - 2) + side - 2
    expect(sweep.run(side + 1, goal, Infinity, -1)).toBeLessThan(Infinity)
    const bends = new Bends()
    bends.start(1, 1)
    sweep.goOn(goal, bends)
    return [...bends.xy.subarray(0, 2 * bends.count)]
  })
  expect(ways[0].length).toBeGreaterThan(1000)
  expect(ways[0]).toEqual(ways[1])
})

test('a way that winds along the first and the last row is found from either', () => {
  for (const sweep of [mixedSweep(SIDE, costsFor(8)), mixedSweep(SIDE, costsFor(8), 0, true)]) {
    for (const row of [1, ROWS]) {
      const spans = Array.from({ length: SIDE }, () => [1, ROWS]).flat()
      const costs = Array.from({ length: SIDE * SIDE }, (_, cell) => {
        const isDear = Math.floor(cell / SIDE) === row && cell % SIDE > 1 && cell % SIDE < ROWS
        return isDear ? 200 : 1
      })
      layOut(sweep, costs, spans)
      const units = sweep.run(SIDE * row + 1, SIDE * row + ROWS, Infinity, 0)
      expect(units).toBeLessThan(140 * ROWS + 200)
    }
  }
})

test('rounds end with the first that finds what is enough', () => {
  const random = new Random(5)
  const sweep = mixedSweep(SIDE, costsFor(8))
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
    const sweep = mixedSweep(frame, costsFor(8, new Costs()))
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
      sweep.layOut(terrain)
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
