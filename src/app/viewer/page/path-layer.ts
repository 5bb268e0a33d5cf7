/**
 * What one query looks like on the map: the marks that pictures have too (draw/query-marks.ts), and those of the page alone:
 * the cheapest path of all, the ways of an entry that one points at, and where there is no path, a broken line and the
 * closest cell that has one.
 */
import { GOAL, PATH_CASING, REFUSAL, SCHEMES, SEARCH_LAST, START } from '../../draw/palette.ts'
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
import { CanvasSurface } from '../canvas-surface.ts'
import type { EntryWays, QueryAnswer } from '../protocol.ts'
import type { Camera } from './camera.ts'
import type { Session } from './session.ts'
import { schemeName } from './theme.ts'

export class PathLayer {
  private readonly session: Session
  private readonly surface: CanvasSurface

  constructor(session: Session, context: CanvasRenderingContext2D, camera: Camera) {
    this.session = session
    this.surface = new CanvasSurface(context, camera, () => SCHEMES[schemeName()])
  }

  draw(): void {
    const { surface } = this
    const { answer, exact, layers, start, goal, ways } = this.session
    if (layers.has('graph') && ways !== null) this.drawWays(ways)
    if (answer !== null) {
      const isFound = answer.status === 'found'
      if (layers.has('search')) this.drawSearch(answer.footprint)
      if (layers.has('route') && isFound) drawRoute(surface, routeOf(answer))
      if (layers.has('path') && isFound) drawPath(surface, answer.bends)
      if (layers.has('smooth') && answer.smooth !== null) drawSmooth(surface, answer.smooth.points)
      if (exact !== null && exact.bends !== null) this.drawOptimum(exact.bends)
      if (!isFound) this.drawRefusal(answer)
    }
    if (start !== null) drawStart(surface, start.x, start.y)
    if (goal !== null) drawGoal(surface, goal.x, goal.y)
  }

  private drawWays({ at, ways }: EntryWays): void {
    const { surface } = this
    const { density, scheme } = surface
    for (const bends of ways) surface.line(bends, 4 * density, scheme.casing)
    for (const bends of ways) surface.line(bends, 2 * density, scheme.edge)
    surface.disc(at.x, at.y, 8 * density, PATH_CASING)
    surface.disc(at.x, at.y, 6 * density, scheme.edge)
  }

  /** Dashes over the path: where both run together, both show. */
  private drawOptimum(bends: Int32Array): void {
    const { surface } = this
    surface.dashed(6, 7, () => drawCased(surface, bends, 2.2 * surface.density, surface.scheme.optimum))
  }

  /** The last entry shown is ringed. */
  private drawSearch(footprint: Int32Array): void {
    const { surface } = this
    const total = footprint.length >> 1
    const count = Math.min(this.session.stepsShown, total)
    drawSearch(surface, footprint, count)
    if (count === 0 || count === total) return
    const { density } = surface
    const [x, y] = footprint.subarray(2 * count - 2)
    surface.ring(x, y, searchRadius(surface) + 4 * density, 2 * density, SEARCH_LAST)
  }

  private drawRefusal({ start, goal, nearest }: QueryAnswer): void {
    const { surface } = this
    const { density } = surface
    const line = Int32Array.of(start.x, start.y, goal.x, goal.y)
    surface.dashed(7, 6, () => {
      surface.line(line, 4.5 * density, PATH_CASING)
      surface.line(line, 2.5 * density, REFUSAL)
    })
    for (const [cell, end] of nearest === null
      ? []
      : [[nearest.start, start] as const, [nearest.goal, goal] as const]) {
      if (cell.x === end.x && cell.y === end.y) continue
      surface.ring(cell.x, cell.y, 6 * density, 5 * density, PATH_CASING)
      surface.ring(cell.x, cell.y, 6 * density, 2.5 * density, end === goal ? GOAL : START)
    }
  }
}

function routeOf({ start, goal, entries }: QueryAnswer): number[] {
  return [start.x, start.y, ...entries, goal.x, goal.y]
}
