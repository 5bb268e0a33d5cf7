/**
 * What a map is made of before anybody walks on it: a ground a cell, one byte each, and the grounds' names. Travellers
 * (traveller.ts) say what each ground costs them, so one map serves them all.
 */
import { nameOf, refuse, refuseMap } from '../base/given.ts'
import { finish, STEPS_A_PIECE, type Work } from '../base/work.ts'
import { checkList, fillByTile, heightOf, readerOf, type TileId } from './by-tile.ts'
import { allocateCosts, checkSize } from './grid.ts'

export interface Grounds {
  readonly width: number
  readonly height: number
  /** groundOfCell[y * width + x]: a place in `names`. */
  readonly groundOfCell: Uint8Array
  readonly names: readonly string[]
}

/** Names of grounds: by their place in a list, or by the tile ids that show them. */
export type GroundNames = readonly string[] | ReadonlyMap<TileId, string> | Readonly<Record<TileId, string>>

/** A ground is kept in one byte. */
export const GROUNDS_MAX = 256

/**
 * The grounds of a map of tiles, row by row. With a list of names a tile is the place of its ground in the list, or the name
 * itself. With a table it is an id that the table names a ground for. The tiles are copied.
 */
export function groundFromTiles(tiles: ArrayLike<TileId>, width: number, names: GroundNames): Grounds {
  checkList(tiles, 'The tiles')
  const height = heightOf(tiles.length, width)
  const listed = listOf(names)
  const groundOfName = new Map(listed.map((name, ground) => [name, ground]))
  const readName = nameReader(names, groundOfName)
  const groundOfCell = allocateCosts(width, height)
  fillByTile(groundOfCell, tiles, width, (tile, place) => {
    const ground = groundOfName.get(readName(tile) as string)
    return ground ?? refuseMap(`The tile ${tile} at ${place} has no ground. Name one for it.`)
  })
  return { width, height, groundOfCell, names: listed }
}

/** Guards what comes from a caller, who may have made it by hand. */
export function checkGrounds(grounds: Grounds): void {
  finish(checkingGrounds(grounds))
}

/** Checks grounds in pieces. */
export function* checkingGrounds(grounds: Grounds): Work<void> {
  if (typeof grounds !== 'object' || grounds === null) {
    refuse(`The map is ${nameOf(grounds)}: grounds were expected, as groundFromTiles makes them.`)
  }
  const { width, height, groundOfCell, names } = grounds
  checkSize(width, height)
  if (!(groundOfCell instanceof Uint8Array) || groundOfCell.length !== width * height) {
    refuseMap(`A map of ${width} x ${height} has ${width * height} bytes of grounds, one a cell, in a Uint8Array.`)
  }
  checkNames(names)
  for (let cell = 0; cell < groundOfCell.length; cell++) {
    if (cell % STEPS_A_PIECE === 0) yield
    if (groundOfCell[cell] < names.length) continue
    refuseMap(
      `Cell (${cell % width}, ${Math.floor(cell / width)}) is of ground ${groundOfCell[cell]}, which has no name.`,
    )
  }
}

function checkNames(names: readonly string[]): void {
  if (!Array.isArray(names) || names.length === 0 || names.length > GROUNDS_MAX) {
    refuseMap(`There are ${names?.length ?? 'no'} names of grounds: give 1 to ${GROUNDS_MAX}.`)
  }
  names.forEach((name, ground) => {
    if (typeof name !== 'string' || name === '')
      refuseMap(`The name of ground ${ground} is ${nameOf(name)}: give a word.`)
    if (names.indexOf(name) !== ground) refuseMap(`Two grounds are called '${name}': names tell them apart.`)
  })
}

/** The names, each once, in the order of the list or table. */
function listOf(names: GroundNames): readonly string[] {
  if (typeof names !== 'object' || names === null)
    refuse(`The names of grounds are ${nameOf(names)}: a list or a table was expected.`)
  if (Array.isArray(names)) {
    checkNames(names)
    return names.slice()
  }
  const listed = [...new Set(names instanceof Map ? names.values() : Object.values(names as Record<TileId, string>))]
  checkNames(listed)
  return listed
}

function nameReader(names: GroundNames, groundOfName: ReadonlyMap<string, number>): (tile: TileId) => unknown {
  if (Array.isArray(names)) return tile => (groundOfName.has(tile as string) ? tile : names[tile as number])
  return readerOf(names as Exclude<GroundNames, readonly string[]>)
}
