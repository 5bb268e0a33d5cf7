/**
 * Maps as PNG. The pictures are made by an encoder of the test's own, written from the specification: every colour type,
 * depth, row filter and interlace method. What a pixel costs is worked out from its samples, not from packed bytes.
 */
import { deflateSync, constants as zlib } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeGrid } from '../../src/map/grid.ts'
import { type ReadMapOptions, readMap, writePngMap } from '../../src/maps.ts'
import { crc32 } from '../support/crc32.ts'

interface Picture {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colorType: number
  readonly isInterlaced: boolean
  /** samples[y][x]: of one pixel, 0..2^depth - 1 each */
  readonly samples: readonly (readonly (readonly number[])[])[]
  readonly palette?: readonly (readonly number[])[]
  /** The data of a tRNS chunk. */
  readonly transparency?: readonly number[]
  /** filterOf(row): counted over all passes */
  readonly filterOf: (row: number) => number
}

const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

function chunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

function header(width: number, height: number, depth: number, colorType: number, interlace = 0): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.set([depth, colorType, 0, 0, interlace], 8)
  return chunk('IHDR', bytes)
}

function file(...chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat([Uint8Array.from(SIGNATURE), ...chunks, chunk('IEND', new Uint8Array(0))]))
}

function packRow(pixels: readonly (readonly number[])[], depth: number): Uint8Array {
  const bits = pixels.flat().map(sample => sample.toString(2).padStart(depth, '0'))
  return Uint8Array.from(bits.join('').match(/.{1,8}/g) ?? [], byte => Number.parseInt(byte.padEnd(8, '0'), 2))
}

function filterRow(filter: number, row: Uint8Array, above: Uint8Array, back: number): Uint8Array {
  return row.map((byte, i) => {
    const left = i >= back ? row[i - back] : 0
    const up = above[i] ?? 0
    const corner = i >= back ? (above[i - back] ?? 0) : 0
    const guess = left + up - corner
    const nearest = [left, up, corner].sort((a, b) => Math.abs(guess - a) - Math.abs(guess - b))[0]
    return byte - [0, left, up, (left + up) >> 1, nearest][filter]
  })
}

function pixelBytes(picture: Picture): Uint8Array {
  const { width, height, depth, colorType, isInterlaced, samples, filterOf } = picture
  const back = Math.max(1, (SAMPLES[colorType] * depth) / 8)
  const rows: number[] = []
  let count = 0
  for (const [x0, y0, stepX, stepY] of isInterlaced ? ADAM7 : [[0, 0, 1, 1]]) {
    let above = new Uint8Array(0)
    for (let y = y0; y < height && x0 < width; y += stepY) {
      const row = packRow(
        samples[y].filter((_, x) => x >= x0 && (x - x0) % stepX === 0),
        depth,
      )
      const filter = filterOf(count++)
      rows.push(filter, ...filterRow(filter, row, above, back))
      above = new Uint8Array(row)
    }
  }
  return Uint8Array.from(rows)
}

function encodePng(picture: Picture): Uint8Array {
  const { width, height, depth, colorType, isInterlaced, palette, transparency } = picture
  const packed = deflateSync(pixelBytes(picture))
  const half = packed.length >> 1
  return file(
    header(width, height, depth, colorType, isInterlaced ? 1 : 0),
    chunk('gAMA', Uint8Array.of(0, 0, 0, 1)),
    ...(palette ? [chunk('PLTE', Uint8Array.from(palette.flat()))] : []),
    ...(transparency ? [chunk('tRNS', Uint8Array.from(transparency))] : []),
    chunk('IDAT', packed.subarray(0, half)),
    chunk('IDAT', packed.subarray(half)),
  )
}

/** Red, green, blue, alpha of a pixel in 8 bits. */
function colorOf({ depth, colorType, palette, transparency }: Picture, pixel: readonly number[]): number[] {
  const wide = (at: number) => (transparency ? transparency[2 * at] * 256 + transparency[2 * at + 1] : -1)
  if (colorType === 3) return [...(palette?.[pixel[0]] ?? []), transparency?.[pixel[0]] ?? 255]
  const eight = pixel.map(sample => (depth === 16 ? sample >> 8 : (sample * 255) / (2 ** depth - 1)))
  if (colorType === 4) return [eight[0], eight[0], eight[0], eight[1]]
  if (colorType === 6) return eight
  const alpha = transparency && pixel.every((sample, at) => sample === wide(at)) ? 0 : 255
  return colorType === 0 ? [eight[0], eight[0], eight[0], alpha] : [...eight, alpha]
}

function expectedCosts(picture: Picture, wallBelow: number): number[] {
  return picture.samples.flat().map(pixel => {
    const [red, green, blue, alpha] = colorOf(picture, pixel)
    return alpha >= 128 && 299 * red + 587 * green + 114 * blue >= wallBelow * 1000 ? 1 : 0
  })
}

