/**
 * Marks of a query: its two ends, its path, the path as a curve, its route over entries, and the entries that it settled.
 * Pictures and the page draw them with these functions, each on its own surface.
 */
import type { Layer } from './layers.ts'
import { type Colour, GOAL, mix, PATH, PATH_CASING, SEARCH_FIRST, SEARCH_LAST, START } from './palette.ts'
import type { Surface } from './surface.ts'

/** Each is a list of x, y pairs; whole numbers are the middles of cells. */
export interface QueryTraces {
  /** The entries that the search settled, in order. */
  readonly footprint?: Int32Array | undefined
  /** From entry to entry, both ends included. */
  readonly route?: Int32Array | undefined
  /** Where the path starts, turns and ends. */
  readonly bends?: Int32Array | undefined
  readonly curve?: Float64Array | undefined
}

/** Draws the traces whose layers are shown. `settledShown`: how many of the settled entries, if not all. */
export function drawTraces(
  surface: Surface,
  layers: ReadonlySet<Layer>,
  { footprint, route, bends, curve }: QueryTraces,
  settledShown?: number,
): void {
  if (layers.has('search') && footprint !== undefined) drawSearch(surface, footprint, settledShown)
  if (layers.has('route') && route !== undefined) drawRoute(surface, route)
  if (layers.has('path') && bends !== undefined) drawPath(surface, bends)
  if (layers.has('smooth') && curve !== undefined)
    drawCased(surface, curve, 2.2 * surface.density, surface.scheme.smooth)
}

const END_RADIUS = 8
/** Ends are smaller in small pictures, but never smaller than this. */
const END_RADIUS_MIN = 5
const END_SHARE_OF_WIDTH = 1 / 40
/** More shades than the eye can tell apart; each is drawn in one stroke. */
const SEARCH_SHADES = 12

/** A line with a casing, so that it stands out on ground and walls. */
export function drawCased(surface: Surface, points: ArrayLike<number>, width: number, colour: Colour): void {
  surface.line(points, width + 2.5 * surface.density, surface.scheme.casing)
  surface.line(points, width, colour)
}

export function drawPath(surface: Surface, bends: ArrayLike<number>): void {
  const { density, scale } = surface
  drawCased(surface, bends, Math.max(3 * density, Math.min(8 * density, 0.4 * scale)), PATH)
}

/** The first and the last cell, and the cells where the direction changes. */
export function bendsOf(cells: Int32Array): Int32Array {
  const bends: number[] = []
  for (let i = 0; i < cells.length; i += 2) {
    const isEnd = i === 0 || i + 2 === cells.length
    const turns =
      isEnd ||
      cells[i] - cells[i - 2] !== cells[i + 2] - cells[i] ||
      cells[i + 1] - cells[i - 1] !== cells[i + 3] - cells[i + 1]
    if (turns) bends.push(cells[i], cells[i + 1])
  }
  return Int32Array.from(bends)
}

function drawRoute(surface: Surface, route: Int32Array): void {
  const { density, scheme } = surface
  drawCased(surface, route, 2 * density, scheme.route)
  const entries = route.subarray(2, -2)
  surface.dots(entries, 4.5 * density, scheme.casing)
  surface.dots(entries, 3 * density, scheme.route)
}

/** The first `shown` entries, in the order of settling, from light to dark. The last of them is ringed until all are shown. */
function drawSearch(surface: Surface, footprint: Int32Array, shown = footprint.length >> 1): void {
  const { density, scale } = surface
  const total = footprint.length >> 1
  const radius = Math.max(2.6 * density, Math.min(5 * density, 0.35 * scale))
  const shades = Math.min(SEARCH_SHADES, total)
  for (let shade = 0; shade < shades; shade++) {
    const from = Math.floor((shade * total) / shades)
    const to = Math.min(shown, Math.floor(((shade + 1) * total) / shades))
    const settled = footprint.subarray(2 * from, 2 * Math.max(from, to))
    surface.dots(settled, radius + density, PATH_CASING)
    surface.dots(settled, radius, mix(SEARCH_FIRST, SEARCH_LAST, shade / Math.max(1, shades - 1)))
  }
  if (shown === 0 || shown >= total) return
  const [x, y] = footprint.subarray(2 * shown - 2)
  surface.ring(x, y, radius + 4 * density, 2 * density, SEARCH_LAST)
}

/** Draws start and goal at the first and the last of x, y pairs. */
export function drawEnds(surface: Surface, path: ArrayLike<number>): void {
  drawStart(surface, path[0], path[1])
  drawGoal(surface, path[path.length - 2], path[path.length - 1])
}

/** The start is round and the goal is not, so their colours need not be told apart. */
export function drawStart(surface: Surface, x: number, y: number): void {
  const radius = endRadius(surface)
  surface.dots([x, y], radius + 2.5 * surface.density, PATH_CASING, true)
  surface.dots([x, y], radius, START)
}

export function drawGoal(surface: Surface, x: number, y: number): void {
  const radius = 1.3 * endRadius(surface)
  surface.diamond(x, y, radius + 2.5 * Math.SQRT2 * surface.density, PATH_CASING, true)
  surface.diamond(x, y, radius, GOAL)
}

function endRadius({ density, width }: Surface): number {
  return Math.min(END_RADIUS * density, Math.max(END_RADIUS_MIN, width * END_SHARE_OF_WIDTH))
}
