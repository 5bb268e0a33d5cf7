/**
 * Keeps a unit on its path when it asks again on the way. A fresh answer from a later cell may cost slightly more than
 * the rest of the path. Two answers of almost the same cost could send the unit to and fro. So the unit keeps its path:
 * on the same map without a search, on a changed map until another path is truly cheaper.
 *
 * The remaining cost falls with every step by at least the cost of the step. So the walk ends, and never costs more
 * than its first answer promised.
 */
import { type Point, QUALITIES, type Quality } from '../base/answer.ts'
import { nameOf, refuse } from '../base/given.ts'
import { stepsBefore, Trail } from '../cells/bends.ts'
import type { Turner } from './passes.ts'
import { headingOf, Route } from './route.ts'

/**
 * The rest of the path of `previous` from `start` on; null where it leads elsewhere or does not pass there, and where a turner does not
 * allow its next step after the heading.
 */
export function restOf(
  previous: Route,
  start: Point,
  goal: Point,
  turner: Turner | null = null,
  heading?: Point | null,
): Trail | null {
  if (previous.status !== 'found' || previous.goal.x !== goal.x || previous.goal.y !== goal.y) return null
  const { trail } = previous
  const rest = trail && restFrom(trail, start.x, start.y)
  if (turner === null || rest === null || heading == null) return rest
  const [x0, y0, x1, y1] = rest.cells(2)
  return x1 === undefined || turner.canTurn(headingOf(heading), { x: x1 - x0, y: y1 - y0 }) ? rest : null
}

/** The path from (x, y) on, from the last time where it passes that cell twice; null where it does not. */
function restFrom(trail: Trail, x: number, y: number): Trail | null {
  const { terrain, bends } = trail
  for (let i = bends.length - 2; i > 0; i -= 2) {
    if (!passes(bends, i, x, y)) continue
    // Both slices have one bend too many, which (x, y) replaces.
    const rest = bends.slice(i - 2)
    const walked = bends.slice(0, i + 2)
    rest.set([x, y])
    walked.set([x, y], i)
    const { straight, diagonal } = new Trail(terrain, walked).halves
    return new Trail(terrain, rest, {
      straight: trail.halves.straight - straight,
      diagonal: trail.halves.diagonal - diagonal,
    })
  }
  return null
}

/** Whether (x, y) is one of the cells from the bend before bend i / 2 to that one. */
function passes(bends: Int32Array, i: number, x: number, y: number): boolean {
  const steps = stepsBefore(bends, i)
  const walked = Math.max(Math.abs(x - bends[i - 2]), Math.abs(y - bends[i - 1]))
  const dx = Math.sign(bends[i] - bends[i - 2])
  const dy = Math.sign(bends[i + 1] - bends[i - 1])
  return walked <= steps && x === bends[i - 2] + walked * dx && y === bends[i - 1] + walked * dy
}

/** Whether a path of one quality satisfies a query for the other. */
export function isAsGood(quality: Quality, asked: Quality): boolean {
  return QUALITIES.indexOf(quality) >= QUALITIES.indexOf(asked)
}

export function checkPrevious(previous: Route | null | undefined): void {
  if (previous === undefined || previous === null || previous instanceof Route) return
  refuse(`previous is ${nameOf(previous)}: a route that find returned was expected.`)
}
