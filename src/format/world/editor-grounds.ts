/**
 * Reads the grounds of cells from a map of Tiled or LDtk, by the names that its designer gave: classes of tiles, values
 * of IntGrid, layers, or a property `ground` of any of them. The readers usually paint costs; here the numbers they
 * paint stand for grounds.
 */
import { nameOf, optionsOf, refuse } from '../../base/given.ts'
import { type Grounds, groundFromTiles } from '../../map/grounds.ts'
import type { ResolveFile } from './description.ts'
import { failMap } from './fields.ts'
import { Meaning } from './meaning.ts'
import { readWith } from './read-world.ts'

export interface ReadGroundsOptions {
  /** The ground of each name that the editor's file has: { tree: 'forest', oak: 'forest', lawn: 'grass' }. */
  readonly grounds: Readonly<Record<string, string>>
  /** The name of one of several maps: of a level, for example. */
  readonly map?: string
  /** Refuse a map with more cells: 100 million unless given. */
  readonly cellsMax?: number
}

/**
 * The ground of walls, empty cells and tiles without a ground. It is a wall to every traveller that does not name it.
 */
export const NO_GROUND = 'nothing'
/** Grounds are numbered in bytes, and 0 means no ground. */
const GROUNDS_MAX = 254

/** Reads the file of a map editor, its bytes or its path, as grounds for travellers; `resolve` as readWorld has it. */
export async function readGrounds(
  file: Uint8Array | string,
  resolve: ResolveFile,
  options: ReadGroundsOptions,
): Promise<Grounds> {
  const { grounds, map, cellsMax } = optionsOf(options, { grounds: true, map: true, cellsMax: true })
  if (typeof grounds !== 'object' || grounds === null) {
    refuse(`The grounds are ${nameOf(grounds)}: a table was expected, as { tree: 'forest' }.`)
  }
  const names = [...new Set(Object.values(grounds))]
  if (names.length > GROUNDS_MAX) refuse(`There are ${names.length} grounds: give ${GROUNDS_MAX} at most.`)
  const numbers = Object.fromEntries(Object.entries(grounds).map(([key, name]) => [key, names.indexOf(name) + 1]))
  const bound = cellsMax === undefined ? {} : { cellsMax }
  const meaning = new Meaning({ costs: numbers, tile: 0, empty: 0, ...bound }, 'grounds')
  const { maps } = await readWith(meaning, file, resolve, bound)
  const [first, ...others] = Object.keys(maps)
  if (map === undefined && others.length > 0) {
    failMap('The file', `it has the maps ${[first, ...others].join(', ')}: say which one.`)
  }
  const grid = maps[map ?? first]
  if (grid === undefined) failMap('The file', `it has no map "${map}"; it has ${Object.keys(maps).join(', ')}.`)
  const used = grid.cost.includes(0) && !names.includes(NO_GROUND) ? [...names, NO_GROUND] : names
  const tiles = Uint8Array.from(grid.cost, number => (number === 0 ? used.indexOf(NO_GROUND) : number - 1))
  return groundFromTiles(tiles, grid.width, used)
}
