/**
 * Asks the finder, and puts an answer into what the page shows: bends instead of cells, times, what the search looked at.
 */
import type { Finder, Route } from '../../../query.ts'
import { makeCurve } from '../../../shape/curve.ts'
import { WaypointShaper } from '../../../shape/waypoints.ts'
import type { Terrain } from '../../../shape.ts'
import { bendsOf } from '../../draw/query-marks.ts'
import type { Ask, Cell, Pair, QueryAnswer, SmoothPath } from '../protocol.ts'

type FindAsk = Extract<Ask, { kind: 'find' }>

export class Queries {
  private readonly finder: Finder
  private readonly terrain: Terrain
  private readonly shaper: WaypointShaper

  constructor(finder: Finder, terrain: Terrain) {
    this.finder = finder
    this.terrain = terrain
    this.shaper = new WaypointShaper(terrain)
  }

  find({ start, goal, quality, isSmooth }: FindAsk): QueryAnswer {
    const { finder } = this
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
      smooth: isSmooth && route.status === 'found' ? this.smooth(cells) : null,
      nearest: route.status === 'found' ? null : this.nearest(start, goal),
    }
  }

  private smooth(cells: Int32Array): SmoothPath {
    const fromMs = performance.now()
    const waypoints = this.shaper.shape(cells)
    const points = makeCurve(this.terrain, waypoints)
    return { points, waypointCount: waypoints.length >> 1, elapsedUs: 1000 * (performance.now() - fromMs) }
  }

  private nearest(start: Cell, goal: Cell): Pair | null {
    const route: Route = this.finder.find(start, goal, { nearest: true })
    return route.status === 'found' ? { start: route.start, goal: route.goal } : null
  }
}
