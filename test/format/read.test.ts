/**
 * Maps as text and raw bytes: what is read, what is refused and in which words, and that what is written reads back.
 * @fast
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IsthmusError } from '../../src/base/errors.ts'
import { Random } from '../../src/base/random.ts'
import { generate } from '../../src/map/generate/index.ts'
import { type Grid, makeGrid } from '../../src/map/grid.ts'
import { type MapFormat, mapFormats, readMap, writeMovingAi, writeRaw, writeText } from '../../src/maps.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const readText = (text: string) => readMap(bytesOf(text))
const rowsOf = ({ width, height, cost }: Grid) =>
  Array.from({ length: height }, (_, y) => Array.from(cost.subarray(y * width, (y + 1) * width)))

function errorOf(call: () => unknown): IsthmusError {
  try {
    call()
  } catch (error) {
    if (error instanceof IsthmusError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const HEADER = 'type octile\nheight 2\nwidth 3\nmap\n'

describe('a MovingAI map', () => {
  it('has ground in . G S and walls in @ O T W', () => {
    expect(rowsOf(readText('type octile\nheight 1\nwidth 7\nmap\n.GS@OTW\n'))).toEqual([[1, 1, 1, 0, 0, 0, 0]])
  })

  it.each([
    ['Windows line ends', `${HEADER}.@.\n..T\n`.replaceAll('\n', '\r\n')],
    ['no line end after the last row', `${HEADER}.@.\n..T`],
    ['empty lines at the end', `${HEADER}.@.\n..T\n\n\r\n`],
    ['a byte order mark', `\ufeff${HEADER}.@.\n..T\n`],
    ['width before height', 'type octile\nwidth 3\nheight 2\nmap\n.@.\n..T\n'],
    ['spaces and tabs in its header', 'type\toctile \nheight  2\nwidth\t3  \nmap \n.@.\n..T\n'],
  ])('may have %s', (_, text) => {
    expect(rowsOf(readText(text))).toEqual([
      [1, 0, 1],
      [1, 1, 0],
    ])
  })

  it.each([
    ['another type', 'type hex\nheight 2\nwidth 3\nmap\n...\n...\n', /^Line 1: 'type hex' was found, 'type octile' /],
    ['a misspelt line', 'type octile\nheigth 2\nwidth 3\nmap\n', /^Line 2: 'heigth 2' was found/],
    ['a size that is no number', 'type octile\nheight two\nwidth 3\nmap\n', /^Line 2: 'height two' was found/],
    ['a negative size', 'type octile\nheight -2\nwidth 3\nmap\n', /^Line 2: 'height -2' was found/],
    ['a size of 0', 'type octile\nheight 0\nwidth 3\nmap\n', /^Line 2: 'height 0' was found/],
    ['one side twice', 'type octile\nheight 2\nheight 2\nmap\n', /^Line 3: the height is given a second time/],
    ['no width', 'type octile\nheight 2\nmap\n...\n...\n', /^Line 3: 'map' comes before the map's width/],
    ['no map', 'type octile\nheight 2\nwidth 3\n', /ends at line 4 without a line 'map'/],
    ['nothing but its first word', 'type', /^Line 1: 'type' was found/],
    ['a missing row', `${HEADER}...\n`, /ends after 1 rows, but its header says height 2/],
    ['a row too many', `${HEADER}...\n...\n...\n`, /^Line 7: more text follows after the 2 rows/],
    ['a short row', `${HEADER}...\n..\n`, /^Line 6: the row has 2 cells, but the header says width 3/],
    ['a long row', `${HEADER}....\n...\n`, /^Line 5: the row has 4 cells, but the header says width 3/],
    ['an unknown letter', `${HEADER}...\n.x.\n`, /^Line 6, column 2: 'x' is no letter of this format. Known are '\.'/],
    ['a letter of text art', `${HEADER}.#.\n...\n`, /^Line 5, column 2: '#' is no letter/],
    ['a control character', `${HEADER}.\u0007.\n...\n`, /^Line 5, column 2: '\\x07' is no letter/],
  ])('is refused with %s', (_, text, sentence) => {
    const error = errorOf(() => readText(text))
    expect(error.code).toBe('BAD_MAP')
    expect(error.message).toMatch(sentence)
  })

  it('is refused for a size beyond every map, before any memory is asked for', () => {
    expect(errorOf(() => readText('type octile\nheight 999999999\nwidth 999999999\nmap\n.\n')).code).toBe('TOO_LARGE')
    const error = errorOf(() => readText('type octile\nheight 32768\nwidth 32768\nmap\n.\n'))
    expect(error.message).toMatch(/^Line 5: the row has 1 cells/)
  })

  it('is written with dots for free cells and @ for walls', () => {
    const bytes = writeMovingAi(makeGrid(2, 1, Uint8Array.of(1, 0)))
    expect(new TextDecoder().decode(bytes)).toBe('type octile\nheight 1\nwidth 2\nmap\n.@\n')
  })

  it('is not written where cells cost more than 1', () => {
    const error = errorOf(() => writeMovingAi(makeGrid(2, 2, Uint8Array.of(1, 0, 1, 7))))
    expect(error.code).toBe('BAD_ARGUMENT')
    expect(error.message).toMatch(/^Cell \(1, 1\) costs 7: .* Write text, PNG or raw\.$/)
  })
})

describe('text art', () => {
  it('has costs in digits, walls in # @ X, free cells in . and space', () => {
    expect(rowsOf(readText('. 1#\n2359\n@XSG\nTOW.\n'))).toEqual([
      [1, 1, 1, 0],
      [2, 3, 5, 9],
      [0, 0, 1, 1],
      [0, 0, 0, 1],
    ])
  })

  it.each([
    ['Windows line ends', '.#\r\n..\r\n'],
    ['no line end after the last row', '.#\n..'],
    ['empty lines at the end', '.#\n..\n\n\n'],
  ])('may have %s', (_, text) => {
    expect(rowsOf(readText(text))).toEqual([
      [1, 0],
      [1, 1],
    ])
  })

  it.each([
    ['rows of different lengths', '...\n..\n', /^Line 2 has 2 cells, the first row has 3\. All rows/],
    ['a gap between rows', '...\n\n...\n', /^Line 2 is empty/],
    ['an empty first line', '\n...\n', /^Line 1 is empty/],
    ['an unknown letter', '...\n.?.\n', /^Line 2, column 2: '\?' is no letter of this format/],
    ['a cost of 0, which is a wall', '.0.\n', /^Line 1, column 2: '0' is no letter/],
    ['a tab', '.\t.\n', /^Line 1, column 2: '\\x09' is no letter/],
    ['letters beyond ASCII', '.█.\n', /^Line 1, column 2: '\\xe2' is no letter/],
  ])('is refused with %s', (_, text, sentence) => {
    const error = errorOf(() => readText(text))
    expect(error.code).toBe('BAD_MAP')
    expect(error.message).toMatch(sentence)
  })

  it('is refused where a row is longer than any map', () => {
    expect(errorOf(() => readText('.'.repeat(65_536))).code).toBe('TOO_LARGE')
  })

  it('is written with dots for cells of cost 1, # for walls and digits for other costs', () => {
    expect(new TextDecoder().decode(writeText(makeGrid(2, 2, Uint8Array.of(1, 0, 2, 9))))).toBe('.#\n29\n')
  })

  it('is not written where a cost has two digits', () => {
    expect(errorOf(() => writeText(makeGrid(1, 1, Uint8Array.of(10)))).message).toMatch(/^Cell \(0, 0\) costs 10: /)
  })
})

describe('raw costs', () => {
  const grid = makeGrid(3, 2, Uint8Array.of(0, 1, 255, 7, 0, 2))

  it('are a view of the bytes they come from', () => {
    const bytes = writeRaw(grid)
    const read = readMap(bytes)
    bytes[16] = 99
    expect(read.cost[0]).toBe(99)
  })

  it('are read at any offset of a buffer', () => {
    const bytes = writeRaw(grid)
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    expect(readMap(shifted.subarray(3))).toEqual(grid)
  })

  it.each([
    ['cut in their header', (bytes: Uint8Array) => bytes.subarray(0, 12), /ends after 12 bytes/],
    ['cut', (bytes: Uint8Array) => bytes.subarray(0, 21), /of 3 x 2 has 22 bytes, this one 21/],
    ['longer than their header says', (bytes: Uint8Array) => Uint8Array.of(...bytes, 1), /has 22 bytes, this one 23/],
    ['of another version', (bytes: Uint8Array) => bytes.with(8, 3), /has version 3; this reader knows 1 and 2/],
    ['without a width', (bytes: Uint8Array) => bytes.with(10, 0), /The map's size is 0 x 2/],
    ['damaged in their header', (bytes: Uint8Array) => bytes.with(15, 1), /last two bytes are not 0/],
  ])('are refused when %s', (_, damage, sentence) => {
    const error = errorOf(() => readMap(damage(writeRaw(grid))))
    expect(error.code).toBe('BAD_MAP')
    expect(error.message).toMatch(sentence)
  })

  it('without a header need a width, and then no format is guessed', () => {
    expect(rowsOf(readMap(bytesOf('type'), { width: 2 }))).toEqual([
      [116, 121],
      [112, 101],
    ])
    expect(errorOf(() => readMap(Uint8Array.of(1, 2, 3), { width: 2 })).message).toMatch(/no whole number of rows of 2/)
    expect(errorOf(() => readMap(Uint8Array.of(1, 2, 3), { width: 0 })).message).toMatch(/size is 0/)
  })

  it('reads bare costs of 16 bits on request, and refuses to guess', () => {
    const costs = Uint16Array.from({ length: 60 * 40 }, (_, cell) => (cell % 11 === 0 ? 0 : 1 + (cell % 60)))
    const bytes = new Uint8Array(costs.buffer)
    const grid = readMap(bytes, { width: 60, bits: 16 })
    expect([grid.height, grid.cost]).toEqual([40, costs])
    expect(grid.cost.buffer).toBe(costs.buffer)
    const shifted = new Uint8Array(bytes.length + 1)
    shifted.set(bytes, 1)
    expect(readMap(shifted.subarray(1), { width: 60, bits: 16 }).cost).toEqual(costs)
    expect(readMap(bytes, { width: 60, bits: 8 }).height).toBe(80)
    const refusal = errorOf(() => readMap(bytes, { width: 60 }))
    expect([refusal.code, refusal.message]).toEqual(['BAD_MAP', expect.stringMatching(/60 x 40 cells.*60 x 80 cells/)])
    expect(errorOf(() => readMap(bytes, { width: 60, bits: 12 as never })).message).toMatch(/8 or 16/)
  })

  it('takes bytes of one kind of map for no other', () => {
    for (const kind of ['terrain', 'maze', 'elevation', 'rooms'] as const) {
      const { cost } = generate(kind, { width: 96, height: 96, seed: 5 })
      expect(readMap(cost as Uint8Array, { width: 96 }).cost).toEqual(cost)
      const wide = errorOf(() => readMap(new Uint8Array(Uint16Array.from(cost).buffer), { width: 96 }))
      expect(wide.message).toContain('16 bits')
    }
  })

  it('sees 16 bits in costs that are spread evenly, and none in bytes that are', () => {
    for (const costMax of [300, 30_000, 45_000]) {
      const random = new Random(costMax)
      const costs = Uint16Array.from({ length: 80 * 80 }, () => 1 + random.below(costMax))
      expect(errorOf(() => readMap(new Uint8Array(costs.buffer), { width: 80 })).message).toContain('16 bits')
    }
    // The spreads of both bytes are alike here, but the high byte is smooth.
    const { cost } = generate('relief', { width: 256, height: 256, seed: 6, featureCells: 300, unknown: 0 })
    expect(errorOf(() => readMap(new Uint8Array(cost.buffer), { width: 256 })).message).toContain('16 bits')
    for (const seed of [1, 2, 3]) {
      const random = new Random(seed)
      const costs = Uint8Array.from({ length: 40 * (10 + 10 * seed) }, () => random.below(256))
      expect(readMap(costs, { width: 40 }).cost).toEqual(costs)
    }
  })

  it('names what reads the files of map editors', () => {
    for (const text of ['{ "layers": [] }', '\ufeff<?xml version="1.0"?><map/>'])
      expect(errorOf(() => readMap(new TextEncoder().encode(text))).message).toContain('readWorld')
  })
})

describe('any bytes', () => {
  it.each([
    ['nothing', new Uint8Array(0), /is empty/],
    ['bytes of no known format', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16), /no map that is known here/],
    ['bare costs without their width', Uint8Array.of(0, 1, 1, 0), /option width/],
  ])('that are %s are refused', (_, bytes, sentence) => {
    const error = errorOf(() => readMap(bytes))
    expect(error.code).toBe('BAD_MAP')
    expect(error.message).toMatch(sentence)
  })

  it('that are no bytes are refused', () => {
    expect(errorOf(() => readMap('....' as unknown as Uint8Array)).code).toBe('BAD_ARGUMENT')
  })

  it('of more cells than wanted are refused', () => {
    expect(errorOf(() => readMap(bytesOf('...\n...\n'), { cellsMax: 5 })).code).toBe('TOO_LARGE')
    expect(readMap(bytesOf('...\n...\n'), { cellsMax: 6 }).cost.length).toBe(6)
  })
})

describe('what a format writes', () => {
  const grids = (costMax: number) =>
    fc
      .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 12 }) })
      .chain(({ width, height }) =>
        fc
          .uint8Array({ minLength: width * height, maxLength: width * height, max: costMax })
          .map(cost => makeGrid(width, height, cost)),
      )
  const costMaxOf: Record<string, number> = { movingai: 1, text: 9, png: 255, raw: 255 }

  it.each(mapFormats.map(format => [format.name, format] as const))('reads back the same: %s', (name, format) => {
    const readsBack = (grid: Grid) => {
      expect(readMap(format.write(grid))).toEqual(grid)
    }
    fc.assert(fc.property(grids(costMaxOf[name]), readsBack))
    fc.assert(fc.property(grids(1), readsBack))
  })

  it('is recognised by that format alone', () => {
    const grid = makeGrid(3, 1, Uint8Array.of(1, 0, 1))
    const recognisers = (bytes: Uint8Array) => mapFormats.find((format: MapFormat) => format.recognises(bytes))?.name
    expect(mapFormats.map(format => recognisers(format.write(grid)))).toEqual(mapFormats.map(({ name }) => name))
  })

  it('leaves the grid as it was', () => {
    const cost = Uint8Array.of(1, 0, 1, 1)
    for (const format of mapFormats) format.write(makeGrid(2, 2, cost))
    expect(Array.from(cost)).toEqual([1, 0, 1, 1])
  })
})
