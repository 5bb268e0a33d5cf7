/**
 * What a file of travellers keeps once: grounds in few bits, tables of regions that cost one a multiple of what they cost
 * another. What comes out is, to the byte, what an atlas of each alone has.
 */
import { describe, expect, it } from 'vitest'
import { scaleWord, TableStore } from '../../src/atlas/travellers-tables.ts'
import { bake, type Grounds, generate, groundFromTiles, openAtlas, type Travellers } from '../../src/index.ts'
import { gridOf } from '../../src/map/footprint.ts'
import { paidOn, patchyGrounds } from '../support/grounds.ts'

function twoGrounds(side: number, seed: number): Grounds {
  const { cost } = generate('terrain', { width: side, height: side, seed })
  return groundFromTiles(cost, side, ['rock', 'grass'])
}

async function singleBytes(grounds: Grounds, travellers: Travellers): Promise<number> {
  let bytes = 0
  for (const { costs, size = 1 } of Object.values(travellers))
    bytes += (await bake(gridOf(grounds, { costs, size }))).length
  return bytes
}

describe('a file of travellers', () => {
  it('gives each the tables that an atlas of its own has, byte for byte', async () => {
    for (const grounds of [patchyGrounds(130, 100, 5), twoGrounds(200, 4)]) {
      const costs = Object.fromEntries(
        grounds.names.filter(name => name !== 'rock').map((name, i) => [name, 3 + 2 * i]),
      )
      // None has the walls of another, whose entries it would share.
      const travellers = { walker: { costs }, ox: { costs, size: 2 }, giant: { costs, size: 3 } }
      const together = openAtlas(await bake(grounds, { travellers }))
      for (const { name, size } of together.travellers) {
        const own = openAtlas(await bake(gridOf(grounds, { costs, size }))).columns
        const { levels, landmarks, labels } = together.as(name).columns
        expect(levels.map(({ tables }) => tables)).toEqual(own.levels.map(({ tables }) => tables))
        expect(levels.map(({ tableOfRegion }) => tableOfRegion)).toEqual(own.levels.map(level => level.tableOfRegion))
        expect(levels.map(({ slots }) => slots)).toEqual(own.levels.map(({ slots }) => slots))
        expect([landmarks.costToLandmark, labels.planeBits]).toEqual([
          own.landmarks.costToLandmark,
          own.labels.planeBits,
        ])
      }
    }
  })

  it('keeps tables once where one traveller pays a multiple of what another pays', async () => {
    const grounds = twoGrounds(256, 7)
    const [two, three, five] = [2, 3, 5].map(grass => ({ costs: { grass } }))
    const one = await bake(grounds, { travellers: { two } })
    const all = await bake(grounds, { travellers: { two, three, five } })
    const landmarks = openAtlas(one).columns.landmarks.costToLandmark.byteLength
    expect(all.length - one.length).toBeLessThan(2 * landmarks + 0.12 * one.length)
  })

  it('of four kinds and two sizes takes at most six tenths of the bytes of eight atlases', async () => {
    const kinds = { soldier: [2, 3, 6, 20, 1], rider: [3, 9, 12, 30, 2], elf: [5, 3, 5, 20, 4], bird: [1, 1, 2, 1, 1] }
    const names = ['grass', 'forest', 'swamp', 'water', 'road']
    const travellers: Record<string, Travellers[string]> = {}
    for (const size of [1, 2]) {
      for (const [kind, paid] of Object.entries(kinds)) {
        travellers[`${kind}-${size}`] = { costs: Object.fromEntries(names.map((name, i) => [name, paid[i]])), size }
      }
    }
    for (const grounds of [patchyGrounds(160, 160, 3), twoGrounds(256, 3)]) {
      const own = Object.entries(travellers).map(([name, { costs, size = 1 }]) => {
        const paid = Object.entries(costs).filter(([ground]) => grounds.names.includes(ground))
        return [name, { costs: Object.fromEntries(paid), size }] as const
      })
      const all = Object.fromEntries(own)
      const file = await bake(grounds, { travellers: all })
      expect(file.length / (await singleBytes(grounds, all))).toBeLessThan(0.6)
    }
  })

  it.each([1, 2, 3, 4, 5, 16, 17, 256])('keeps %i grounds in as few bits as they need', async count => {
    const names = Array.from({ length: count }, (_, i) => `ground ${i}`)
    const groundOfCell = Uint8Array.from({ length: 37 * 23 }, (_, cell) => (cell * cell) % count)
    const grounds = { width: 37, height: 23, groundOfCell, names }
    const costs = { 'ground 0': 4 }
    const atlas = openAtlas(await bake(grounds, { travellers: { it: { costs } } }))
    expect(atlas.grounds).toEqual(grounds)
    const paid = paidOn(grounds, costs)
    for (let cell = 0; cell < groundOfCell.length; cell++) {
      const [x, y] = [cell % 37, Math.floor(cell / 37)]
      expect(atlas.costAt(x, y)).toBe(paid.costAt(x, y))
    }
  })
})

describe('the store of tables', () => {
  // Two records: of one pair that costs 3, and of three pairs that cost 1, 2 and 40.
  const words = Uint16Array.of(0, 3, 0, 1, 2, 40)
  const store = new TableStore(Int32Array.of(2, 6), words)
  const level = (recordOfRegion: number[], scales: number[], slots: number[]) => ({
    rowOfRegion: Int32Array.from(slots.flatMap(count => [0, count])),
    recordOfRegion: Int32Array.from(recordOfRegion),
    scaleOfRegion: Int32Array.from(scales),
  })

  it('multiplies and shifts, and tells where each table begins', () => {
    const { tables, tableOfRegion } = store.tablesOf(
      level([1, -1, 0, 0], [scaleWord(2, 1), 0, scaleWord(7, 0), scaleWord(1, 3)], [3, 1, 2, 2]),
      8,
    )
    expect([...tables]).toEqual([1, 2, 4, 80, 0, 21, 3, 3])
    expect([...tableOfRegion]).toEqual([0, 4, 4, 6])
  })

  it.each([
    ['a record that there is not', level([2], [scaleWord(1, 0)], [2]), 2],
    ['more words than a map of its size can have', level([0], [scaleWord(1, 0)], [2]), 1],
    ['more pairs than the record has', level([0], [scaleWord(1, 0)], [3]), 2],
    ['a record of a region without pairs', level([0], [scaleWord(1, 0)], [1]), 2],
    ['a factor that leaves no room', level([1], [scaleWord(2000, 0)], [3]), 4],
    ['no factor', level([0], [scaleWord(0, 0)], [2]), 2],
  ])('refuses %s', (_what, columns, tableWords) => {
    expect(() => store.tablesOf(columns, tableWords)).toThrow('is damaged')
  })

  it('refuses records that do not follow each other', () => {
    for (const ends of [[0], [2, 2], [3, 2], [2, 7], [-1]]) {
      expect(() => new TableStore(Int32Array.from(ends), words)).toThrow('records make no sense')
    }
  })
})
