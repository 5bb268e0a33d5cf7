/**
 * A folder or bucket of maps that together make one map: 14/8800/5370.png as map servers name them, or 3_12.png by row
 * and column. All pieces have one size, except that those of the last row and column may be smaller. A missing piece is
 * all wall, so seas need no files.
 */

import { refuseMap } from '../../../base/given.ts'
import { type Grid, type ReadMapOptions, readMap } from '../../../index.ts'
import { copyShared, SIDE_MAX_CELLS } from '../../../map/grid.ts'
import type { TileSource } from '../../../tiles/tile-source.ts'
import type { TileStore } from '../../../tiles/tile-store.ts'
import { inFile, inputProblem, usageProblem } from '../../cli/problem.ts'
import { openPlace, sha256Of } from '../plan-place.ts'

/** The options for reading a map file, as far as JSON can hold them. */
export type Reading = Omit<ReadMapOptions, 'onWarning' | 'cellsMax'>

export interface PiecesRecipe {
  readonly kind: 'pieces'
  readonly at: string
  readonly reading: Reading
  readonly width: number
  readonly height: number
  readonly pieceWidth: number
  readonly pieceHeight: number
  readonly costBytes: 1 | 2
  /** Column, row, name and checksum of each. */
  readonly pieces: readonly (readonly [column: number, row: number, name: string, sha256: string])[]
}

/** The pieces read last stay in memory, because neighbouring windows share them. */
const HELD_CELLS_MAX = 1 << 26

export interface PiecesOptions {
  readonly reading: Reading
  /** A pattern such as `14/{x}/{y}.png`; guessed from the names unless given. */
  readonly names?: string | undefined
  readonly onProgress: (share: number) => void
}

/** Reads all pieces once: their sizes, costs and checksums. */
export async function piecesRecipe(at: string, { reading, names, onProgress }: PiecesOptions): Promise<PiecesRecipe> {
  const store = await openPlace(at)
  const listed = listedNames(await store.list(''), at, names)
  const [left, top] = [least(listed, 'column'), least(listed, 'row')]
  const moved = listed.map(piece => ({ ...piece, column: piece.column - left, row: piece.row - top }))
  const count = { columns: 1 + most(moved, 'column'), rows: 1 + most(moved, 'row') }
  const sizes: Pick<Grid, 'width' | 'height'>[] = []
  const pieces: [number, number, string, string][] = []
  let isWide = false
  for (const [i, piece] of moved.entries()) {
    const { grid, sha256 } = await readPiece(store, at, piece.name, reading)
    sizes.push({ width: grid.width, height: grid.height })
    isWide ||= grid.cost instanceof Uint16Array
    pieces.push([piece.column, piece.row, piece.name, sha256])
    onProgress((i + 1) / moved.length)
  }
  const size = fittingSize(at, count, moved, sizes)
  return { kind: 'pieces', at, reading, ...size, costBytes: isWide ? 2 : 1, pieces }
}

function least<Name extends string>(values: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return values.reduce((least, value) => Math.min(least, value[name]), Infinity)
}

function most<Name extends string>(values: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return values.reduce((most, value) => Math.max(most, value[name]), 0)
}

/** The size of the whole map. Refuses a piece whose size does not fit the others. */
function fittingSize(
  at: string,
  count: { readonly columns: number; readonly rows: number },
  pieces: readonly PieceName[],
  sizes: readonly Pick<Grid, 'width' | 'height'>[],
) {
  const [pieceWidth, pieceHeight] = [most(sizes, 'width'), most(sizes, 'height')]
  let [lastWidth, lastHeight] = [0, 0]
  for (const [i, { column, row }] of pieces.entries()) {
    if (column === count.columns - 1) lastWidth = Math.max(lastWidth, sizes[i].width)
    if (row === count.rows - 1) lastHeight = Math.max(lastHeight, sizes[i].height)
  }
  for (const [i, { column, row, name }] of pieces.entries()) {
    const width = column === count.columns - 1 ? lastWidth : pieceWidth
    const height = row === count.rows - 1 ? lastHeight : pieceHeight
    if (sizes[i].width === width && sizes[i].height === height) continue
    throw inputProblem(
      `${name} in ${at} has ${sizes[i].width} x ${sizes[i].height} cells, and ${width} x ${height} would fit its place`,
    )
  }
  return {
    width: (count.columns - 1) * pieceWidth + lastWidth,
    height: (count.rows - 1) * pieceHeight + lastHeight,
    pieceWidth,
    pieceHeight,
  }
}

async function readPiece(store: TileStore, at: string, name: string, reading: Reading) {
  const bytes = await store.read(name)
  if (bytes === null) refuseMap(`${name} is gone from ${at}. Run isthmus plan again.`)
  const grid = inFile(`${at}/${name}`, () => readMap(bytes, { ...reading, cellsMax: SIDE_MAX_CELLS ** 2 }))
  return { grid, sha256: sha256Of(bytes) }
}

