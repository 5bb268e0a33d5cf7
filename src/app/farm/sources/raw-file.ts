/**
 * A file of costs, row by row, of any size. For a window it reads only the window's rows. The file has a header of the
 * raw format, or the caller gives the width.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { IsthmusError } from '../../../base/errors.ts'
import { looksWide, RAW_HEADER_BYTES, raw, readRawHeader } from '../../../format/raw.ts'
import type { TileSource } from '../../../tiles/tile-source.ts'
import { readPieces, withOpened } from '../../cli/files.ts'
import { inFile, inputProblem } from '../../cli/problem.ts'

export interface RawRecipe {
  readonly kind: 'raw'
  readonly at: string
  readonly width: number
  readonly height: number
  readonly costBytes: 1 | 2
  readonly headerBytes: number
  /** The digest of the whole file. */
  readonly sha256: string
}

/** Rows this close are read in one go: reading the gap is faster than a second read. */
const GAP_BYTES_MAX = 16_384
const READ_BYTES_MAX = 1 << 24
/** The bytes from the start that decide whether costs are wide. */
const HEAD_BYTES = 1 << 20

export interface RawOptions {
  /** The width of a file without a header. */
  readonly width?: number
  readonly bits?: 8 | 16
}

/** The recipe of a raw file; null if it is not one. */
export async function rawRecipe(
  path: string,
  given: RawOptions,
  onProgress: (share: number) => void,
): Promise<RawRecipe | null> {
  return withOpened(path, async handle => {
    const { size } = await handle.stat()
    const form = await formOf(path, handle, size, given)
    if (form === null) return null
    const expected = form.headerBytes + form.costBytes * form.width * form.height
    if (size !== expected) throw inputProblem(`${path} has ${size} bytes instead of ${expected}: it was cut.`)
    return { kind: 'raw', at: path, ...form, sha256: await digestOf(path, size, onProgress) }
  })
}

type Form = Pick<RawRecipe, 'width' | 'height' | 'costBytes' | 'headerBytes'>

async function formOf(
  path: string,
  handle: FileHandle,
  sizeBytes: number,
  { width, bits }: RawOptions,
): Promise<Form | null> {
  const head = await readPieces(handle, Math.min(HEAD_BYTES, sizeBytes))
  if (width === undefined) {
    if (!raw.recognises(head)) return null
    const { costBytes, ...size } = inFile(path, () => readRawHeader(head))
    return { ...size, costBytes: costBytes as 1 | 2, headerBytes: RAW_HEADER_BYTES }
  }
  if (bits === undefined && sizeBytes % (2 * width) === 0 && looksWide(head)) {
    throw inputProblem(`${path} looks like costs of 16 bits: say --raw-bits 16, or --raw-bits 8 if it is not so`)
  }
  const costBytes = bits === 16 ? 2 : 1
  const height = sizeBytes / (costBytes * width)
  if (sizeBytes === 0 || !Number.isInteger(height)) {
    throw inputProblem(
      `${path} has ${sizeBytes} bytes, no whole number of rows of ${width} cells of ${8 * costBytes} bits. Check ` +
        '--raw-width and --raw-bits',
    )
  }
  return { width, height, costBytes, headerBytes: 0 }
}

async function digestOf(path: string, sizeBytes: number, onProgress: (share: number) => void): Promise<string> {
  const hash = createHash('sha256')
  let done = 0
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(piece as Uint8Array)
    done += (piece as Uint8Array).length
    onProgress(done / sizeBytes)
  }
  return hash.digest('hex')
}

export function openRaw(recipe: RawRecipe, path: string, id: string): TileSource {
  const { width, height, costBytes, headerBytes } = recipe
  const rowBytes = costBytes * width
  return {
    width,
    height,
    id,
    async window(x, y, columns, rows) {
      const bytes = new Uint8Array(costBytes * columns * rows)
      const wantedBytes = costBytes * columns
      const isDense = rowBytes - wantedBytes <= GAP_BYTES_MAX
      const rowsAtOnce = isDense ? Math.max(1, Math.floor(READ_BYTES_MAX / rowBytes)) : 1
      await withOpened(path, async handle => {
        const { size } = await handle.stat()
        if (size !== headerBytes + rowBytes * height) throw changed(path)
        for (let row = 0; row < rows; row += rowsAtOnce) {
          const count = Math.min(rowsAtOnce, rows - row)
          const length = rowBytes * (count - 1) + wantedBytes
          const piece = await readPieces(handle, length, headerBytes + rowBytes * (y + row) + costBytes * x)
          if (piece.length !== length) throw changed(path)
          for (let i = 0; i < count; i++) {
            bytes.set(piece.subarray(i * rowBytes, i * rowBytes + wantedBytes), wantedBytes * (row + i))
          }
        }
      })
      return costBytes === 1 ? bytes : new Uint16Array(bytes.buffer)
    },
  }
}

function changed(path: string): IsthmusError {
  return new IsthmusError('BAD_MAP', `${path} has another size than when it was planned. Run isthmus plan again.`)
}
