/**
 * How a route came about. A plain query times nothing and keeps no totals for this: an explanation asks the same question once more.
 */
import type { Point, Quality } from '../base/answer.ts'
import type { Explained, Explanation } from '../proof/explain.ts'
import type { Prover } from '../proof/prover.ts'
import type { Route } from './route.ts'

interface Asked {
  readonly effort: { readonly settledCount: number; readonly relaxedCount: number }
  find(start: Point, goal: Point, options: { readonly quality: Quality }): Route
}

export function explainAgain(finder: Asked, prover: Prover, route: Explained, nowMs?: () => number): Explanation {
  const { start, goal, quality } = route
  const startMs = nowMs?.() ?? 0
  const again = finder.find(start, goal, { quality })
  const routeMs = nowMs?.() ?? 0
  again.cells()
  const cellsMs = nowMs?.() ?? 0
  const timeUs = nowMs === undefined ? null : { route: 1000 * (routeMs - startMs), cells: 1000 * (cellsMs - routeMs) }
  return prover.explain(route, { ...finder.effort, timeUs })
}