const TYPES = [
  ...[1, 2, 4, 8, 16].map(depth => [0, depth]),
  ...[1, 2, 4, 8].map(depth => [3, depth]),
  ...[2, 4, 6].flatMap(colorType => [8, 16].map(depth => [colorType, depth])),
]

const byte = fc.integer({ min: 0, max: 255 })

function pictures(colorType: number, depth: number): fc.Arbitrary<Picture> {
  const side = fc.integer({ min: 1, max: 19 })
  return fc
    .record({ width: side, height: side, colors: fc.integer({ min: 1, max: 2 ** Math.min(8, depth) }) })
    .chain(({ width, height, colors }) => {
      const last = colorType === 3 ? colors - 1 : 2 ** depth - 1
      const pixel = fc.array(fc.integer({ min: 0, max: last }), {
        minLength: SAMPLES[colorType],
        maxLength: SAMPLES[colorType],
      })
      const row = fc.array(pixel, { minLength: width, maxLength: width })
      const rgb = fc.tuple(byte, byte, byte)
      return fc
        .record({
          samples: fc.array(row, { minLength: height, maxLength: height }),
          filters: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 }),
          isInterlaced: fc.boolean(),
          palette: fc.array(rgb, { minLength: colors, maxLength: colors }),
          alphas: fc.array(byte, { maxLength: colors }),
          isPartlyClear: fc.boolean(),
        })
        .map(({ samples, filters, isInterlaced, palette, alphas, isPartlyClear }): Picture => {
          const clearPixel = samples[0][0].flatMap(sample => [sample >> 8, sample & 255])
          const transparency = colorType === 3 ? alphas : colorType < 3 ? clearPixel : undefined
          return {
            ...{ width, height, depth, colorType, isInterlaced, samples },
            ...(colorType === 3 ? { palette } : {}),
            ...(isPartlyClear && transparency ? { transparency } : {}),
            filterOf: index => filters[index % filters.length],
          }
        })
    })
}

/** A grey picture of 8 bits, one row. */
function greyRow(...greys: number[]): Uint8Array {
  return encodePng({
    width: greys.length,
    height: 1,
    depth: 8,
    colorType: 0,
    isInterlaced: false,
    samples: [greys.map(grey => [grey])],
    filterOf: () => 0,
  })
}

const read = (bytes: Uint8Array, options: ReadMapOptions = {}) => Array.from(readMap(bytes, options).cost)

