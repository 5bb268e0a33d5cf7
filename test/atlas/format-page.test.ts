/**
 * FORMAT.md is a promise to whoever writes another reader. So one is written here from that page alone, and what it reads
 * from real atlases is compared with the maps they were baked from.
 */
import { describe, expect, it } from 'vitest'
import { countsOf } from '../../src/atlas/columns.ts'
import { ATLAS, atlasSizeBytes, FORMAT_VERSION } from '../../src/atlas/layout.ts'
import { checksum } from '../../src/base/checksum.ts'
import { Random } from '../../src/base/random.ts'
import type { Directions, Grid } from '../../src/index.ts'
import { bake, generate, openAtlas, readMap } from '../../src/index.ts'
import { checkPath } from '../../src/proof/check.ts'
import { checksumOnPage, exampleOnPage, fieldsOnPage } from '../support/format-page.ts'
import { FormatReader } from '../support/format-reader.ts'
import { floodIslands, plainMap } from '../support/plain.ts'
import { plainOverCorner } from '../support/plain-landing.ts'
import { sectionsIn } from '../support/sections.ts'

const UNITS_PER_CELL = 140

/** The page's checksum in the plainest words, with 10 and 11 as the words that count as 0. */
function checksumByPage(words: Int32Array): { low: number; high: number } {
  const times = (a: number, b: number) => Number((BigInt(a >>> 0) * BigInt(b)) & 0xffff_ffffn)
  const avalanche = (h: number) => {
    h = times(h ^ (h >>> 16), 0x21f0aaad)
    h = times(h ^ (h >>> 15), 0x735a2d97)
    return (h ^ (h >>> 15)) >>> 0
  }
  const lane = Array.from({ length: 8 }, (_, i) => times(i + 1, 0x85ebca6b))
  words.forEach((word, i) => {
    const h = times(lane[i % 8] ^ (i === 10 || i === 11 ? 0 : word), 0x9e3779b1)
    lane[i % 8] = h ^ (h >>> 15)
  })
  let high = words.length
  let low = 0
  for (let i = 0; i < 8; i++) {
    high = avalanche(high ^ lane[i])
    low = avalanche((low + (lane[i] >>> 0)) ^ (high << 7))
  }
  return { low, high }
}

const codeChecksum = (words: Int32Array) => {
  const [low, high] = checksum(words, 10)
  return { low: low >>> 0, high: high >>> 0 }
}

/** One corridor that winds up and down a block in stairs of one step each, so that its way has more than 254 runs. */
function windingStairs(): Grid {
  const cost = new Uint8Array(32 * 96)
  const open = (x: number, y: number) => {
    cost[32 * (y + 32) + x] = 1
  }
  for (let flight = -4; flight <= 4; flight++) {
    for (let y = 1; y <= 30; y++) {
      for (const x of [y + 4 * flight, y + 4 * flight + 1]) if (x >= 1 && x <= 30) open(x, y)
    }
    if (flight === 4) break
    // From the upper end of this flight to the next one's, or from lower end to lower end.
    for (const along of [4 * flight + 2, 4 * flight + 3]) {
      if (flight % 2 === 0) open(Math.max(1, 1 + along), Math.max(1, 1 - along))
      else open(Math.min(30, 30 + along), Math.min(30, 30 - along))
    }
  }
  for (const y of [0, -1]) open(17, y)
  for (const y of [31, 32]) open(14, y)
  return { width: 32, height: 96, cost }
}

const worlds: Record<string, { grid: Grid; directions: Directions }> = {
  'one cell': { grid: readMap(new TextEncoder().encode('.')), directions: 8 },
  'coasts, several levels': { grid: generate('terrain', { width: 200, height: 150, seed: 3 }), directions: 8 },
  'coasts with weights': {
    grid: generate('terrain', { width: 150, height: 100, seed: 4, weighted: true }),
    directions: 8,
  },
  'rooms, 4 directions': { grid: generate('rooms', { width: 130, height: 170, seed: 5 }), directions: 4 },
  'fragmented ground': { grid: generate('scatter', { width: 140, height: 100, seed: 6 }), directions: 8 },
  'winding stairs': { grid: windingStairs(), directions: 8 },
  'a maze': { grid: generate('maze', { width: 200, height: 200, seed: 7 }), directions: 8 },
}

