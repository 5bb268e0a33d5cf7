/**
 * PNG: a map as a picture, one pixel a cell. Dark pixels are walls, or a palette gives the cost of each colour. Pixels
 * more transparent than opaque are walls. All bit depths and colour types are read. A map without weights is written in
 * black and white. A map with weights is written in greys of 8 bits, 256 - cost or, with costs above 255, of 16 bits,
 * 65536 - cost. A text chunk then tells readers that the greys are costs.
 */
import { refuse, refuseSize } from '../base/given.ts'
import { allocateCosts, checkGrid, checkSize, type Grid, holdCells, narrowed } from '../map/grid.ts'
import type { MapFormat, ReadMapOptions } from './format.ts'
import { isPng, type PngFile, readPngFile } from './png-file.ts'
import {
  GREY_COSTS,
  type PixelCost,
  type PixelReading,
  paletteCosts,
  rowReader,
  thresholdCosts,
  WALL_BELOW,
} from './png-pixels.ts'
import { checkPackedSize, unpackRows } from './png-rows.ts'
import { writePng } from './png-write.ts'

const TEXT_KEYWORD = 'isthmus'
const GREYS_ARE_COSTS = 'grey = 256 - cost'
const DEEP_GREYS_ARE_COSTS = 'grey = 65536 - cost'

const costOfGrey: PixelCost = red => (red === 0 ? 0 : 256 - red)
const costOfDeepGrey: PixelCost = red => (red === 0 ? 0 : 65_536 - red)

/** Reads a PNG as a map. */
function readPng(bytes: Uint8Array, options: ReadMapOptions = {}): Grid {
  const file = readPngFile(bytes)
  const { width, height } = file.header
  checkSize(width, height)
  holdCells(width, height, options.cellsMax)
  checkPackedSize(file)
  const greys = new Uint8Array(256)
  const reading = readingOf(file, options)
  const cost = allocateCosts(width, height, reading.isRaw && file.header.depth === 16 ? 2 : 1)
  unpackRows(file, rowReader(file, reading, cost, greys))
  if (reading.isGuess) warnOfGreys(greys, options.onWarning)
  return { width, height, cost: narrowed(cost) }
}

/** `isGuess` is true if neither the caller nor the file says that brightness tells walls from ground. */
function readingOf(file: PngFile, options: ReadMapOptions): PixelReading & { readonly isGuess: boolean } {
  const { palette, greyIsCost, wallBelow } = options
  if ([palette, greyIsCost || undefined, wallBelow].filter(given => given !== undefined).length > 1) {
    refuse('A picture is read by its palette, by greyIsCost or by wallBelow: give one of them.')
  }
  const refusal = 'which the palette does not list. Add its cost'
  if (palette !== undefined) return { costOf: paletteCosts(palette), isRaw: false, refusal, isGuess: false }
  // The text of the file says how its greys encode costs, so it overrides `greyIsCost`.
  const own = wallBelow === undefined ? file.texts.get(TEXT_KEYWORD) : undefined
  if (own === DEEP_GREYS_ARE_COSTS && file.header.depth === 16)
    return { costOf: costOfDeepGrey, isRaw: true, refusal, isGuess: false }
  const isOwn = own === GREYS_ARE_COSTS
  if (greyIsCost === true && !isOwn) return { ...GREY_COSTS, isGuess: false }
  const costOf = isOwn ? costOfGrey : thresholdCosts(wallBelow)
  return { costOf, isRaw: false, refusal, isGuess: !isOwn && wallBelow === undefined }
}

function warnOfGreys(isSeen: Uint8Array, onWarning: ReadMapOptions['onWarning']): void {
  const count = isSeen.subarray(1, 255).reduce((sum, seen) => sum + seen, 0)
  if (count === 0) return
  onWarning?.(
    `The picture has ${count === 1 ? 'a grey' : `${count} greys`} between black and white: darker than ${WALL_BELOW} was ` +
      'read as wall, the rest as ground of cost 1. If greys are costs, say so with greyIsCost; if they are not, say ' +
      'with wallBelow where walls end.',
  )
}

/** Packs one bit a cell, 1 (white) if free; each row begins with a new byte. */
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

/** Writes a grid as PNG: black and white or, with costs other than 1, greys of 256 or 65536 - cost with black walls. */
export function writePngMap(grid: Grid): Uint8Array {
  checkGrid(grid)
  const { width, height, cost } = grid
  const isOfBits = cost.every(cellCost => cellCost <= 1)
  try {
    if (isOfBits) return writePng({ width, height, data: packBits(grid), depth: 1, channels: 1 })
    const costs = narrowed(cost)
    if (costs instanceof Uint16Array) {
      const data = costs.map(cellCost => (cellCost === 0 ? 0 : 65_536 - cellCost))
      return writePng({ width, height, data, depth: 16, channels: 1, text: [TEXT_KEYWORD, DEEP_GREYS_ARE_COSTS] })
    }
    const data = costs.map(cellCost => (cellCost === 0 ? 0 : 256 - cellCost))
    return writePng({ width, height, data, depth: 8, channels: 1, text: [TEXT_KEYWORD, GREYS_ARE_COSTS] })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    refuseSize(`A map of ${width} x ${height} is too large for a PNG here. Write raw instead.`)
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
