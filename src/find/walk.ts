/**
 * For a unit that walks its path and asks again on the way. A fresh answer from a later cell may be slightly dearer than
 * what is left of the path that led there, and two answers of almost the same cost may send the unit to and fro. So the
 * path at hand is kept: on the same map without a search, on another one until a path is truly cheaper.
 *
 * What is left then falls with every step by at least what the step cost: the whole walk never costs more than its first
 * answer promised, and it ends.
 */
import { type Point, QUALITIES, type Quality } from '../base/answer.ts'
import { nameOf, refuse } from '../base/given.ts'
import type { Trail } from '../path/trail.ts'
import { headingOf } from './ends.ts'
import { Route } from './route.ts'
import type { Turner } from './turner.ts'

/** The rest of the path of `previous` from `start` on; null where it leads elsewhere or does not pass there. */
export function restOf(previous: Route, start: Point, goal: Point): Trail | null {
  if (!previous.isFound || previous.goal.x !== goal.x || previous.goal.y !== goal.y) return null
  return previous.trail?.restFrom(start.x, start.y) ?? null
}

/** Whether a path of the one quality will do where the other is asked for. */
export function isAsGood(quality: Quality, asked: Quality): boolean {
  return QUALITIES.indexOf(quality) >= QUALITIES.indexOf(asked)
}

/** The same for a traveller that does not turn as it likes: null as well where its heading does not allow it to go on. */
export function restOfTurned(
  turner: Turner,
  previous: Route,
  start: Point,
  goal: Point,
  heading: Point | null,
): Trail | null {
  const rest = restOf(previous, start, goal)
  if (rest === null || heading === null) return rest
  const [x0, y0, x1, y1] = rest.cells(2)
  return x1 === undefined || turner.canTurn(headingOf(heading), { x: x1 - x0, y: y1 - y0 }) ? rest : null
}

export function checkPrevious(previous: Route | null | undefined): void {
  if (previous === undefined || previous === null || previous instanceof Route) return
  refuse(`previous is ${nameOf(previous)}: a route that find returned was expected.`)
}