describe('the page', () => {
  it('gives the checksum of its worked example', () => {
    const { wordCount, low, high } = checksumOnPage()
    const words = Int32Array.from({ length: wordCount }, (_, i) => i)
    expect(checksumByPage(words)).toEqual({ low, high })
    expect(codeChecksum(words)).toEqual({ low, high })
  })

  it('describes the checksum of any words', () => {
    const random = new Random(1)
    for (const length of [12, 15, 16, 17, 24, 31, 32, 100, 1000]) {
      const words = Int32Array.from({ length }, () => random.nextUint32() | 0)
      expect(checksumByPage(words)).toEqual(codeChecksum(words))
    }
  })

  it('dumps the bytes of its example', async () => {
    const { map, sizeBytes, atlas } = exampleOnPage()
    const file = await bake(readMap(map))
    expect(file.length).toBe(sizeBytes)
    expect(atlas).toEqual([...file])
  })

  it('leaves no byte of the header without a field', () => {
    for (const isOfRow of [false, true]) {
      const fields = fieldsOnPage.filter(field => field.isOfRow === isOfRow)
      let end = 0
      for (const { offset, bytes } of fields) {
        expect(offset).toBe(end)
        end += bytes
      }
      expect(end).toBe(isOfRow ? 48 : 64)
    }
  })
})

it('has ways of every length: the stairs wind on for more than a length byte can say', async () => {
  const reader = new FormatReader(await bake(windingStairs()))
  const ways = pairsOf(reader, 0).map(({ region, a, b }) => reader.way(0, region, a, b).runCount ?? 0)
  expect(Math.max(...ways)).toBeGreaterThan(254)
})

describe.each(Object.entries(worlds))('an atlas of %s', (_name, { grid, directions }) => {
  const file = bake(grid, { directions })
  const open = async () => {
    const bytes = await file
    return { bytes, atlas: openAtlas(bytes), reader: new FormatReader(bytes) }
  }

  it('has the header that the page describes', async () => {
    const { bytes, atlas, reader } = await open()
    const { levels, width, height, costMin, islands, landmarks, landmarkShift, hubLevel } = countsOf(atlas.columns)
    const facts = { width, height, directions, costMin, islands, landmarks, landmarkShift, hubLevel }
    expect([...bytes.subarray(0, 8)]).toEqual([...ATLAS.magic])
    expect(reader.header).toMatchObject({ ...facts, version: FORMAT_VERSION })
    expect(reader.levels).toEqual(levels)
    const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
    const { low, high } = checksumByPage(words)
    expect([words[10] >>> 0, words[11] >>> 0]).toEqual([low, high])
  })

  it('has each column where the page puts it, with that type and length', async () => {
    const { bytes, atlas, reader } = await open()
    const placed = sectionsIn(bytes).map(({ name, level, type, offsetBytes: offset, length }) => {
      return { name, level, type, offset, length }
    })
    expect(reader.columns).toEqual(placed)
    const expected = reader.expected()
    expect(placed.map(({ name, level, length }) => ({ name, level, length }))).toEqual(
      expected.map(({ name, level, length }) => ({ name, level, length })),
    )
    placed.forEach(({ type }, i) => {
      expect(expected[i].types).toContain(type)
    })
    expect([reader.sizeBytes, atlasSizeBytes(countsOf(atlas.columns))]).toEqual([bytes.length, bytes.length])
  })

  it('holds the cells, regions and islands of its map', async () => {
    const { reader } = await open()
    const { islandOfCell, count } = floodIslands(grid)
    const numberOf = new Map<number, number>()
    const islandOfRoot = new Map<number, number>()
    const wrong: number[][] = []
    for (let y = 0; y < grid.height; y++) {
      for (let x = 0; x < grid.width; x++) {
        const cell = y * grid.width + x
        if (reader.costOf(x, y) !== grid.cost[cell]) wrong.push([x, y])
        if (grid.cost[cell] === 0) continue
        const region = reader.regionOf(x, y)
        const island = reader.at('islandOfRegion', region)
        const root = rootOf(reader, region)
        const others = [numberOf.get(islandOfCell[cell]), islandOfRoot.get(root)]
        if (others.some(other => (other ?? island) !== island)) wrong.push([x, y])
        numberOf.set(islandOfCell[cell], island)
        islandOfRoot.set(root, island)
      }
    }
    expect(wrong).toEqual([])
    expect(new Set(numberOf.values()).size).toBe(count)
    expect([reader.header.islands, islandOfRoot.size]).toEqual([count, count])
    // Islands are numbered from the last level down, on each level by region.
    const inOrder = [...islandOfRoot].sort(([a], [b]) => a - b).map(([, island]) => island)
    expect(inOrder).toEqual(inOrder.map((_, i) => i))
  })

  it('has a way of the stated cost for each pair of level 0', async () => {
    const { reader } = await open()
    const map = plainMap(grid, directions)
    const kinds = new Set<string>()
    for (const { region, a, b } of pairsOf(reader, 0)) {
      const [from, to] = [a, b].map(k => reader.landing(reader.slot(0, region, k)))
      const { cells } = reader.way(0, region, a, b)
      kinds.add(cells === undefined ? 'searched' : 'kept')
      if (cells === undefined) continue
      const check = checkPath(map, Int32Array.from(cells), from.x, from.y, to.x, to.y, directions)
      expect(check.message).toBe('')
      const regions = cells.flatMap((x, i) => (i % 2 === 0 ? [reader.regionOf(x, cells[i + 1])] : []))
      expect(new Set(regions)).toEqual(new Set([region]))
      const inside = exactUnits(cells, reader) + Math.round(UNITS_PER_CELL * (from.half + to.half))
      const [one, other] = [a, b].map(k => reader.crossing(reader.slot(0, region, k)))
      const units = Math.min(inside, Math.round(UNITS_PER_CELL * plainOverCorner(map, one, other)))
      const stated = reader.pairUnits(0, region, a, b)
      expect(stated.units).toBe(Math.ceil(units / stated.step) * stated.step)
    }
    if (grid.cost.length > 1) expect(kinds).toContain('kept')
  })

  it('has, above, ways whose parts add up to the stated cost', async () => {
    const { reader } = await open()
    const wrong: number[][] = []
    for (let level = 1; level < reader.levels.length; level++) {
      for (const { region, a, b } of pairsOf(reader, level)) {
        const from = reader.slot(level, region, a)
        const to = reader.slot(level, region, b)
        const entries = [...(reader.way(level, region, a, b).entries ?? []), to.entry]
        let lower = reader.at('regionOfSide', 2 * from.entry + from.side, level - 1)
        let units = 0
        for (let i = 1; i < entries.length; i++) {
          const slots = [slotOf(reader, level - 1, lower, entries[i - 1]), slotOf(reader, level - 1, lower, entries[i])]
          units += reader.pairUnits(level - 1, lower, Math.min(...slots), Math.max(...slots)).units
          const { side } = reader.slot(level - 1, lower, slots[1])
          lower = reader.at('regionOfSide', 2 * entries[i] + 1 - side, level - 1)
        }
        const stated = reader.pairUnits(level, region, a, b)
        if (stated.units !== Math.ceil(units / stated.step) * stated.step) wrong.push([level, region, a, b])
      }
    }
    expect(wrong).toEqual([])
  })

  it('has landmarks that bound what lies between two entries', async () => {
    const { reader } = await open()
    const { landmarks, landmarkShift } = reader.header
    const step = 2 ** landmarkShift
    const wrong: number[][] = []
    for (const { region, a, b } of pairsOf(reader, 0)) {
      const { units } = reader.pairUnits(0, region, a, b)
      const [from, to] = [reader.slot(0, region, a).entry, reader.slot(0, region, b).entry]
      for (let k = 0; k < landmarks; k++) {
        const costTo = (entry: number) => reader.at('costToLandmark', landmarks * entry + k)
        const apart = Math.abs(costTo(from) - costTo(to))
        if ((apart - 1) * step > units) wrong.push([region, a, b, k])
      }
    }
    expect(wrong).toEqual([])
  })
})

