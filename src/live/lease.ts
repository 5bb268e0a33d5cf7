/**
 * Tells whether a unit may stay on a route while the map changes, and from which cell on another route is better.
 */
import type { Point } from '../base/answer.ts'
import { checkValue, nameOf, refuse } from '../base/given.ts'
import { CALLBACK, number } from '../base/kinds.ts'
import type { Route } from '../find/route.ts'
import type { LiveFinder } from './live-finder.ts'

const SHARE = number(0, Infinity)

const ROUNDING = 1e-9 // for sums of fractional costs

/** What a watch reports of a route that is no longer current. */
export interface Expired {
  readonly version: number
  /** The last cell up to which its path has not changed. */
  readonly from: Point
}

interface LeasedMap {
  finder(): LiveFinder
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean
}

/** A map whose routes may be watched. */
interface WatchedMap extends LeasedMap {
  readonly version: number
  repair(route: Route): Route
}

/** Callbacks, each called once, when its route is no longer current. */
export class Watches {
  private readonly map: WatchedMap
  private readonly looks = new Set<() => void>()

  constructor(map: WatchedMap) {
    this.map = map
  }

  /** Returns a function that ends the watch. */
  add(route: Route, onChange: (change: Expired) => void, share: number): () => void {
    const { map, looks } = this
    checkRoute(route)
    checkValue(share, SHARE, 'The share')
    checkValue(onChange, CALLBACK, 'onChange')
    if (route.status === 'found') route.cells() // now, since a later commit makes that impossible
    const look = () => {
      if (isCurrent(map, route, share)) return
      looks.delete(look)
      onChange({ version: map.version, from: partingOf(map, route, map.repair(route)) })
    }
    looks.add(look)
    return () => looks.delete(look)
  }

  /** Checks all routes after a commit. If a callback throws, the others are still called; returns all such errors. */
  tell(): readonly unknown[] {
    const errors: unknown[] = []
    for (const look of [...this.looks]) {
      try {
        look()
      } catch (error) {
        errors.push(error)
      }
    }
    return errors
  }
}

export function checkRoute(route: unknown): void {
  const isRoute = typeof (route as { cells?: unknown } | null | undefined)?.cells === 'function'
  if (!isRoute) refuse(`The route is ${nameOf(route)}: what find() returned was expected.`)
}

/** Whether the path can still be walked at its cost and no path is now cheaper by more than this share. */
export function isCurrent(map: LeasedMap, route: Route, share: number): boolean {
  checkRoute(route)
  checkValue(share, SHARE, 'The share')
  const { start, goal } = route
  if (route.status !== 'found') return !map.isReachable(start.x, start.y, goal.x, goal.y)
  const finder = map.finder()
  const cells = route.cells()
  if (!finder.isLegal(cells) || finder.costOf(cells) > route.cost * (1 + ROUNDING)) return false
  return finder.find(start, goal).cost >= route.cost * (1 - share) * (1 - ROUNDING)
}

/** The last cell up to which the old path and the new one agree. Without a new one, the last up to which the old one is legal. */
function partingOf(map: LeasedMap, route: Route, now: Route): Point {
  if (route.status !== 'found') return route.start
  const cells = route.cells()
  const others = now.status === 'found' ? now.cells() : cells
  const finder = map.finder()
  let at = 0
  while (at + 2 < cells.length && cells[at + 2] === others[at + 2] && cells[at + 3] === others[at + 3]) {
    if (!finder.isLegal(cells.subarray(at, at + 4))) break
    at += 2
  }
  return { x: cells[at], y: cells[at + 1] }
}
