/**
 * Turns packed pixels into costs. Pictures of up to 256 different samples use a table, one lookup per pixel. Colours
 * and deep greys are computed per pixel, once for each run of equal ones.
 */
import { refuseMap } from '../base/given.ts'
import type { CostColumn } from '../map/grid.ts'
import { colorName, type PixelReading, UNLISTED } from './png-color.ts'
import { failPng, GREY, GREY_ALPHA, INDEXED, type PngFile, RGB, RGB_ALPHA } from './png-file.ts'
import type { RowSink } from './png-rows.ts'

/** A pixel less opaque than this is a wall. */
const ALPHA_MIN = 128
/** The table entry of an index beyond the palette. */
const NO_COLOR = -2
/** The difference of two neighbouring greys, as 0xrrggbb. */
const GREY_STEP = 0x010101

function failPixel(name: string, x: number, y: number, { refusal }: PixelReading): never {
  refuseMap(`The pixel (${x}, ${y}) is ${name}, ${refusal}.`)
}

/** colourOfSample[sample], as 0xrrggbb, of grey and indexed pictures of up to 8 bits. */
function colourTable({ header, palette }: PngFile): Int32Array {
  const last = (1 << header.depth) - 1
  return Int32Array.from({ length: 256 }, (_, sample) => {
    if (header.colorType === GREY) return ((sample * 255) / last) * GREY_STEP
    const [red, green, blue] = palette.subarray(3 * sample, 3 * sample + 3)
    return blue === undefined ? NO_COLOR : (red << 16) | (green << 8) | blue
  })
}

function tableReader(file: PngFile, reading: PixelReading, cost: CostColumn, greys: Uint8Array): RowSink {
  const { header, palette, transparency } = file
  const { width, depth } = header
  const isGrey = header.colorType === GREY
  const mask = (1 << depth) - 1
  const clear = isGrey && transparency.length === 2 ? transparency[1] & mask : -1
  const colourOfSample = colourTable(file)
  const channelsOf = (colour: number) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const
  const costOfSample = Int16Array.from(colourOfSample, (colour, sample) => {
    if (colour === NO_COLOR) return NO_COLOR
    if (isGrey ? sample === clear : transparency[sample] < ALPHA_MIN) return 0
    return isGrey && reading.isRaw ? reading.costOf(sample, sample, sample) : reading.costOf(...channelsOf(colour))
  })
  const greyOfSample = Uint8Array.from(colourOfSample, colour => (colour % GREY_STEP === 0 ? colour / GREY_STEP : 0))
  const fail = (sample: number, x: number, y: number) => {
    if (costOfSample[sample] === NO_COLOR) {
      failPng(`the pixel (${x}, ${y}) has colour ${sample} of a palette of ${palette.length / 3}.`)
    }
    failPixel(colorName(...channelsOf(colourOfSample[sample])), x, y, reading)
  }
  return (row, count, y, { x0, stepX }) => {
    for (let i = 0, x = x0, bit = 0; i < count; i++, x += stepX, bit += depth) {
      // Pixels fill a byte from its highest bit down.
      const sample = (row[bit >> 3] >> (8 - depth - (bit & 7))) & mask
      const cellCost = costOfSample[sample]
      if (cellCost < 0) fail(sample, x, y)
      greys[greyOfSample[sample]] = 1
      cost[y * width + x] = cellCost
    }
  }
}

/** The bytes of the one pixel value that is transparent in a picture without alpha; none where there is no such value. */
function clearPixel({ header, transparency }: PngFile): Uint8Array {
  const hasClear = transparency.length > 0 && (header.colorType === GREY || header.colorType === RGB)
  if (!hasClear) return new Uint8Array(0)
  // The file stores 16 bits per sample; pictures of 8 bits use the lower byte.
  return header.depth === 16 ? transparency : transparency.filter((_, i) => i % 2 === 1)
}

function colorReader(file: PngFile, reading: PixelReading, cost: CostColumn, greys: Uint8Array): RowSink {
  const { width, colorType, samplesPerPixel, depth } = file.header
  const sampleBytes = depth / 8
  const pixelBytes = samplesPerPixel * sampleBytes
  const isGrey = colorType === GREY || colorType === GREY_ALPHA
  // The first byte of a 16-bit sample, the high one, is its brightness.
  const isDeep = reading.isRaw && sampleBytes === 2
  const sampleAt = (row: Uint8Array, at: number) => (isDeep ? row[at] * 256 + row[at + 1] : row[at])
  const greenByte = isGrey ? 0 : sampleBytes
  const blueByte = 2 * greenByte
  const hasAlpha = colorType === GREY_ALPHA || colorType === RGB_ALPHA
  const alphaByte = pixelBytes - sampleBytes
  const clear = clearPixel(file)
  const costOf = (row: Uint8Array, at: number) => {
    if (hasAlpha && row[at + alphaByte] < ALPHA_MIN) return 0
    if (clear.length > 0 && clear.every((byte, i) => row[at + i] === byte)) return 0
    const red = sampleAt(row, at)
    const green = sampleAt(row, at + greenByte)
    const blue = sampleAt(row, at + blueByte)
    if (red === green && green === blue && !isDeep) greys[red] = 1
    return reading.costOf(red, green, blue)
  }
  const equalsLast = (row: Uint8Array, at: number) => {
    for (let i = 0; i < pixelBytes; i++) if (row[at + i] !== row[at + i - pixelBytes]) return false
    return true
  }
  return (row, count, y, { x0, stepX }) => {
    let cellCost = 0
    for (let i = 0, x = x0, at = 0; i < count; i++, x += stepX, at += pixelBytes) {
      if (i === 0 || !equalsLast(row, at)) cellCost = costOf(row, at)
      if (cellCost === UNLISTED) {
        const isDeepGrey = isDeep && isGrey
        const name = isDeepGrey ? `${sampleAt(row, at)}` : colorName(row[at], row[at + greenByte], row[at + blueByte])
        failPixel(name, x, y, reading)
      }
      cost[y * width + x] = cellCost
    }
  }
}

/** Writes the cost of every pixel of a row into `cost`, and 1 for every grey that it meets into `greys`. */
export function rowReader(file: PngFile, reading: PixelReading, cost: CostColumn, greys: Uint8Array): RowSink {
  const { colorType, depth } = file.header
  const hasTable = colorType === INDEXED || (colorType === GREY && depth <= 8)
  return (hasTable ? tableReader : colorReader)(file, reading, cost, greys)
}
