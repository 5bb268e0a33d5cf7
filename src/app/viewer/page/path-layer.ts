/**
 * Draws a query on the map: the marks that pictures have too (draw/query-marks.ts), and those of the page alone: the
 * cheapest path, the ways of the entry under the pointer and, without a path, a dashed line and the closest cell that has
 * one.
 */
import { GOAL, PATH_CASING, REFUSAL, SEARCH_LAST, START } from '../../draw/palette.ts'
import {
  drawCased,
  drawGoal,
  drawPath,
  drawRoute,
  drawSearch,
  drawSmooth,
  drawStart,
  searchRadius,
} from '../../draw/query-marks.ts'
import type { CanvasSurface } from '../canvas-surface.ts'
import type { EntryWays, QueryAnswer } from '../protocol.ts'
import type { Session } from './session.ts'

export function drawQuery(surface: CanvasSurface, session: Session): void {
  const { answer, exact, layers, start, goal, ways } = session
  if (layers.has('graph') && ways !== null) drawWays(surface, ways)
  if (answer !== null) {
    const isFound = answer.status === 'found'
    if (layers.has('search')) drawSteps(surface, answer.footprint, session.stepsShown)
    if (layers.has('route') && isFound) {
      drawRoute(surface, [answer.start.x, answer.start.y, ...answer.entries, answer.goal.x, answer.goal.y])
    }
    if (layers.has('path') && isFound) drawPath(surface, answer.bends)
    if (layers.has('smooth') && answer.smooth !== null) drawSmooth(surface, answer.smooth.points)
    if (exact !== null && exact.bends !== null) drawOptimum(surface, exact.bends)
    if (!isFound) drawRefusal(surface, answer)
  }
  if (start !== null) drawStart(surface, start.x, start.y)
  if (goal !== null) drawGoal(surface, goal.x, goal.y)
}

function drawWays(surface: CanvasSurface, { at, ways }: EntryWays): void {
  const { density, scheme } = surface
  for (const bends of ways) surface.line(bends, 4 * density, scheme.casing)
  for (const bends of ways) surface.line(bends, 2 * density, scheme.edge)
  surface.disc(at.x, at.y, 8 * density, PATH_CASING)
  surface.disc(at.x, at.y, 6 * density, scheme.edge)
}

/** Dashes over the path: where both run together, both show. */
function drawOptimum(surface: CanvasSurface, bends: Int32Array): void {
  surface.dashed(6, 7, () => drawCased(surface, bends, 2.2 * surface.density, surface.scheme.optimum))
}

/** The last entry shown is ringed. */
function drawSteps(surface: CanvasSurface, footprint: Int32Array, stepsShown: number): void {
  const total = footprint.length >> 1
  const count = Math.min(stepsShown, total)
  drawSearch(surface, footprint, count)
  if (count === 0 || count === total) return
  const { density } = surface
  const [x, y] = footprint.subarray(2 * count - 2)
  surface.ring(x, y, searchRadius(surface) + 4 * density, 2 * density, SEARCH_LAST)
}

function drawRefusal(surface: CanvasSurface, { start, goal, nearest }: QueryAnswer): void {
  const { density } = surface
  const line = [start.x, start.y, goal.x, goal.y]
  surface.dashed(7, 6, () => {
    surface.line(line, 4.5 * density, PATH_CASING)
    surface.line(line, 2.5 * density, REFUSAL)
  })
  if (nearest === null) return
  for (const [cell, end, colour] of [
    [nearest.start, start, START],
    [nearest.goal, goal, GOAL],
  ] as const) {
    if (cell.x === end.x && cell.y === end.y) continue
    surface.ring(cell.x, cell.y, 6 * density, 5 * density, PATH_CASING)
    surface.ring(cell.x, cell.y, 6 * density, 2.5 * density, colour)
  }
}
