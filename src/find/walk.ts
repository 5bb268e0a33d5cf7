/**
 * For a unit that walks its path and asks again on the way. A fresh answer from a later cell may be slightly dearer than
 * what is left of the path that led there, and two answers of almost the same cost may send the unit to and fro. So the
 * path at hand is kept until another is truly cheaper.
 *
 * What is left then falls with every step by at least what the step cost: the whole walk never costs more than its first
 * answer promised, and it ends.
 */
import type { Finder } from './finder.ts'
import { Route } from './route.ts'

/** The rest of the path of `previous` from where `fresh` starts, unless that is cheaper or the two have other goals. */
export function cheaperOf(finder: Finder, previous: Route, fresh: Route): Route {
  const { start, goal } = fresh
  if (!previous.isFound || previous.goal.x !== goal.x || previous.goal.y !== goal.y) return fresh
  const rest = restOfPath(previous.cells(), start.x, start.y)
  if (rest === null) return fresh
  // A route that another atlas gave may lead where there are walls now.
  if (!finder.isLegal(rest)) return fresh
  const cost = finder.costOf(rest)
  if (fresh.cost < cost) return fresh
  return new Route(finder, 'found', '', start, goal, fresh.isReplaced, cost, null, rest, fresh.quality)
}

/** The cells of a path from (x, y) on, as a view of its x, y pairs; null where the path does not pass that cell. */
function restOfPath(cells: Int32Array, x: number, y: number): Int32Array | null {
  for (let i = 0; i < cells.length; i += 2) if (cells[i] === x && cells[i + 1] === y) return cells.subarray(i)
  return null
}
