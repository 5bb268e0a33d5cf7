/**
 * Grids from what a program already holds.
 * @fast
 */
import { describe, expect, it } from 'vitest'
import { gridFromCosts, gridFromMatrix, gridFromTiles } from '../../src/map/from.ts'

describe('gridFromCosts', () => {
  it('takes a Uint8Array as it is', () => {
    const costs = Uint8Array.of(0, 1, 255, 4, 5, 6)
    const grid = gridFromCosts(costs, 2)
    expect([grid.width, grid.height]).toEqual([2, 3])
    expect(grid.cost.buffer).toBe(costs.buffer)
  })

  it('copies any other array', () => {
    const costs = [0, 1, 2, 3]
    const grid = gridFromCosts(costs, 4)
    costs[0] = 9
    expect(Array.from(grid.cost)).toEqual([0, 1, 2, 3])
    expect(Array.from(gridFromCosts(Float64Array.of(3, 0), 1).cost)).toEqual([3, 0])
  })

  it.each([
    ['beyond a byte', [1, 1, 256, 1], /cell \(0, 1\) is 256: it must be a whole number, 0 \(wall\) to 255/],
    ['negative', [1, -1, 1, 1], /cell \(1, 0\) is -1/],
    ['no whole number', [1, 1, 1, 1.5], /cell \(1, 1\) is 1\.5/],
    ['not a number', [Number.NaN, 1, 1, 1], /cell \(0, 0\) is NaN/],
    ['missing', new Array<number>(4), /cell \(0, 0\) is undefined/],
  ])('refuses a cost that is %s', (_, costs, sentence) => {
    expect(() => gridFromCosts(costs, 2)).toThrow(sentence)
  })

  it('refuses a width that does not fit', () => {
    expect(() => gridFromCosts([1, 1, 1], 2)).toThrow(/3 cells are no whole number of rows of 2/)
    expect(() => gridFromCosts([], 2)).toThrow(/0 cells are no whole number of rows/)
    expect(() => gridFromCosts([1], 0)).toThrow(/size is 0/)
    expect(() => gridFromCosts([1], 0.5)).toThrow(/size is 0\.5/)
  })
})

describe('gridFromMatrix', () => {
  it('walks on 0 and stops at everything else', () => {
    const matrix = [
      [0, 1, 0],
      [-1, 0, 2],
    ]
    expect(gridFromMatrix(matrix)).toEqual({ width: 3, height: 2, cost: Uint8Array.of(1, 0, 1, 0, 1, 0) })
    expect(matrix).toEqual([
      [0, 1, 0],
      [-1, 0, 2],
    ])
  })

  it.each([
    ['rows of different lengths', [[0, 0], [0]], /Row 1 of the matrix has 1 cells, row 0 has 2/],
    ['no rows', [], /size is 0 x 0/],
    ['empty rows', [[], []], /size is 0 x 2/],
    ['a missing row', [[0], undefined], /Row 1 of the matrix is missing/],
    ['booleans', [[0, false]], /matrix\[0\]\[1\] is false: it must be a number, 0 where one can walk/],
  ])('refuses %s', (_, matrix, sentence) => {
    expect(() => gridFromMatrix(matrix as number[][])).toThrow(sentence)
  })
})

