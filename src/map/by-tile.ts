/**
 * Maps of tiles: checks of lists, and the number that stands for each tile.
 */
import { refuse, refuseMap } from '../base/given.ts'
import { checkSize } from './grid.ts'

export type TileId = number | string

export function checkList(list: unknown, what: string): void {
  const isList = typeof list === 'object' && typeof (list as ArrayLike<unknown> | null)?.length === 'number'
  if (!isList) refuse(`${what} are ${list === null ? 'null' : `of type ${typeof list}`}: an array was expected.`)
}

/** The count of rows. */
export function heightOf(cells: number, width: number): number {
  checkSize(width, 1)
  if (cells === 0 || cells % width !== 0)
    refuseMap(`${cells} cells are no whole number of rows of ${width}. Check the width.`)
  return cells / width
}

/** A list, a Map or an object with the ids as keys, as a function. */
export function readerOf<Value>(
  table: ArrayLike<Value> | ReadonlyMap<TileId, Value> | Readonly<Record<TileId, Value>>,
) {
  if (table instanceof Map) return (id: TileId): Value | undefined => table.get(id)
  const own = table as Readonly<Record<TileId, Value>>
  return (id: TileId): Value | undefined => (Object.hasOwn(own, id) ? own[id] : undefined)
}

/** Fills a column with the number of each tile. A map has few kinds of tile: `numberOf` is called once for each. */
export function fillByTile(
  column: Uint8Array | Uint16Array,
  tiles: ArrayLike<TileId>,
  width: number,
  numberOf: (tile: TileId, place: string) => number,
): void {
  const known = new Map<TileId, number>()
  for (let cell = 0; cell < column.length; cell++) {
    const tile = tiles[cell]
    let number = known.get(tile)
    if (number === undefined) {
      number = numberOf(tile, `(${cell % width}, ${Math.floor(cell / width)})`)
      known.set(tile, number)
    }
    column[cell] = number
  }
}
