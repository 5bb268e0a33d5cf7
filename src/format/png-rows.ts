/**
 * Unpacks the rows of a PNG one at a time. The compressed stream is fed in small pieces, and its output is cut into
 * rows at once. So a picture of any size needs memory for two rows. The output must have the size that the header
 * promises, so a file of kilobytes cannot fill the memory (a "PNG bomb").
 */
import { Unzlib } from 'fflate'
import { feed } from './feed.ts'
import { failPng, type PngFile, type PngHeader } from './png-file.ts'

/** No zlib stream packs tighter: its longest match is 258 bytes in two bits. */
const RATIO_MAX = 1032

/** A pass holds the pixels (x0 + i * stepX, y0 + j * stepY). A picture that is not interlaced has a single one. */
export interface Pass {
  readonly x0: number
  readonly y0: number
  readonly stepX: number
  readonly stepY: number
}

const WHOLE: readonly Pass[] = [{ x0: 0, y0: 0, stepX: 1, stepY: 1 }]
const ADAM7: readonly Pass[] = [
  { x0: 0, y0: 0, stepX: 8, stepY: 8 },
  { x0: 4, y0: 0, stepX: 8, stepY: 8 },
  { x0: 0, y0: 4, stepX: 4, stepY: 8 },
  { x0: 2, y0: 0, stepX: 4, stepY: 4 },
  { x0: 0, y0: 2, stepX: 2, stepY: 4 },
  { x0: 1, y0: 0, stepX: 2, stepY: 2 },
  { x0: 0, y0: 1, stepX: 1, stepY: 2 },
]

/** Receives `count` packed pixels of row y: those at x0, x0 + stepX and so on. The bytes are only good until it returns. */
export type RowSink = (row: Uint8Array, count: number, y: number, pass: Pass) => void

interface PassRows {
  readonly pass: Pass
  readonly columns: number
  readonly rows: number
  readonly rowBytes: number
}

function passesOf({ width, height, depth, samplesPerPixel, isInterlaced }: PngHeader): PassRows[] {
  return (isInterlaced ? ADAM7 : WHOLE)
    .map(pass => {
      const columns = Math.ceil((width - pass.x0) / pass.stepX)
      const rows = Math.ceil((height - pass.y0) / pass.stepY)
      return { pass, columns, rows, rowBytes: Math.ceil((columns * samplesPerPixel * depth) / 8) }
    })
    .filter(({ columns, rows }) => columns > 0 && rows > 0)
}

/**
 * Undoes the filter of one row in place. `above` is the finished row before it, `pixelBytes` the distance to the left
 * neighbour.
 */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, rowBytes: number, pixelBytes: number): void {
  switch (filter) {
    case 0:
      return
    case 1:
      for (let i = pixelBytes; i < rowBytes; i++) row[i] += row[i - pixelBytes]
      return
    case 2:
      for (let i = 0; i < rowBytes; i++) row[i] += above[i]
      return
    case 3:
      for (let i = 0; i < pixelBytes; i++) row[i] += above[i] >> 1
      for (let i = pixelBytes; i < rowBytes; i++) row[i] += (row[i - pixelBytes] + above[i]) >> 1
      return
    case 4:
      for (let i = 0; i < pixelBytes; i++) row[i] += above[i]
      for (let i = pixelBytes; i < rowBytes; i++) {
        row[i] += paeth(row[i - pixelBytes], above[i], above[i - pixelBytes])
      }
      return
    default:
      failPng(`a row has the filter ${filter}, which does not exist.`)
  }
}

/** Whichever of left, up and upper left is nearest to left + up - upper left. */
function paeth(left: number, up: number, upperLeft: number): number {
  const toLeft = Math.abs(up - upperLeft)
  const toUp = Math.abs(left - upperLeft)
  const toUpperLeft = Math.abs(left + up - 2 * upperLeft)
  if (toLeft <= toUp && toLeft <= toUpperLeft) return left
  return toUp <= toUpperLeft ? up : upperLeft
}

/** Cuts a stream of bytes into rows, each after its filter byte, and passes them on unfiltered. */
function rowCutter(passes: readonly PassRows[], pixelBytes: number, sink: RowSink) {
  const widest = Math.max(...passes.map(({ rowBytes }) => rowBytes))
  let row = new Uint8Array(widest)
  let above = new Uint8Array(widest)
  let [passIndex, rowIndex] = [0, 0]
  // Bytes of the current row so far, its filter byte included.
  let filledBytes = 0
  let filter = 0
  const finishRow = () => {
    const { pass, columns, rows, rowBytes } = passes[passIndex]
    unfilter(filter, row, above, rowBytes, pixelBytes)
    sink(row, columns, pass.y0 + rowIndex * pass.stepY, pass)
    const finished = row
    row = above
    above = finished
    filledBytes = 0
    if (++rowIndex === rows) {
      rowIndex = 0
      passIndex++
      above.fill(0)
    }
  }
  const isComplete = () => passIndex === passes.length
  const take = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) {
      if (isComplete()) failPng('it holds more pixels than its header promises.')
      const { rowBytes } = passes[passIndex]
      if (filledBytes === 0) {
        filter = bytes[at++]
        filledBytes = 1
      }
      const piece = bytes.subarray(at, at + rowBytes + 1 - filledBytes)
      row.set(piece, filledBytes - 1)
      filledBytes += piece.length
      at += piece.length
      if (filledBytes === rowBytes + 1) finishRow()
    }
  }
  return { take, isComplete }
}

/** Refuses a file that is too small for its pixels, however well they are packed. */
export function checkPackedSize({ header, packed }: PngFile): void {
  const packedBytes = packed.reduce((sum, piece) => sum + piece.length, 0)
  const rowsBytes = passesOf(header).reduce((sum, { rows, rowBytes }) => sum + rows * (rowBytes + 1), 0)
  if (packedBytes * RATIO_MAX < rowsBytes) {
    failPng(`${packedBytes} packed bytes cannot hold the ${header.width} x ${header.height} pixels of its header.`)
  }
}

export function unpackRows({ header, packed }: PngFile, sink: RowSink): void {
  const pixelBytes = Math.ceil((header.samplesPerPixel * header.depth) / 8)
  const cutter = rowCutter(passesOf(header), pixelBytes, sink)
  feed(new Unzlib(cutter.take), packed, () => failPng('its compressed pixels cannot be unpacked.'))
  if (!cutter.isComplete()) failPng('it holds fewer pixels than its header promises.')
}