export async function openPieces(recipe: PiecesRecipe, at: string, id: string): Promise<TileSource> {
  const { width, height, pieceWidth, pieceHeight, costBytes } = recipe
  const pieceAt = await piecesHeld(recipe, at)
  return {
    width,
    height,
    id,
    async window(x, y, columns, rows) {
      const cost = costBytes === 1 ? new Uint8Array(columns * rows) : new Uint16Array(columns * rows)
      const window = { width: columns, height: rows, cost }
      for (let row = Math.floor(y / pieceHeight); row * pieceHeight < y + rows; row++) {
        for (let column = Math.floor(x / pieceWidth); column * pieceWidth < x + columns; column++) {
          const grid = await pieceAt(column, row)
          if (grid !== null) copyShared(grid, column * pieceWidth - x, row * pieceHeight - y, window)
        }
      }
      return cost
    },
  }
}

/** Gives pieces by column and row, null where there is none. Each is checked when it is read; those used last stay. */
async function piecesHeld({ pieces, reading }: PiecesRecipe, at: string) {
  const store = await openPlace(at)
  const known = new Map(pieces.map(([column, row, ...piece]) => [`${column},${row}`, piece]))
  /** In the order of their last use. */
  const grids = new Map<string, Grid>()
  let heldCells = 0
  const load = async ([name, expected]: readonly [name: string, sha256: string]) => {
    const { grid, sha256 } = await readPiece(store, at, name, reading)
    if (sha256 !== expected) refuseMap(`${name} in ${at} was changed since it was planned. Run isthmus plan again.`)
    return grid
  }
  return async (column: number, row: number): Promise<Grid | null> => {
    const key = `${column},${row}`
    const piece = known.get(key)
    if (piece === undefined) return null
    const grid = grids.get(key) ?? (await load(piece))
    // Another window may have read the piece meanwhile.
    if (!grids.delete(key)) heldCells += grid.cost.length
    grids.set(key, grid)
    for (const [oldest, { cost }] of grids) {
      if (heldCells <= HELD_CELLS_MAX || grids.size === 1) break
      grids.delete(oldest)
      heldCells -= cost.length
    }
    return grid
  }
}

export interface PieceName {
  readonly name: string
  readonly column: number
  readonly row: number
}

/** `14/8800/5370.png` of map servers, `8800/5370.png`, and `3_12.png`: row, then column. */
const USUAL = [
  { form: 'Z/X/Y', pattern: /^(?<zoom>\d{1,3})\/(?<x>\d{1,9})\/(?<y>\d{1,9})\.\w+$/ },
  { form: 'X/Y', pattern: /^(?<x>\d{1,9})\/(?<y>\d{1,9})\.\w+$/ },
  { form: 'ROW_COLUMN', pattern: /^(?<y>\d{1,9})_(?<x>\d{1,9})\.\w+$/ },
]

/** The names that are pieces, by rows and columns. */
function listedNames(names: readonly string[], at: string, pattern?: string): PieceName[] {
  const found = pattern === undefined ? guessed(names, at) : matching(names, expressionOf(pattern))
  if (found.length === 0) {
    const wanted = pattern === undefined ? 'Z/X/Y, X/Y or ROW_COLUMN' : pattern
    throw inputProblem(`${at} has no piece of a map: none of its ${names.length} names is of the form ${wanted}`)
  }
  found.sort((a, b) => a.row - b.row || a.column - b.column)
  const twice = found.find(({ row, column }, i) => i > 0 && found[i - 1].row === row && found[i - 1].column === column)
  if (twice !== undefined) {
    throw inputProblem(
      `${at} has two pieces for column ${twice.column}, row ${twice.row}: say with --names which ones count`,
    )
  }
  return found
}

function guessed(names: readonly string[], at: string): PieceName[] {
  for (const { form, pattern } of USUAL) {
    const zooms = new Set(names.flatMap(name => pattern.exec(name)?.groups?.zoom ?? []))
    if (zooms.size > 1) {
      throw inputProblem(
        `${at} has pieces of ${zooms.size} zooms (${form}): choose one, as --names ${Math.max(...[...zooms].map(Number))}/{x}/{y}.png`,
      )
    }
    const found = matching(names, pattern)
    if (found.length > 0) return found
  }
  return []
}

function matching(names: readonly string[], pattern: RegExp): PieceName[] {
  return names.flatMap(name => {
    const { x, y } = pattern.exec(name)?.groups ?? {}
    return x === undefined ? [] : [{ name, column: Number(x), row: Number(y) }]
  })
}

function expressionOf(pattern: string): RegExp {
  if (pattern.split('{x}').length !== 2 || pattern.split('{y}').length !== 2) {
    throw usageProblem(`--names is ${pattern}: it must have {x} and {y} once each, as 14/{x}/{y}.png.`)
  }
  const literal = pattern.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace('{x}', '(?<x>\\d{1,9})').replace('{y}', '(?<y>\\d{1,9})')}$`)
}
