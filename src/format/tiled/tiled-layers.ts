/**
 * The layers of a Tiled map in drawing order, with groups flattened, and the tiles of each layer in pieces: one for a
 * map of fixed size, one per chunk for an infinite one.
 */
import type { Area } from '../../map/place.ts'
import { type Fields, failMap, listOf, textOf, wholeOf } from '../world/fields.ts'
import { tileNumbers } from './data.ts'

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
  /** The tiles, row by row. */
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
