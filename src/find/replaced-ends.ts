/**
 * Which cells replace the ends of a question that no path joins.
 *
 * An end that is a free cell stays where it is, and the other one moves to its island. If both are free cells of two islands, the
 * goal moves, since the start is where a unit stands. If neither is free, they move to the two cells of one island that are the
 * closest to them, taken together.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { checkWhole, optionsOf, refuse, textOf } from '../base/given.ts'
import { ANY_ISLAND, type CellPair, isBeyondAnyMap, nearestCell, nearestPair } from '../route/nearest.ts'
import { checkWithin, type NearestLimit } from './route.ts'

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

/** Returns the cells that replace two unjoined ends; else a sentence on why none can. */
export function replacementOf(
  columns: AtlasColumns,
  start: Point,
  goal: Point,
  withinCells: number,
): CellPair | string {
  const far = farEnd(start, goal)
  if (far !== null) return far
  const startIsland = islandOfCell(columns, start.x, start.y)
  const goalIsland = islandOfCell(columns, goal.x, goal.y)
  const pair = nearestOf(columns, start, startIsland, goal, goalIsland, withinCells)
  return pair ?? whyNoPair(startIsland, goalIsland, withinCells)
}

/** A sentence on an end that is too far from any map to be replaced; null where none is. */
export function farEnd(start: Point, goal: Point): string | null {
  const far = isBeyondAnyMap(start) ? 'start' : isBeyondAnyMap(goal) ? 'goal' : null
  return far && `The ${far} is beyond any map: no cell is the closest to it.`
}

/** Why no cells replace two ends on these islands; an island is negative where the end is no free cell. */
export function whyNoPair(startIsland: number, goalIsland: number, withinCells: number): string {
  if (withinCells === Number.POSITIVE_INFINITY) return 'The map has no free cell.'
  const what = startIsland >= 0 ? 'the goal' : goalIsland >= 0 ? 'the start' : 'both ends'
  return `No cells within ${withinCells} cells can take the place of ${what}.`
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
