/**
 * How a map is cut: square tiles of one size, in rows, with smaller ones at the end. A tile is baked with a halo, the
 * cells around it that both neighbours see. So both choose the same entries on their border without communicating. In
 * the crown a tile is one block of 32 x 32 buckets.
 */
import { PLACE_BITS, X_BITS } from '../atlas/crossing.ts'
import type { Point } from '../base/answer.ts'
import { IsthmusError } from '../base/errors.ts'
import { type Kind, optionsOf, refuse, refuseSize, textOf } from '../base/given.ts'
import { oneOf, parseJson, whole } from '../base/kinds.ts'
import { SIDE_MAX_CELLS } from '../map/grid.ts'
import type { Directions } from '../map/movement.ts'
import { BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'

const PLAN_FORMAT = 'isthmus-plan'
const PLAN_VERSION = 1
export const TILE_SIDE = 4096
const TILE_SIDE_MIN = 2 * BLOCK_SIDE_CELLS
const HALO_MAX = 4 * BLOCK_SIDE_CELLS
/** The bits of a tile's column and row together, in the crossings of the crown. */
const TILE_BITS = PLACE_BITS - 2 * BLOCK_SHIFT
/** Ids and sources appear in messages and file names. */
const TEXT_MAX = 2000

export interface PlanOptions {
  readonly width: number
  readonly height: number
  /** A multiple of 32 cells; 4096 unless given. */
  readonly tileSide?: number
  /** 8 unless given. */
  readonly directions?: Directions
  /** Two sources of one id have the same cells. */
  readonly sourceId: string
  /** How to open the source again; the program that runs the jobs defines the words. */
  readonly source?: string
}

export interface Plan extends Required<PlanOptions> {
  /** Tiles per row, and rows: tile `index` is in column index % columns. */
  readonly columns: number
  readonly rows: number
  /** The width of the halo in cells, less at the edge of the map. */
  readonly halo: number
}

/** A rectangle of cells of the map. */
export interface TileWindow {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const SIDE: Kind = {
  wanted: `a multiple of ${BLOCK_SIDE_CELLS} from ${TILE_SIDE_MIN} on`,
  is: side => whole(TILE_SIDE_MIN).is(side) && (side as number) % BLOCK_SIDE_CELLS === 0,
}
const SHORT_TEXT: Kind = {
  wanted: `a text of ${TEXT_MAX} characters at most`,
  is: text => typeof text === 'string' && text.length <= TEXT_MAX,
}
const OPTIONS = {
  ...{ width: whole(1), height: whole(1), tileSide: SIDE, directions: oneOf(4, 8) },
  ...{ sourceId: SHORT_TEXT, source: SHORT_TEXT },
}

export function planOf(given: PlanOptions): Plan {
  const options = optionsOf(given, OPTIONS, ['width', 'height'])
  const { width = 0, height = 0, tileSide = TILE_SIDE, directions = 8, sourceId = '', source = '' } = options
  if (sourceId === '') refuse('A plan needs a sourceId: two sources of one id have the same cells.')
  const columns = Math.ceil(width / tileSide)
  const rows = Math.ceil(height / tileSide)
  if (!areFew(columns, rows)) {
    const least = leastSide(width, height)
    const remedy = least === null ? 'Cut the map into several.' : `Take tiles of ${least} cells.`
    const most = `columns times rows are at most ${2 ** TILE_BITS}, both rounded up to a power of two`
    refuseSize(`${columns} x ${rows} tiles: ${most}. ${remedy}`)
  }
  const halo = haloOf(tileSide)
  const plan = { width, height, tileSide, directions, sourceId, source, columns, rows, halo }
  const longest = Math.max(windowOf(plan, 0).width, windowOf(plan, columns > 2 ? 1 : 0).width)
  const highest = Math.max(windowOf(plan, 0).height, windowOf(plan, rows > 2 ? columns : 0).height)
  if (Math.max(longest, highest) > SIDE_MAX_CELLS) {
    refuseSize(
      `A tile with its halo has ${longest} x ${highest} cells: a side has at most ${SIDE_MAX_CELLS}. Take smaller tiles.`,
    )
  }
  return plan
}

/** The side of a bucket in cells: a tile has 32 along each border. */
export function bucketSideOf({ tileSide }: Plan): number {
  return tileSide / BLOCK_SIDE_CELLS
}

/** A halo of whole blocks of a level, which begin where the tile does. */
function haloOf(tileSide: number): number {
  let halo = BLOCK_SIDE_CELLS
  while (halo < HALO_MAX && tileSide % (2 * halo) === 0 && 4 * halo <= tileSide) halo *= 2
  return halo
}

/** The number of bits of x in the crossings of the crown: that of maps, unless one side has more than 1,024 tiles. */
export function xBitsOf({ columns, rows }: Pick<Plan, 'columns' | 'rows'>): number {
  const yBits = BLOCK_SHIFT + bitsBelow(rows)
  return yBits > PLACE_BITS - X_BITS ? PLACE_BITS - yBits : Math.max(X_BITS, BLOCK_SHIFT + bitsBelow(columns))
}

/** The bits that hold the numbers below `count`. */
function bitsBelow(count: number): number {
  return 32 - Math.clz32(count - 1)
}

/** Whether a crown can number all tiles. */
function areFew(columns: number, rows: number): boolean {
  const most = 2 ** TILE_BITS
  return columns <= most && rows <= most && bitsBelow(columns) + bitsBelow(rows) <= TILE_BITS
}

/** The smallest side of tiles with which a map has few enough tiles; null if it has too many with any side. */
function leastSide(width: number, height: number): number | null {
  for (let side = TILE_SIDE_MIN; side <= SIDE_MAX_CELLS - 2 * HALO_MAX; side += BLOCK_SIDE_CELLS)
    if (areFew(Math.ceil(width / side), Math.ceil(height / side))) return side
  return null
}

export function tileCountOf({ columns, rows }: Plan): number {
  return columns * rows
}

export function checkIndex(plan: Plan, index: number): void {
  if (Number.isInteger(index) && index >= 0 && index < tileCountOf(plan)) return
  refuse(`There is no tile ${textOf(index)}: this plan has 0 to ${tileCountOf(plan) - 1}.`)
}

/** The tile's own cells. */
export function tileOf({ width, height, tileSide, columns }: Plan, index: number): TileWindow {
  const x = (index % columns) * tileSide
  const y = Math.floor(index / columns) * tileSide
  return { x, y, width: Math.min(tileSide, width - x), height: Math.min(tileSide, height - y) }
}

/** The cells that a tile is baked from: its own and its halo. */
export function windowOf(plan: Plan, index: number): TileWindow {
  const tile = tileOf(plan, index)
  const x = Math.max(0, tile.x - plan.halo)
  const y = Math.max(0, tile.y - plan.halo)
  const endX = Math.min(plan.width, tile.x + tile.width + plan.halo)
  const endY = Math.min(plan.height, tile.y + tile.height + plan.halo)
  return { x, y, width: endX - x, height: endY - y }
}

export function isWithin({ x, y }: Point, window: TileWindow): boolean {
  return x >= window.x && y >= window.y && x < window.x + window.width && y < window.y + window.height
}

/** A cell of the map in coordinates of a window. */
export function inWindow({ x, y }: Point, window: TileWindow): Point {
  return { x: x - window.x, y: y - window.y }
}

/** The tiles whose windows hold any of these cells. After a change there, they must be baked again. */
export function tilesSeeing(plan: Plan, { x, y, width, height }: TileWindow): number[] {
  const tiles: number[] = []
  const { tileSide, halo, columns, rows } = plan
  const first = (at: number) => Math.max(0, Math.floor((at - halo) / tileSide))
  const last = (end: number, count: number) => Math.min(count - 1, Math.floor((end - 1 + halo) / tileSide))
  for (let row = first(y); row <= last(y + height, rows); row++) {
    for (let column = first(x); column <= last(x + width, columns); column++) tiles.push(row * columns + column)
  }
  return tiles
}

/** A plan as text, the same for the same plan. */
export function writePlan({ width, height, tileSide, directions, sourceId, source }: Plan): string {
  const fields = { format: PLAN_FORMAT, version: PLAN_VERSION, width, height, tileSide, directions, sourceId, source }
  return `${JSON.stringify(fields, null, 2)}\n`
}

/** Reads a plan from text, and checks it because it may come from anywhere. */
export function readPlan(text: string | Uint8Array): Plan {
  const bad = (what: string): never => {
    throw new IsthmusError('BAD_PLAN', `The plan cannot be read: ${what} Make it again.`)
  }
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const fields = parseJson(bytes, () => bad('it is no JSON.'))
  const { format, version, ...options } = (fields ?? {}) as Record<string, unknown>
  if (format !== PLAN_FORMAT) return bad('it is no plan.')
  if (version !== PLAN_VERSION) return bad(`it has version ${textOf(version)}; this reader knows ${PLAN_VERSION}.`)
  try {
    return planOf(options as unknown as PlanOptions)
  } catch (error) {
    return bad((error as Error).message)
  }
}
