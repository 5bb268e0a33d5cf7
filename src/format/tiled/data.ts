/**
 * Reads the tiles of a Tiled layer or chunk, one number a cell: from csv, a list, or base64 with or without
 * compression. It counts bytes as they are decompressed; they must not exceed the size of the cells.
 */
import { Gunzip, Unzlib } from 'fflate'
import { Decompress as Unzstd } from 'fzstd'
import { textOf as shown } from '../../base/given.ts'
import { type Fields, failMap } from '../world/fields.ts'

const FEED_BYTES = 16_384
const BYTES_A_TILE = 4

/** The tile numbers of the file, flags included. */
export function tileNumbers(
  layer: Fields,
  encoding: unknown,
  compression: unknown,
  count: number,
  where: string,
): Uint32Array {
  const { data } = layer
  if (Array.isArray(data)) return fromList(data, count, where)
  if (typeof data !== 'string') failMap(where, 'it has no tile data.')
  if (encoding === 'csv') return fromList(data.split(','), count, where)
  if (encoding !== 'base64') failMap(where, `its encoding is "${shown(encoding)}": known are csv and base64.`)
  const bytes = unpacked(fromBase64(data, where), compression, count * BYTES_A_TILE, where)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const numbers = new Uint32Array(count)
  for (let i = 0; i < count; i++) numbers[i] = view.getUint32(BYTES_A_TILE * i, true)
  return numbers
}

function fromList(list: readonly unknown[], count: number, where: string): Uint32Array {
  if (list.length !== count) failMap(where, `it has ${list.length} tiles instead of ${count}.`)
  const numbers = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    const value = typeof list[i] === 'string' && (list[i] as string).trim() !== '' ? Number(list[i]) : list[i]
    if (typeof value !== 'number' || value !== value >>> 0) failMap(where, `its tile ${i} is "${shown(list[i])}".`)
    numbers[i] = value
  }
  return numbers
}

function fromBase64(text: string, where: string): Uint8Array {
  try {
    const letters = atob(text.trim())
    const bytes = new Uint8Array(letters.length)
    for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i)
    return bytes
  } catch {
    return failMap(where, 'its tile data is no base64.')
  }
}

function unpacked(bytes: Uint8Array, compression: unknown, sizeBytes: number, where: string): Uint8Array {
  const out = new Uint8Array(sizeBytes)
  let at = 0
  const take = (piece: Uint8Array) => {
    if (at + piece.length > sizeBytes)
      failMap(where, `its tile data is longer than the ${sizeBytes} bytes of its cells.`)
    out.set(piece, at)
    at += piece.length
  }
  if (compression === undefined || compression === null || compression === '') take(bytes)
  else feed(streamFor(compression, take, where), bytes, where)
  if (at !== sizeBytes) failMap(where, `its tile data has ${at} bytes instead of ${sizeBytes}.`)
  return out
}

interface Stream {
  push(bytes: Uint8Array, isLast: boolean): void
}

function streamFor(compression: unknown, take: (piece: Uint8Array) => void, where: string): Stream {
  if (compression === 'zlib') return new Unzlib(take)
  if (compression === 'gzip') return new Gunzip(take)
  if (compression === 'zstd') return new Unzstd(take)
  return failMap(where, `its compression is "${shown(compression)}": known are gzip, zlib and zstd.`)
}

function feed(stream: Stream, bytes: Uint8Array, where: string): void {
  try {
    for (let at = 0; at < bytes.length; at += FEED_BYTES) {
      stream.push(bytes.subarray(at, at + FEED_BYTES), at + FEED_BYTES >= bytes.length)
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'IsthmusError') throw error
    failMap(where, 'its tile data cannot be unpacked.')
  }
}
