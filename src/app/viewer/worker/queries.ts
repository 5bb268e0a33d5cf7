/**
 * Asks the finder, and makes of its answer what the page shows: bends, times, and the entries that the search settled.
 */
import type { Finder } from '../../../query.ts'
import { makeCurve } from '../../../shape/curve.ts'
import { WaypointShaper } from '../../../shape/waypoints.ts'
import type { Terrain } from '../../../shape.ts'
import { bendsOf } from '../../draw/query-marks.ts'
import type { Ask, Cell, Pair, QueryAnswer, SmoothPath } from '../protocol.ts'

type FindAsk = Extract<Ask, { kind: 'find' }>

export function asker(finder: Finder, terrain: Terrain): (ask: FindAsk) => QueryAnswer {
  const shaper = new WaypointShaper(terrain)
  const smooth = (cells: Int32Array): SmoothPath => {
    const fromMs = performance.now()
    const waypoints = shaper.shape(cells)
    const points = makeCurve(terrain, waypoints)
    return { points, waypointCount: waypoints.length >> 1, elapsedUs: 1000 * (performance.now() - fromMs) }
  }
  const nearest = (start: Cell, goal: Cell): Pair | null => {
    const route = finder.find(start, goal, { nearest: true })
    return route.status === 'found' ? { start: route.start, goal: route.goal } : null
  }
  return ({ start, goal, quality, isSmooth }) => {
    const fromMs = performance.now()
    const route = finder.find(start, goal, { quality })
    const routeMs = performance.now()
    const cells = route.cells()
    const cellsMs = performance.now()
    return {
      ...route.toJSON(),
      cost: route.cost,
      estimate: route.estimate,
      bends: bendsOf(cells),
      entries: route.entries(),
      footprint: finder.footprint(),
      ...finder.effort,
      routeUs: 1000 * (routeMs - fromMs),
      cellsUs: 1000 * (cellsMs - routeMs),
      smooth: isSmooth && route.status === 'found' ? smooth(cells) : null,
      // Comes last, because it asks again.
      nearest: route.status === 'found' ? null : nearest(start, goal),
    }
  }
}
