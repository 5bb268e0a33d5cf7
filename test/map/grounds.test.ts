/**
 * Grounds from tiles, and what a traveller makes of them: held against a plain look at every cell of every footprint.
 */
import { describe, expect, it } from 'vitest'
import { groundFromTiles } from '../../src/index.ts'
import { gridOf } from '../../src/map/footprint.ts'
import { checkGrounds, type Grounds } from '../../src/map/grounds.ts'
import { type Travellers, travellersOf } from '../../src/map/traveller.ts'
import { FootprintCosts } from '../../src/proof/manner.ts'
import { paidOn, patchyGrounds } from '../support/grounds.ts'

describe('groundFromTiles', () => {
  it('takes places in a list of names, and the names themselves', () => {
    const names = ['grass', 'rock']
    expect(groundFromTiles([0, 1, 1, 0], 2, names).groundOfCell).toEqual(Uint8Array.of(0, 1, 1, 0))
    expect(groundFromTiles(['grass', 'rock'], 2, names).groundOfCell).toEqual(Uint8Array.of(0, 1))
  })

  it('takes ids that a table or a Map names grounds for, several for one ground', () => {
    const table = { 17: 'grass', 18: 'grass', 40: 'rock' }
    const fromTable = groundFromTiles([18, 40, 17], 3, table)
    expect(fromTable).toEqual({ width: 3, height: 1, groundOfCell: Uint8Array.of(0, 1, 0), names: ['grass', 'rock'] })
    const map = new Map<number | string, string>(Object.entries(table))
    expect(groundFromTiles(['18', '40', '17'], 3, map)).toEqual(fromTable)
  })

  it.each([
    ['a tile without a ground', () => groundFromTiles([0, 7], 2, ['grass']), 'tile 7 at (1, 0) has no ground'],
    ['half a row', () => groundFromTiles([0, 0, 0], 2, ['grass']), 'no whole number of rows'],
    ['one name twice', () => groundFromTiles([0], 1, ['a', 'a']), "Two grounds are called 'a'"],
    ['no names', () => groundFromTiles([0], 1, []), 'names of grounds'],
    ['no tiles', () => groundFromTiles(null as unknown as number[], 1, ['a']), 'The tiles are null'],
    ['a name that every object has', () => groundFromTiles(['toString'], 1, { 1: 'a' }), 'has no ground'],
  ])('refuses %s', (_what, make, reason) => expect(make).toThrow(reason))

  it('is held to its names and its size where a caller made grounds by hand', () => {
    const grounds = (given: Partial<Grounds>) => () =>
      checkGrounds({ width: 2, height: 1, groundOfCell: Uint8Array.of(0, 1), names: ['a', 'b'], ...given })
    expect(grounds({})).not.toThrow()
    expect(grounds({ names: ['a'] })).toThrow('Cell (1, 0) is of ground 1')
    expect(grounds({ height: 2 })).toThrow('has 4 bytes of grounds')
  })
})

describe('a traveller', () => {
  it('stands where no cell of its footprint is a wall, at the cost of the dearest', () => {
    const costs = { grass: 2, forest: 3, swamp: 255, road: 1 }
    for (const size of [1, 2, 3, 4, 5, 7, 8, 70]) {
      for (const [width, height] of [
        [40, 33],
        [1, 50],
        [3, 2],
      ] as const) {
        const grounds = patchyGrounds(width, height, size)
        const grid = gridOf(grounds, { costs, size })
        const judge = new FootprintCosts(paidOn(grounds, costs), size)
        const seen = grid.cost.map((_, cell) => judge.costAt(cell % width, Math.floor(cell / width)))
        expect(grid.cost, `size ${size} on ${width} x ${height}`).toEqual(seen)
      }
    }
  })

  it('of an even size stands with its upper left middle cell', () => {
    const grounds = groundFromTiles(
      [...'#....#..'].map(tile => (tile === '.' ? 1 : 0)),
      4,
      ['rock', 'grass'],
    )
    // #...
    // .#..   two cells to a side fit only where (2, 0), (3, 0), (2, 1) and (3, 1) are
    expect(gridOf(grounds, { costs: { grass: 1 }, size: 2 }).cost).toEqual(Uint8Array.of(0, 0, 1, 0, 0, 0, 0, 0))
  })

  it('does not walk on a ground named like something every object has', () => {
    const grounds = groundFromTiles([0, 1], 2, ['constructor', 'grass'])
    expect(gridOf(grounds, { costs: { grass: 4 }, size: 1 }).cost).toEqual(Uint8Array.of(0, 4))
  })

  it.each([
    ['none', {}, 'There are 0 travellers'],
    ['a ground that is not there', { tank: { costs: { lava: 1 } } }, "names the ground 'lava': this map has grass"],
    ['a cost of 0', { tank: { costs: { grass: 0 } } }, "pays 0 on 'grass'"],
    ['no costs', { tank: {} }, 'has no costs'],
    ['half a size', { tank: { costs: {}, size: 1.5 } }, 'has the size 1.5'],
    ['a turn of 30 degrees', { tank: { costs: {}, turn: 30 } }, 'turns by 30'],
    ['an option that is misspelt', { tank: { costs: {}, sise: 2 } }, "has no 'sise'"],
  ])('is refused with %s', (_what, given, reason) => {
    expect(() => travellersOf(given as unknown as Travellers, ['grass'])).toThrow(reason)
  })
})