describe('a PNG', () => {
  it.each(TYPES)('of colour type %i and depth %i has walls where it is dark or clear', (colorType, depth) => {
    fc.assert(
      fc.property(pictures(colorType, depth), fc.constantFrom(128, 1, 77, 255), (picture, wallBelow) => {
        const grid = readMap(encodePng(picture), { wallBelow })
        expect([grid.width, grid.height]).toEqual([picture.width, picture.height])
        expect(Array.from(grid.cost)).toEqual(expectedCosts(picture, wallBelow))
      }),
    )
  })

  it('is dark below half brightness, when nothing else is said', () => {
    expect(read(greyRow(0, 127, 128, 255))).toEqual([0, 0, 1, 1])
    expect(read(greyRow(0, 127, 128, 255), { wallBelow: 256 })).toEqual([0, 0, 0, 0])
    expect(read(greyRow(0, 127, 128, 255), { wallBelow: 0 })).toEqual([1, 1, 1, 1])
  })

  it('has the costs of its palette of colours, when one is given', () => {
    const palette = { '#000000': 4, '#FFF': 0, '#646464': 255 }
    expect(read(greyRow(0, 255, 100), { palette })).toEqual([4, 0, 255])
    expect(() => read(greyRow(0, 99), { palette })).toThrow(
      /^The pixel \(1, 0\) is #636363, which the palette does not/,
    )
  })

  it.each([
    [{ palette: { white: 1 } }, /a colour 'white': write it as '#rrggbb'/],
    [{ palette: { '#fffff': 1 } }, /a colour '#fffff'/],
    [{ palette: { '#ffffff': 256 } }, /gives #ffffff the cost 256/],
    [{ wallBelow: 300 }, /wallBelow is 300/],
    [{ wallBelow: Number.NaN }, /wallBelow is NaN/],
  ])('is not read with %j', (options, sentence) => {
    expect(() => read(greyRow(0, 255), options as ReadMapOptions)).toThrow(sentence)
    expect(() => read(greyRow(0), options as ReadMapOptions)).toThrow(expect.objectContaining({ code: 'BAD_ARGUMENT' }))
  })

  it('written from a map without weights is black and white', () => {
    const grid = makeGrid(
      9,
      2,
      Uint8Array.from({ length: 18 }, (_, i) => (i % 3 === 0 ? 0 : 1)),
    )
    const bytes = writePngMap(grid)
    expect(Array.from(bytes.subarray(24, 26))).toEqual([1, 0])
    expect(readMap(bytes)).toEqual(grid)
  })

  it('written from weights shows them as greys, which an explicit threshold overrules', () => {
    const bytes = writePngMap(makeGrid(4, 1, Uint8Array.of(0, 1, 100, 255)))
    expect(read(bytes)).toEqual([0, 1, 100, 255])
    expect(read(bytes, { wallBelow: 128 })).toEqual([0, 1, 1, 0])
  })
})

describe('a damaged PNG', () => {
  const idat = (data: Uint8Array) => chunk('IDAT', deflateSync(data))
  const good = header(2, 1, 8, 0)
  const flip = (bytes: Uint8Array, at: number) => bytes.with(at, bytes[at] ^ 1)

  it.each([
    ['was sent in text mode', flip(greyRow(1), 5), /text mode/],
    ['is cut within a chunk', greyRow(1, 2).subarray(0, 46), /ends within the chunk/],
    ['is cut between two chunks', greyRow(1, 2).subarray(0, 33), /ends before its last chunk/],
    ['has a flipped bit', flip(greyRow(1, 2), 18), /checksum of the chunk at byte 8 is wrong/],
    ['has no header', file(idat(Uint8Array.of(0, 1, 2))), /does not begin with a header/],
    ['has no chunk at all', file(), /does not begin with a header/],
    ['has a short header', file(chunk('IHDR', new Uint8Array(12))), /header has 12 bytes/],
    ['has two headers', file(good, good), /chunk at byte 33 is of a kind/],
    ['has a depth that its type has not', file(header(2, 1, 4, 2)), /no picture has colour type 2 with 4 bits/],
    ['has an unknown type', file(header(2, 1, 8, 5)), /colour type 5/],
    ['has an unknown type far off', file(header(2, 1, 8, 99)), /colour type 99/],
    ['has an unknown interlace method', file(header(2, 1, 8, 0, 2)), /interlace 2/],
    ['has an unknown chunk that matters', file(good, chunk('ABCD', new Uint8Array(0))), /is of a kind that no/],
    ['has no palette', file(header(2, 1, 8, 3), idat(Uint8Array.of(0, 0, 0))), /no palette/],
    ['has part of a colour', file(header(2, 1, 8, 3), chunk('PLTE', new Uint8Array(4))), /palette of 4 bytes/],
    ['has too many colours', file(header(2, 1, 1, 3), chunk('PLTE', new Uint8Array(9))), /3 colours, more than 1 bits/],
    ['has transparency that does not fit', file(good, chunk('tRNS', new Uint8Array(3))), /3 bytes of transparency/],
    [
      'has a colour beyond its palette',
      file(header(2, 1, 8, 3), chunk('PLTE', new Uint8Array(3)), idat(Uint8Array.of(0, 0, 7))),
      /the pixel \(1, 0\) has colour 7 of a palette of 1/,
    ],
    ['has no pixels', file(good), /0 packed bytes cannot hold the 2 x 1 pixels/],
    ['has pixels that are not packed', file(good, chunk('IDAT', Uint8Array.of(1, 2, 3, 4, 5))), /cannot be unpacked/],
    ['has too few pixels', file(good, idat(Uint8Array.of(0, 1))), /fewer pixels than its header/],
    ['has too many pixels', file(good, idat(Uint8Array.of(0, 1, 2, 3))), /more pixels than its header/],
    ['has an unknown filter', file(good, idat(Uint8Array.of(9, 1, 2))), /filter 9/],
    ['is 0 wide', file(header(0, 1, 8, 0), idat(Uint8Array.of(0))), /size is 0 x 1/],
  ])('that %s is refused', (_, bytes, sentence) => {
    expect(() => readMap(bytes)).toThrow(sentence)
    expect(() => readMap(bytes)).toThrow(expect.objectContaining({ code: 'BAD_MAP' }))
  })

  it('is refused for a size that its bytes cannot hold, or that no map has', () => {
    expect(() => readMap(file(header(32_768, 32_768, 1, 0), idat(new Uint8Array(99))))).toThrow(/cannot hold the 32768/)
    expect(() => readMap(file(header(65_536, 1, 1, 0)))).toThrow(expect.objectContaining({ code: 'TOO_LARGE' }))
    const pixels = new Uint8Array(513 * 4096)
    expect(() => readMap(file(header(4096, 4096, 1, 0), idat(pixels)), { cellsMax: 1e7 })).toThrow(/more than 10000000/)
  })

  it('that unfolds to gigabytes is refused without unfolding them', () => {
    // The same 16 MiB of zeros, packed to 16 kB and cut off at a byte, 2048 times: 32 GiB.
    const part = deflateSync(new Uint8Array(1 << 24), { finishFlush: zlib.Z_FULL_FLUSH })
    const parts = Array.from({ length: 2048 }, (_, i) => (i === 0 ? part : part.subarray(2)))
    const bomb = file(header(1000, 1000, 8, 6), chunk('IDAT', Buffer.concat(parts)))
    expect(() => readMap(bomb)).toThrow(/more pixels than its header promises/)
  })
})
