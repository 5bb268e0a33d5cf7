/**
 * What must hold of every answer, in one place: a test asks its queries through here, and each answer is compared with
 * the oracle, the validator and the route's own words.
 */
import { expect } from 'vitest'
import type { Route } from '../../src/index.ts'
import { checkPath } from '../../src/proof/check.ts'
import type { CellMap } from '../../src/proof/oracle.ts'

export type Cell = readonly [x: number, y: number]

/** Sums of doubles in the oracle are off by rounding; a path's own cost is not. */
const ROUNDING = 1e-9

/**
 * Judges the answer to a query between two free cells. `best` is the oracle's cost, Infinity where there is no path.
 * Returns the excess over it, as a share.
 */
export function judge(map: CellMap, route: Route, start: Cell, goal: Cell, best: number): number {
  const fault = best === Number.POSITIVE_INFINITY ? faultOfRefusal(route) : faultOfPath(map, route, start, goal, best)
  if (fault !== '') expect.fail(`${start} -> ${goal}: ${fault}`)
  return best === 0 || best === Number.POSITIVE_INFINITY ? 0 : route.cost / best - 1
}

/** An assertion for each line would take longer than the query it judges. */
function faultOfRefusal(route: Route): string {
  const { status, message, estimate, cost } = route
  if (status !== 'unreachable') return `${status}, although there is no path`
  if (message === '') return 'refused without a word'
  if (route.cells().length !== 0) return 'refused, but with cells'
  if ([...route].length !== 0) return 'refused, but with cells to stream'
  if (estimate !== Number.POSITIVE_INFINITY || cost !== Number.POSITIVE_INFINITY) return `refused, at a cost of ${cost}`
  return ''
}

function faultOfPath(map: CellMap, route: Route, [x0, y0]: Cell, [x1, y1]: Cell, best: number): string {
  const { status, message, start, goal, isReplaced, estimate } = route
  if (status !== 'found') return `${status}, although there is a path that costs ${best}`
  if (message !== '') return `found, but it says: ${message}`
  if (start.x !== x0 || start.y !== y0 || goal.x !== x1 || goal.y !== y1 || isReplaced) return 'for other ends'
  const verdict = checkPath(map, route.cells(), x0, y0, x1, y1, map.directions)
  if (verdict.message !== '') return verdict.message
  const { cost } = verdict
  if (route.cost !== cost) return `says a cost of ${route.cost} of a path that costs ${cost}`
  if (cost < best * (1 - ROUNDING)) return `costs ${cost}, less than the optimum of ${best}`
  if (!(estimate >= cost)) return `costs ${cost}, more than its estimate of ${estimate}`
  return ''
}
