/**
 * PNG: a map as a picture, one pixel a cell. Dark pixels are walls, or a palette gives the cost of each colour; what is
 * more transparent than opaque is a wall. All bit depths and colour types are read.
 *
 * A map without weights is written in black and white. One with weights is written in greys, 256 - cost, and says so in a
 * text chunk, by which the reader knows that these greys are costs.
 */
import { encode } from 'fast-png'
import { IsthmusError } from '../base/errors.ts'
import { allocateCosts, checkGrid, checkSize, type Grid } from '../map/grid.ts'
import type { MapFormat, ReadMapOptions } from './format.ts'
import { type PixelCost, paletteCosts, thresholdCosts } from './png-color.ts'
import { isPng, readPngFile } from './png-file.ts'
import { rowReader } from './png-pixels.ts'
import { checkPackedSize, unpackRows } from './png-rows.ts'

const TEXT_KEYWORD = 'isthmus'
const GREYS_ARE_COSTS = 'grey = 256 - cost'

const costOfGrey: PixelCost = red => (red === 0 ? 0 : 256 - red)

/** Reads a PNG as a map. */
export function readPng(bytes: Uint8Array, options: ReadMapOptions = {}): Grid {
  const file = readPngFile(bytes)
  const { width, height } = file.header
  checkSize(width, height)
  const { cellsMax = Number.POSITIVE_INFINITY } = options
  if (width * height > cellsMax) {
    throw new IsthmusError(
      'TOO_LARGE',
      `The picture has ${width} x ${height} pixels, more than ${cellsMax}. Set cellsMax to accept it.`,
    )
  }
  checkPackedSize(file)
  const isCosts = file.texts.get(TEXT_KEYWORD) === GREYS_ARE_COSTS && options.wallBelow === undefined
  const pixelCost = options.palette
    ? paletteCosts(options.palette)
    : isCosts
      ? costOfGrey
      : thresholdCosts(options.wallBelow)
  const cost = allocateCosts(width, height)
  unpackRows(file, rowReader(file, pixelCost, cost))
  return { width, height, cost }
}

/** One bit a cell, white where it is free, each row on whole bytes. */
function packBits({ width, height, cost }: Grid): Uint8Array {
  const rowBytes = Math.ceil(width / 8)
  const bits = new Uint8Array(rowBytes * height)
  for (let y = 0, cell = 0; y < height; y++) {
    for (let x = 0; x < width; x++, cell++) {
      if (cost[cell] !== 0) bits[y * rowBytes + (x >> 3)] |= 0x80 >> (x & 7)
    }
  }
  return bits
}

/** A grid as PNG: black and white, or, where costs other than 1 occur, greys of 256 - cost with black walls. */
export function writePngMap(grid: Grid): Uint8Array {
  checkGrid(grid)
  const { width, height, cost } = grid
  const isUniform = cost.every(cellCost => cellCost <= 1)
  try {
    if (isUniform) return encode({ width, height, data: packBits(grid), depth: 1, channels: 1 })
    const data = cost.map(cellCost => (cellCost === 0 ? 0 : 256 - cellCost))
    return encode({ width, height, data, depth: 8, channels: 1, text: { [TEXT_KEYWORD]: GREYS_ARE_COSTS } })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new IsthmusError('TOO_LARGE', `A map of ${width} x ${height} is too large for a PNG here. Write raw instead.`)
  }
}

export const png: MapFormat = {
  name: 'png',
  extensions: ['png'],
  about: 'a picture, one pixel a cell: dark is a wall; weights as greys',
  recognises: isPng,
  read: readPng,
  write: writePngMap,
}
