/**
 * For a unit that walks its path and asks again on the way. A fresh answer from a later cell may be slightly dearer than
 * what is left of the path that led there, and two answers of almost the same cost may send the unit to and fro. So the
 * path at hand is kept: on the same map without a search, on another one until a path is truly cheaper.
 *
 * What is left then falls with every step by at least what the step cost: the whole walk never costs more than its first
 * answer promised, and it ends.
 */
import { type Point, QUALITIES, type Quality } from '../base/answer.ts'
import type { Trail } from '../path/trail.ts'
import type { Route } from './route.ts'

/** The rest of the path of `previous` from `start` on; null where it leads elsewhere or does not pass there. */
export function restOf(previous: Route, start: Point, goal: Point): Trail | null {
  if (!previous.isFound || previous.goal.x !== goal.x || previous.goal.y !== goal.y) return null
  return previous.trail?.restFrom(start.x, start.y) ?? null
}

/** Whether a path of the one quality will do where the other is asked for. */
export function isAsGood(quality: Quality, asked: Quality): boolean {
  return QUALITIES.indexOf(quality) >= QUALITIES.indexOf(asked)
}
