/**
 * PNG: a map as a picture, one pixel a cell. Dark pixels are walls, or a palette gives the cost of each colour. Pixels
 * more transparent than opaque are walls. All bit depths and colour types are read. A map without weights is written in
 * black and white. A map with weights is written in greys of 8 bits, 256 - cost or, with costs above 255, of 16 bits,
 * 65536 - cost. A text chunk then tells readers that the greys are costs.
 */
import { refuse, refuseMap, refuseSize, textOf } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import { allocateCosts, type CostColumn, checkGrid, checkSize, type Grid, holdCells, narrowed } from '../map/grid.ts'
import type { MapFormat, ReadMapOptions } from './format.ts'
import { failPng, GREY, GREY_ALPHA, INDEXED, isPng, type PngFile, RGB, RGB_ALPHA, readPngFile } from './png-file.ts'
import { checkPackedSize, type RowSink, unpackRows } from './png-rows.ts'
import { writePng } from './png-write.ts'

const TEXT_KEYWORD = 'isthmus'
const GREYS_ARE_COSTS = 'grey = 256 - cost'
const DEEP_GREYS_ARE_COSTS = 'grey = 65536 - cost'

const costOfGrey: PixelCost = red => (red === 0 ? 0 : 256 - red)
const costOfDeepGrey: PixelCost = red => (red === 0 ? 0 : 65_536 - red)

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

/** A pixel less opaque than this is a wall. */
const ALPHA_MIN = 128

/** Writes the cost of every pixel of a row into `cost`, and 1 for every grey that it meets into `greys`. */
function rowReader(file: PngFile, reading: PixelReading, cost: CostColumn, greys: Uint8Array): RowSink {
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

/** The cost of a colour with 8 bits per channel; UNLISTED if it has none. */
type PixelCost = (red: number, green: number, blue: number) => number

interface PixelReading {
  readonly costOf: PixelCost
  /** Samples are passed unchanged, whatever their depth, not as brightness of 8 bits. */
  readonly isRaw: boolean
  /** Why a pixel has no cost; the message shows its place and colour first. */
  readonly refusal: string
}
const UNLISTED = -1

const WALL_BELOW = 128

/** Brightness as the eye sees it (Rec. 601), in thousandths: 0..255,000. */
function luminance(red: number, green: number, blue: number): number {
  return 299 * red + 587 * green + 114 * blue
}

/** Pixels darker than `wallBelow` are walls, all others free. */
function thresholdCosts(wallBelow = WALL_BELOW): PixelCost {
  if (!(typeof wallBelow === 'number' && wallBelow >= 0 && wallBelow <= 256)) {
    refuse(`wallBelow is ${textOf(wallBelow)}: it must be a brightness from 0 to 256.`)
  }
  return (red, green, blue) => (luminance(red, green, blue) < wallBelow * 1000 ? 0 : 1)
}

function colorName(red: number, green: number, blue: number): string {
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`
}

/** Turns '#rrggbb' into 0xrrggbb; the short form '#rgb' doubles each digit. */
function parseColor(name: string): number {
  const long = name.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  if (!/^#[0-9a-f]{6}$/i.test(long)) refuse(`The palette has a colour '${name}': write it as '#rrggbb'.`)
  return Number.parseInt(long.slice(1), 16)
}

/** Only the colours of `palette` have costs. */
function paletteCosts(palette: Readonly<Record<string, number>>): PixelCost {
  if (typeof palette !== 'object' || palette === null) {
    refuse(`The palette is ${textOf(palette)}: costs by colours were expected, as { '#ffffff': 1 }.`)
  }
  const costOfColor = new Map<number, number>()
  for (const [name, cost] of Object.entries(palette)) {
    if (!Number.isInteger(cost) || cost < 0 || cost > 255) {
      refuse(`The palette gives ${name} the cost ${textOf(cost)}: in pictures of colours costs are 0 (wall) to 255.`)
    }
    costOfColor.set(parseColor(name), cost)
  }
  return (red, green, blue) => costOfColor.get((red << 16) | (green << 8) | blue) ?? UNLISTED
}

const GREY_COSTS: PixelReading = {
  costOf: (red, green, blue) => (red === green && green === blue ? red : UNLISTED),
  isRaw: true,
  refusal: 'which is no cost: a grey was expected, 0 for a wall',
}