/** The root over a region of level 0, as a number that orders roots as islands are ordered. */
function rootOf(reader: FormatReader, region: number): number {
  for (let level = 0; ; level++) {
    const parent = reader.at('parentOfRegion', region, level)
    if (parent === -1) return region - level * 2 ** 32
    region = parent
  }
}

function pairsOf(reader: FormatReader, level: number): { region: number; a: number; b: number }[] {
  const pairs: { region: number; a: number; b: number }[] = []
  for (let region = 0; region < reader.levels[level].regions; region++) {
    for (let b = 1; b < reader.slotCountOf(level, region); b++) {
      for (let a = 0; a < b; a++) pairs.push({ region, a, b })
    }
  }
  expect(pairs.length).toBe(reader.levels[level].pairs)
  return pairs
}

/** The slot of an entry within a region that must list it. */
function slotOf(reader: FormatReader, level: number, region: number, entry: number): number {
  for (let k = 0; k < reader.slotCountOf(level, region); k++) {
    if (reader.slot(level, region, k).entry === entry) return k
  }
  throw new Error(`Region ${region} of level ${level} does not list entry ${entry}.`)
}

/** What a legal path of cells costs, by the page's own words. */
function exactUnits(cells: readonly number[], reader: FormatReader): number {
  let units = 0
  for (let i = 2; i < cells.length; i += 2) {
    const sum = reader.costOf(cells[i - 2], cells[i - 1]) + reader.costOf(cells[i], cells[i + 1])
    const isStraight = cells[i] === cells[i - 2] || cells[i + 1] === cells[i - 1]
    units += (isStraight ? UNITS_PER_CELL / 2 : 99) * sum
  }
  return units
}
