/**
 * The layers of a Tiled map in drawing order, with groups flattened. A layer's tiles come in pieces: one for a map of
 * fixed size, one per chunk for an infinite one.
 */
import { Gunzip, Unzlib } from 'fflate'
import { Decompress as Unzstd } from 'fzstd'
import { textOf as shown } from '../../base/given.ts'
import type { Area } from '../../map/place.ts'
import { feed, type Unpacker } from '../feed.ts'
import { type Fields, failMap, listOf, textOf, wholeOf } from '../world/fields.ts'

/** The deepest nesting of groups; designers use two or three. */
export const GROUPS_DEEP_MAX = 32

export interface TiledLayer {
  readonly fields: Fields
  readonly kind: string
  readonly name: string
  /** For messages. */
  readonly where: string
}

export interface Piece extends Area {
  numbers(): Uint32Array
}

export function layersOf(parent: Fields, where: string, depth = 0): TiledLayer[] {
  if (depth > GROUPS_DEEP_MAX) failMap(where, `its groups of layers are nested more than ${GROUPS_DEEP_MAX} deep.`)
  return listOf(parent, 'layers', where).flatMap((fields): TiledLayer[] => {
    const name = textOf(fields, 'name', where)
    const place = `${where}, layer "${name}"`
    const kind = textOf(fields, 'type', place)
    if (kind === 'group') return layersOf(fields, place, depth + 1)
    return [{ fields, kind, name, where: place }]
  })
}

/** The pieces of a layer of tiles; each is unpacked only on demand. */
export function piecesOf({ fields, where }: TiledLayer): Piece[] {
  const { encoding, compression } = fields
  const piece = (owner: Fields, place: string): Piece => {
    const size = (name: 'width' | 'height') => {
      const cells = wholeOf(owner, name, place)
      if (cells < 1 || cells > 32_768) failMap(place, `its ${name} is ${cells} cells.`)
      return cells
    }
    const x = wholeOf(owner, 'x', place, 0)
    const y = wholeOf(owner, 'y', place, 0)
    const width = size('width')
    const height = size('height')
    const numbers = () => tileNumbers(owner, encoding ?? 'csv', compression, width * height, place)
    return { x, y, width, height, numbers }
  }
  if (fields.chunks === undefined) return [piece(fields, where)]
  return listOf(fields, 'chunks', where).map((chunk, i) => piece(chunk, `${where}, chunk ${i}`))
}

/** The area of a map; an infinite map covers all its pieces. */
export function boxOf(map: Fields, pieces: readonly Area[], path: string): Area {
  if (map.infinite !== true)
    return { x: 0, y: 0, width: wholeOf(map, 'width', path), height: wholeOf(map, 'height', path) }
  if (pieces.length === 0) failMap(path, 'it is infinite, and no cell of it is drawn.')
  let [x, y, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const piece of pieces) {
    x = Math.min(x, piece.x)
    y = Math.min(y, piece.y)
    right = Math.max(right, piece.x + piece.width)
    bottom = Math.max(bottom, piece.y + piece.height)
  }
  return { x, y, width: right - x, height: bottom - y }
}

const BYTES_A_TILE = 4

/** The tile numbers of a layer or chunk, flags included: from csv, a list, or base64 with or without compression. */
function tileNumbers(
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
  else feed(streamFor(compression, take, where), [bytes], () => failMap(where, 'its tile data cannot be unpacked.'))
  if (at !== sizeBytes) failMap(where, `its tile data has ${at} bytes instead of ${sizeBytes}.`)
  return out
}

function streamFor(compression: unknown, take: (piece: Uint8Array) => void, where: string): Unpacker {
  if (compression === 'zlib') return new Unzlib(take)
  if (compression === 'gzip') return new Gunzip(take)
  if (compression === 'zstd') return new Unzstd(take)
  return failMap(where, `its compression is "${shown(compression)}": known are gzip, zlib and zstd.`)
}
