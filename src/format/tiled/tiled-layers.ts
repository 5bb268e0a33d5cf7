/**
 * The layers of a Tiled map in drawing order, with groups flattened. A layer's tiles come in pieces: one for a map of
 * fixed size, one per chunk for an infinite one.
 */
import { Gunzip, Unzlib } from 'fflate'
import { Decompress as Unzstd } from 'fzstd'
import { textOf as shown } from '../../base/given.ts'
import type { Area } from '../../map/place.ts'
import { feed, type Unpacker } from '../feed.ts'
import type { Item } from '../world/fields.ts'

/** The deepest nesting of groups; designers use two or three. */
export const GROUPS_DEEP_MAX = 32

export interface TiledLayer {
  readonly item: Item
  readonly kind: string
  readonly name: string
}

export interface Piece extends Area {
  numbers(): Uint32Array
}

export function layersOf(parent: Item, depth = 0): TiledLayer[] {
  if (depth > GROUPS_DEEP_MAX) parent.fail(`its groups of layers are nested more than ${GROUPS_DEEP_MAX} deep.`)
  return parent.list('layers').flatMap((one): TiledLayer[] => {
    const name = one.text('name')
    const item = one.at(`layer "${name}"`)
    const kind = item.text('type')
    return kind === 'group' ? layersOf(item, depth + 1) : [{ item, kind, name }]
  })
}

/** The pieces of a layer of tiles; each is unpacked only on demand. */
export function piecesOf({ item: layer }: TiledLayer): Piece[] {
  const { encoding, compression, chunks } = layer.fields
  const piece = (owner: Item): Piece => {
    const size = (name: 'width' | 'height') => {
      const cells = owner.whole(name)
      if (cells < 1 || cells > 32_768) owner.fail(`its ${name} is ${cells} cells.`)
      return cells
    }
    const x = owner.whole('x', 0)
    const y = owner.whole('y', 0)
    const width = size('width')
    const height = size('height')
    const numbers = () => tileNumbers(owner, encoding ?? 'csv', compression, width * height)
    return { x, y, width, height, numbers }
  }
  return chunks === undefined ? [piece(layer)] : layer.list('chunks').map((chunk, i) => piece(chunk.at(`chunk ${i}`)))
}

/** The area of a map; an infinite map covers all its pieces. */
export function boxOf(map: Item, pieces: readonly Area[]): Area {
  if (map.fields.infinite !== true) return { x: 0, y: 0, width: map.whole('width'), height: map.whole('height') }
  if (pieces.length === 0) map.fail('it is infinite, and no cell of it is drawn.')
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
function tileNumbers(owner: Item, encoding: unknown, compression: unknown, count: number): Uint32Array {
  const { data } = owner.fields
  if (Array.isArray(data)) return fromList(data, count, owner)
  if (typeof data !== 'string') owner.fail('it has no tile data.')
  if (encoding === 'csv') return fromList(data.split(','), count, owner)
  if (encoding !== 'base64') owner.fail(`its encoding is "${shown(encoding)}": known are csv and base64.`)
  const bytes = unpacked(fromBase64(data, owner), compression, count * BYTES_A_TILE, owner)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const numbers = new Uint32Array(count)
  for (let i = 0; i < count; i++) numbers[i] = view.getUint32(BYTES_A_TILE * i, true)
  return numbers
}

function fromList(list: readonly unknown[], count: number, owner: Item): Uint32Array {
  if (list.length !== count) owner.fail(`it has ${list.length} tiles instead of ${count}.`)
  const numbers = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    const value = typeof list[i] === 'string' && (list[i] as string).trim() !== '' ? Number(list[i]) : list[i]
    if (typeof value !== 'number' || value !== value >>> 0) owner.fail(`its tile ${i} is "${shown(list[i])}".`)
    numbers[i] = value
  }
  return numbers
}

function fromBase64(text: string, owner: Item): Uint8Array {
  try {
    const letters = atob(text.trim())
    const bytes = new Uint8Array(letters.length)
    for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i)
    return bytes
  } catch {
    return owner.fail('its tile data is no base64.')
  }
}

function unpacked(bytes: Uint8Array, compression: unknown, sizeBytes: number, owner: Item): Uint8Array {
  const out = new Uint8Array(sizeBytes)
  let at = 0
  const take = (piece: Uint8Array) => {
    if (at + piece.length > sizeBytes) owner.fail(`its tile data is longer than the ${sizeBytes} bytes of its cells.`)
    out.set(piece, at)
    at += piece.length
  }
  if (compression === undefined || compression === null || compression === '') take(bytes)
  else feed(streamFor(compression, take, owner), [bytes], () => owner.fail('its tile data cannot be unpacked.'))
  if (at !== sizeBytes) owner.fail(`its tile data has ${at} bytes instead of ${sizeBytes}.`)
  return out
}

function streamFor(compression: unknown, take: (piece: Uint8Array) => void, owner: Item): Unpacker {
  if (compression === 'zlib') return new Unzlib(take)
  if (compression === 'gzip') return new Gunzip(take)
  if (compression === 'zstd') return new Unzstd(take)
  return owner.fail(`its compression is "${shown(compression)}": known are gzip, zlib and zstd.`)
}