describe('what numbers mean', () => {
  const numbers = [0, 1, 2, 0]
  const [asCosts, asWalls, asFree] = [Uint8Array.of(0, 1, 2, 0), Uint8Array.of(1, 0, 0, 1), Uint8Array.of(0, 1, 1, 0)]

  it.each([
    ['costs', asCosts],
    ['walls', asWalls],
    ['free', asFree],
  ] as const)('is said in one word to every maker: %s', (numbersMean, cost) => {
    expect(gridFromCosts(numbers, 2, { numbersMean }).cost).toEqual(cost)
    expect(gridFromCosts(Uint8Array.from(numbers), 2, { numbersMean }).cost).toEqual(cost)
    const matrix = [numbers.slice(0, 2), numbers.slice(2)]
    expect(gridFromMatrix(matrix, { numbersMean }).cost).toEqual(cost)
  })

  it('is costs of flat lists and walls of matrices, where nobody says', () => {
    expect(gridFromCosts(numbers, 2).cost).toEqual(asCosts)
    expect(gridFromMatrix([numbers]).cost).toEqual(asWalls)
  })

  it('is refused in other words, and with numbers that mean nothing', () => {
    expect(() => gridFromMatrix([[0]], { numbersMean: 'wall' as 'walls' })).toThrow(
      /'costs', 'walls' or 'free' was expected/,
    )
    expect(() => gridFromMatrix([[0, 300]], { numbersMean: 'costs' })).toThrow(
      /\[1\] is 300: it must be a whole number/,
    )
    expect(() => gridFromCosts([0, true as unknown as number], 1, { numbersMean: 'free' })).toThrow(/0 for a wall/)
  })
})

describe('gridFromTiles', () => {
  const tiles = [7, 2, 7, 0, 2, 2]
  const expected = { width: 3, height: 2, cost: Uint8Array.of(9, 1, 9, 0, 1, 1) }

  it.each([
    ['an object', { 0: 0, 2: 1, 7: 9 }],
    [
      'a Map',
      new Map([
        [0, 0],
        [2, 1],
        [7, 9],
      ]),
    ],
    ['an array', [0, 5, 1, 5, 5, 5, 5, 9]],
    ['a typed array', Uint8Array.of(0, 5, 1, 5, 5, 5, 5, 9)],
  ])('looks each id up in %s', (_, costOfTile) => {
    expect(gridFromTiles(tiles, 3, costOfTile)).toEqual(expected)
    expect(gridFromTiles(Uint16Array.from(tiles), 3, costOfTile)).toEqual(expected)
  })

  it('takes costs above 255, in two bytes a cell', () => {
    expect(gridFromTiles([1, 2, 1, 3], 2, { 1: 7, 2: 300, 3: 0 }).cost).toEqual(Uint16Array.of(7, 300, 7, 0))
  })

  it('takes names as ids', () => {
    expect(gridFromTiles(['road', 'lake'], 2, { road: 1, lake: 0 }).cost).toEqual(Uint8Array.of(1, 0))
  })

  it('knows an id that Tiled has flipped or turned, and one of its own with such bits', () => {
    const flipped = [0x8000_0002, 0x4000_0002, 0x2000_0002, 0xf000_0002, 0x8000_0002 | 0, 2]
    expect(gridFromTiles(flipped, 6, { 2: 5 }).cost).toEqual(new Uint8Array(6).fill(5))
    expect(gridFromTiles([0x8000_0002], 1, { 2: 5, 2147483650: 7 }).cost).toEqual(Uint8Array.of(7))
    expect(() => gridFromTiles([0x8000_0003], 1, { 2: 5 })).toThrow(/^The tile 2147483651 at \(0, 0\) has no cost/)
    expect(() => gridFromTiles([2.5], 1, { 2: 5 })).toThrow(/^The tile 2\.5 at \(0, 0\) has no cost/)
  })

  it('names an id without a cost and its place', () => {
    expect(() => gridFromTiles(tiles, 3, { 0: 0, 7: 9 })).toThrow(/^The tile 2 at \(1, 0\) has no cost\. Add it/)
    expect(() => gridFromTiles([1, 1, 1, 3], 2, [0, 1])).toThrow(/^The tile 3 at \(1, 1\) has no cost/)
    expect(() => gridFromTiles(['toString'], 1, {})).toThrow(/^The tile toString at \(0, 0\) has no cost/)
  })

  it('names an id whose cost is none', () => {
    expect(() => gridFromTiles(tiles, 3, { 0: 0, 2: 70_000, 7: 9 })).toThrow(
      /^The tile 2 at \(1, 0\) costs 70000.* to 65535/,
    )
  })
})
