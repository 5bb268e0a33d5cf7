/**
 * Turns packed pixels into costs. A cost is computed once for each run of equal pixels, or for each grey and index.
 */
import { refuseMap } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import type { CostColumn } from '../map/grid.ts'
import { colorName, type PixelReading, UNLISTED } from './png-color.ts'
import { failPng, GREY, GREY_ALPHA, INDEXED, type PngFile, RGB, RGB_ALPHA } from './png-file.ts'
import type { RowSink } from './png-rows.ts'

/** A pixel less opaque than this is a wall. */
const ALPHA_MIN = 128

/** Writes the cost of every pixel of a row into `cost`, and 1 for every grey that it meets into `greys`. */
export function rowReader(file: PngFile, reading: PixelReading, cost: CostColumn, greys: Uint8Array): RowSink {
  const { width, depth, samplesPerPixel } = file.header
  const sampleAt = samplesOf(depth)
  const costOf = pixelCosts(file, reading, greys)
  const pixel = new Uint16Array(samplesPerPixel)
  /** The costs of one-sample pixels by their sample; NONE for samples not met yet. */
  const costOfSample = new Int32Array(samplesPerPixel === 1 ? 1 << depth : 0).fill(NONE)
  return (row, count, y, { x0, stepX }) => {
    let cellCost = 0
    for (let i = 0, x = x0, at = 0; i < count; i++, x += stepX) {
      let isNew = i === 0
      for (let n = 0; n < samplesPerPixel; n++) {
        const sample = sampleAt(row, at++)
        if (sample !== pixel[n]) isNew = true
        pixel[n] = sample
      }
      if (isNew) {
        cellCost = costOfSample[pixel[0]] ?? NONE
        if (cellCost === NONE) cellCost = costOf(pixel, x, y)
        costOfSample[pixel[0]] = cellCost
      }
      cost[y * width + x] = cellCost
    }
  }
}

/** The sample with a number in a row. Samples of less than 8 bits fill a byte from its highest bit down. */
function samplesOf(depth: number): (row: Uint8Array, at: number) => number {
  if (depth === 8) return (row, at) => row[at]
  if (depth === 16) return (row, at) => row[2 * at] * 256 + row[2 * at + 1]
  const mask = (1 << depth) - 1
  return (row, at) => (row[(at * depth) >> 3] >> (8 - depth - ((at * depth) & 7))) & mask
}

function pixelCosts(file: PngFile, reading: PixelReading, greys: Uint8Array) {
  const { header, palette } = file
  const { depth, colorType } = header
  const isIndexed = colorType === INDEXED
  const isGrey = colorType === GREY || colorType === GREY_ALPHA
  const [green, blue] = isGrey ? [0, 0] : [1, 2]
  const isClear = clearance(file)
  const channel = (pixel: Uint16Array, n: number) => {
    if (isIndexed) return palette[3 * pixel[0] + n]
    return depth === 16 ? pixel[n] >> 8 : (pixel[n] * 255) / ((1 << depth) - 1)
  }
  return (pixel: Uint16Array, x: number, y: number): number => {
    if (isIndexed && 3 * pixel[0] >= palette.length) {
      failPng(`the pixel (${x}, ${y}) has colour ${pixel[0]} of a palette of ${palette.length / 3}.`)
    }
    if (isClear(pixel)) return 0
    const [red8, green8, blue8] = [channel(pixel, 0), channel(pixel, green), channel(pixel, blue)]
    if (red8 === green8 && green8 === blue8) greys[red8] = 1
    const cost =
      reading.isRaw && !isIndexed
        ? reading.costOf(pixel[0], pixel[green], pixel[blue])
        : reading.costOf(red8, green8, blue8)
    if (cost !== UNLISTED) return cost
    const name = reading.isRaw && isGrey && depth === 16 ? `${pixel[0]}` : colorName(red8, green8, blue8)
    refuseMap(`The pixel (${x}, ${y}) is ${name}, ${reading.refusal}.`)
  }
}

/** Whether a pixel is more transparent than opaque: by its alpha, by that of its colour, or as the one clear colour. */
function clearance({ header, transparency }: PngFile): (pixel: Uint16Array) => boolean {
  const { depth, colorType, samplesPerPixel } = header
  if (colorType === INDEXED) return pixel => transparency[pixel[0]] < ALPHA_MIN
  if (colorType === GREY_ALPHA || colorType === RGB_ALPHA)
    return pixel => pixel[samplesPerPixel - 1] >> (depth - 8) < ALPHA_MIN
  if (transparency.length === 0) return () => false
  // The file stores 16 bits a sample; of fewer bits the lowest count.
  const clear = Array.from({ length: colorType === RGB ? 3 : 1 }, (_, n) => {
    return ((transparency[2 * n] << 8) | transparency[2 * n + 1]) & ((1 << depth) - 1)
  })
  return pixel => clear.every((sample, n) => pixel[n] === sample)
}
