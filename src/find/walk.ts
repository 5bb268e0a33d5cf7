/**
 * For a unit that walks its path and asks again on the way. A fresh answer from a later cell may be slightly dearer than
 * what is left of the path that led there, and two answers of almost the same cost may send the unit to and fro. So the
 * path at hand is kept until another is truly cheaper.
 *
 * What is left then falls with every step by at least what the step cost: the whole walk never costs more than its first
 * answer promised, and it ends.
 */
import type { Route } from './route.ts'

/** Who can tell whether cells can be walked, and for what. */
export interface PathJudge {
  costOf(cells: Int32Array): number
  isLegal(cells: Int32Array): boolean
}

/** The rest of the path of `previous` from where `fresh` starts; null if `fresh` is cheaper or the two have other goals. */
export function cheaperRest(judge: PathJudge, previous: Route, fresh: Route): Int32Array | null {
  const { start, goal } = fresh
  if (!previous.isFound || previous.goal.x !== goal.x || previous.goal.y !== goal.y) return null
  const rest = restOfPath(previous.cells(), start.x, start.y)
  // A route that another atlas gave may lead where there are walls now.
  if (rest === null || !judge.isLegal(rest)) return null
  return fresh.cost < judge.costOf(rest) ? null : rest
}

/** The cells of a path from (x, y) on, as a view of its x, y pairs; null where the path does not pass that cell. */
function restOfPath(cells: Int32Array, x: number, y: number): Int32Array | null {
  for (let i = 0; i < cells.length; i += 2) if (cells[i] === x && cells[i + 1] === y) return cells.subarray(i)
  return null
}
