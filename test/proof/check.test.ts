/**
 * The judge itself is judged: it must pass what is right and refuse, with a reason, every way a path can be wrong.
 * @fast
 */
import { describe, expect, it } from 'vitest'
import type { Directions } from '../../src/map/movement.ts'
import { checkPath, costOfPath } from '../../src/proof/check.ts'
import { drawn, plainMap } from '../support/plain.ts'

const map = plainMap(drawn('....#', '.##..', '..#..', '...9.'), 8)

function judge(cells: number[], directions: Directions = 8) {
  const [x0, y0] = cells
  const [x1, y1] = cells.slice(-2)
  return checkPath(map, Int32Array.from(cells), x0, y0, x1, y1, directions)
}

describe('checkPath', () => {
  it('passes a path of one cell, which costs nothing', () => {
    expect(judge([0, 0])).toEqual({ status: 'legal', message: '', cost: 0 })
  })

  it('passes straight and diagonal steps and adds up what they cost', () => {
    const check = judge([0, 1, 0, 2, 1, 3, 2, 3])
    expect(check).toEqual({ status: 'legal', message: '', cost: 2 + Math.SQRT2 })
  })

  it('weighs a step with the mean of its two cells', () => {
    expect(judge([1, 3, 2, 3, 3, 3, 4, 2])).toEqual({ status: 'legal', message: '', cost: 1 + 5 + 5 * Math.SQRT2 })
  })

  it.each([
    ['a wall it walks into', [1, 0, 1, 1], 'into a wall'],
    ['a step off the map', [0, 0, -1, 0], 'off the map'],
    ['a corner it cuts on one side', [0, 1, 1, 2, 2, 3], 'cuts the corner'],
    ['a gap between two walls it slips through', [3, 0, 4, 1], 'cuts the corner'],
    ['a leap', [0, 0, 2, 0], 'does not lead to a neighbour'],
    ['a leap back', [2, 0, 0, 0], 'does not lead to a neighbour'],
    ['a leap down', [0, 0, 1, 2], 'does not lead to a neighbour'],
    ['a leap up', [1, 2, 0, 0], 'does not lead to a neighbour'],
    ['a cell named twice', [0, 0, 0, 0], 'stays on its cell'],
    ['a start in a wall', [1, 1, 1, 0], 'starts at 1,1, which is no free cell'],
    ['a start outside', [-1, 0, 0, 0], 'starts at -1,0, which is no free cell'],
    ['half a pair', [0, 0, 1], 'even number'],
    ['no cell at all', [], 'has no cell'],
  ])('refuses %s', (_what, cells, reason) => {
    const check = judge(cells)
    expect(check.status).toBe('illegal')
    expect(check.message).toContain(reason)
    expect(check.cost).toBe(Number.POSITIVE_INFINITY)
  })

  it('refuses a diagonal step on a map of 4 directions, and only there', () => {
    expect(judge([0, 2, 1, 3]).status).toBe('legal')
    expect(judge([0, 2, 1, 3], 4).message).toContain('diagonal on a map of 4 directions')
  })

  it('refuses a path that starts or ends beside the cell it should', () => {
    const cells = Int32Array.of(0, 0, 1, 0, 2, 0)
    expect(checkPath(map, cells, 0, 0, 2, 0, 8).status).toBe('legal')
    expect(checkPath(map, cells, 1, 0, 2, 0, 8).message).toContain('starts at 0,0 instead of 1,0')
    expect(checkPath(map, cells, 0, 1, 2, 0, 8).message).toContain('starts at 0,0 instead of 0,1')
    expect(checkPath(map, cells, 0, 0, 2, 1, 8).message).toContain('ends at 2,0 instead of 2,1')
    expect(checkPath(map, cells, 0, 0, 3, 0, 8).message).toContain('ends at 2,0 instead of 3,0')
  })

  it('names the step that is wrong', () => {
    expect(judge([0, 0, 1, 0, 2, 0, 2, 1]).message).toMatch(/^Step 3 of the path, from 2,0 to 2,1,/)
  })
})

describe('costOfPath', () => {
  it('is the same to the last bit whatever the order of the steps, and backwards', () => {
    const open = { costAt: () => 3 }
    const walk = (downs: number[]) => {
      const cells = [0, 0]
      downs.forEach((down, i) => {
        cells.push(i + 1, cells[2 * i + 1] + down)
      })
      return Int32Array.from(cells)
    }
    const downs = Array.from({ length: 1000 }, (_, i) => (i % 7 < 3 ? 1 : 0))
    const mixed = walk(downs)
    const sorted = walk([...downs].sort())
    const backwards = mixed.map((_, i) => mixed[mixed.length - 2 - i + 2 * (i % 2)])
    expect(Array.from(backwards.slice(-2))).toEqual([0, 0])
    expect(costOfPath(open, sorted)).toBe(costOfPath(open, mixed))
    expect(costOfPath(open, backwards)).toBe(costOfPath(open, mixed))
  })
})

describe('places between cells', () => {
  it('belong to no legal path', () => {
    const places = [-1, 0, 1, 2, 3, 4, 0.5, 1 / 3, Number.NaN]
    const pairs = places.flatMap(x => places.map(y => [x, y]))
    const lists = [...pairs, ...pairs.flatMap(a => pairs.map(b => [...a, ...b]))]
    let legal = 0
    for (const directions of [4, 8] as const) {
      for (const list of [...lists, ...pairs.map(pair => [0, 0, 0, 1, ...pair])]) {
        const cells = list as unknown as Int32Array
        const { status } = checkPath(map, cells, list[0], list[1], list.at(-2)!, list.at(-1)!, directions)
        if (status !== 'legal') continue
        legal++
        expect(list.every(Number.isInteger)).toBe(true)
      }
    }
    expect(legal).toBeGreaterThan(20)
  })
})
