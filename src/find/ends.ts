/**
 * The ends of a query: what is wrong with them, and which cells may take their place.
 *
 * An end that is a free cell stays where it is, and the other one moves to its island; if both are free cells of two
 * islands, the goal moves, since the start is where a unit stands. If neither is free, they move to the two cells of one
 * island that are the closest to them, taken together.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import { type Point, QUALITIES, type Quality, type RouteStatus } from '../base/answer.ts'
import { checkWhole, nameOf, optionsOf, refuse, textOf } from '../base/given.ts'
import { ANY_ISLAND, isBeyondAnyMap, nearestCell } from '../route/nearest.ts'
import { type CellPair, nearestPair } from '../route/nearest-pair.ts'

/** How far an end may be moved, in cells as the crow flies. */
export interface NearestLimit {
  readonly within?: number
}

export interface NearestOptions extends NearestLimit {
  /** The number of the island that the cell is to belong to; any where it is left out. */
  readonly island?: number
}

/** The free cell closest to a point; x and y are NaN where there is none. */
export interface NearestCell extends Point {
  readonly status: 'found' | 'none'
  /** One sentence on why there is none; empty where there is one. */
  readonly message: string
}

/** What is wrong with the ends of a query. */
export interface Blame {
  readonly status: Exclude<RouteStatus, 'found'>
  readonly message: string
}

/** Why no path joins the two; null where one does. */
export function blameOf(columns: AtlasColumns, start: Point, goal: Point): Blame | null {
  const blame = blameOfBoth(blameOfEnd(columns, start, 'start'), blameOfEnd(columns, goal, 'goal'))
  if (blame !== null || islandOfCell(columns, start.x, start.y) === islandOfCell(columns, goal.x, goal.y)) return blame
  return { status: 'unreachable', message: 'The goal is on another island than the start.' }
}

/** That of the start comes first; the message also names a goal outside the map. */
export function blameOfBoth<B extends { readonly status: string; readonly message: string }>(
  ofStart: B | null,
  ofGoal: B | null,
): B | null {
  if (ofStart?.status !== 'blocked' || ofGoal === null || ofGoal.status === 'blocked') return ofStart ?? ofGoal
  return { ...ofStart, message: `${ofStart.message} ${ofGoal.message}` }
}

/** The cells that take the place of two ends that no path joins; else why none can, in words that follow the blame. */
export function replacementOf(
  columns: AtlasColumns,
  start: Point,
  goal: Point,
  withinCells: number,
): CellPair | string {
  const far = isBeyondAnyMap(start) ? 'start' : isBeyondAnyMap(goal) ? 'goal' : null
  if (far !== null) return `The ${far} is beyond any map: no cell is the closest to it.`
  const startIsland = islandOfCell(columns, start.x, start.y)
  const goalIsland = islandOfCell(columns, goal.x, goal.y)
  const pair = nearestOf(columns, start, startIsland, goal, goalIsland, withinCells)
  if (pair !== null) return pair
  if (withinCells === Number.POSITIVE_INFINITY) return 'The map has no free cell.'
  const what = startIsland >= 0 ? 'the goal' : goalIsland >= 0 ? 'the start' : 'both ends'
  return `No cells within ${withinCells} cells can take the place of ${what}.`
}

/** What `nearest` allows: NaN for no replacement, else the cells that an end may move. */
export function checkNearest(nearest: boolean | NearestLimit | null | undefined): number {
  if (nearest === undefined || nearest === null || nearest === false) return Number.NaN
  if (nearest === true) return Number.POSITIVE_INFINITY
  if (typeof nearest === 'object') return checkWithin(optionsOf(nearest, { within: true }).within)
  refuse(`nearest is ${nameOf(nearest)}: it is true, false or { within: 30 }, in cells.`)
}

export function checkWithin(within: number | null | undefined): number {
  if (within === undefined || within === null) return Number.POSITIVE_INFINITY
  if (typeof within === 'number' && within >= 0) return within
  refuse(`within is ${nameOf(within)}: a number of cells from 0 on was expected.`)
}

/** The free cell closest to a point as the crow flies. */
export function nearestFree(
  columns: AtlasColumns,
  x: number,
  y: number,
  options: NearestOptions | null | undefined,
): NearestCell {
  const { island, within } = optionsOf(options, { island: true, within: true })
  checkWhole(x, y, 'The point')
  const withinCells = checkWithin(within)
  if (island !== undefined && !(Number.isInteger(island) && island >= 0)) {
    refuse(`island is ${textOf(island)}: what islandOf() says of a free cell was expected.`)
  }
  const cell = isBeyondAnyMap({ x, y }) ? null : nearestCell(columns, x, y, island ?? ANY_ISLAND, withinCells)
  if (cell !== null) return { status: 'found', message: '', ...cell }
  const where = withinCells === Number.POSITIVE_INFINITY ? '' : ` within ${withinCells} cells`
  return { status: 'none', message: `There is no such free cell${where} of ${x},${y}.`, x: Number.NaN, y: Number.NaN }
}

function blameOfEnd({ terrain }: AtlasColumns, { x, y }: Point, end: string): Blame | null {
  const at = `The ${end} ${x},${y}`
  if (!terrain.isInside(x, y)) {
    return { status: 'outside', message: `${at} is outside the map of ${terrain.width} x ${terrain.height} cells.` }
  }
  return terrain.isFree(x, y) ? null : { status: 'blocked', message: `${at} is a wall.` }
}

function nearestOf(
  columns: AtlasColumns,
  start: Point,
  startIsland: number,
  goal: Point,
  goalIsland: number,
  withinCells: number,
): CellPair | null {
  if (startIsland >= 0) {
    const near = nearestCell(columns, goal.x, goal.y, startIsland, withinCells)
    return near && { start, goal: near }
  }
  if (goalIsland >= 0) {
    const near = nearestCell(columns, start.x, start.y, goalIsland, withinCells)
    return near && { start: near, goal }
  }
  return nearestPair(columns, start, goal, withinCells)
}

/** One point or several. */
export function listOf(points: Point | readonly Point[]): readonly Point[] {
  return Array.isArray(points) ? points : [points as Point]
}

/** Two cells, as points or as four numbers, and options. */
export type PairAnd<Options> =
  | [start: Point, goal: Point, options?: Options | null | undefined]
  | [x0: number, y0: number, x1: number, y1: number, options?: Options | null | undefined]

export function pairIn<Options>(given: PairAnd<Options>): [Point, Point, Options | null | undefined] {
  if (typeof given[0] === 'object') return given as [Point, Point, Options | null | undefined]
  const [x0, y0, x1, y1, options] = given as [number, number, number, number, Options | null | undefined]
  return [{ x: x0, y: y0 }, { x: x1, y: y1 }, options]
}

/** What an end is now: the caller's point may move on later. */
export function pointOf(point: Point, end: string): Point {
  const { x, y } = point ?? {}
  checkWhole(x, y, end)
  return Object.freeze({ x, y })
}

export function headingOf({ x, y }: Point): Point {
  if (Math.max(Math.abs(x), Math.abs(y)) === 1 && Number.isInteger(x) && Number.isInteger(y)) return { x, y }
  refuse(`The heading is ${textOf(x)},${textOf(y)}: it is a step to a neighbour, such as { x: 1, y: 0 }.`)
}

/** The quality that an option names; 'best' is the old name of 'exact'. */
export function qualityOf(quality: Quality | 'best' = 'default'): Quality {
  if (quality === 'best') return 'exact'
  if (QUALITIES.includes(quality)) return quality
  refuse(`The quality is '${textOf(quality)}': it is one of ${QUALITIES.join(', ')}.`)
}
