/**
 * Whether a unit may stay on a route of a map that changes, and from which cell of its path on it had better not.
 */
import type { Point } from '../base/answer.ts'
import type { Route } from '../find/route.ts'
import type { LiveFinder } from './live-finder.ts'

const ROUNDING = 1e-9 // of sums of costs in fractions

/** What is told of a route that is current no more. */
export interface Expired {
  readonly version: number
  /** The cell of its path up to which it is as it was. */
  readonly from: Point
}

interface LeasedMap {
  finder(): LiveFinder
  costAt(x: number, y: number): number
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean
}

/** Whether a path can still be walked for what it costs, and none is cheaper now by more than this share. */
export function isCurrent(map: LeasedMap, route: Route, share: number): boolean {
  const { start, goal } = route
  if (!route.isFound) return !map.isReachable(start.x, start.y, goal.x, goal.y)
  const finder = map.finder()
  const cells = route.cells()
  if (!finder.isLegal(cells) || finder.costOf(cells) > route.cost * (1 + ROUNDING)) return false
  return finder.find(start, goal).cost >= route.cost * (1 - share) * (1 - ROUNDING)
}

/** The last cell of a path up to which that of now is the same; where there is none now, up to which it is free. */
export function partingOf(map: LeasedMap, route: Route, now: Route): Point {
  if (!route.isFound) return route.start
  const cells = route.cells()
  const others = now.isFound ? now.cells() : cells
  let at = 0
  while (at + 2 < cells.length && cells[at + 2] === others[at + 2] && cells[at + 3] === others[at + 3]) {
    if (map.costAt(cells[at + 2], cells[at + 3]) === 0) break
    at += 2
  }
  return { x: cells[at], y: cells[at + 1] }
}
