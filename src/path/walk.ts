/**
 * For a unit that walks a path and asks again on the way. A fresh answer from a later cell may be slightly dearer than what
 * is left of the path that led there, and two answers of almost the same cost may send the unit to and fro. So the path
 * at hand is kept until a fresh answer is truly cheaper.
 *
 * What is left then falls with every step by at least what the step cost: the whole walk never costs more than its first
 * answer promised, and it ends.
 */
import type { Finder } from './finder.ts'
import { Route } from './route.ts'

/** The best known route from (x, y) to the goal of `previous`: the rest of that path, unless a fresh answer is cheaper. */
export function continueRoute(finder: Finder, previous: Route, x: number, y: number): Route {
  const { goal } = previous
  const fresh = finder.find(x, y, goal.x, goal.y)
  const rest = restOfPath(previous.cells(), x, y)
  if (rest === null) return fresh
  const cost = finder.costOf(rest)
  if (fresh.cost < cost) return fresh
  return new Route(finder, 'found', '', { x, y }, goal, previous.isReplaced, cost, null, rest)
}

/** The cells of a path from (x, y) on, as a view of its x, y pairs; null where the path does not pass that cell. */
function restOfPath(cells: Int32Array, x: number, y: number): Int32Array | null {
  for (let i = 0; i < cells.length; i += 2) if (cells[i] === x && cells[i + 1] === y) return cells.subarray(i)
  return null
}
