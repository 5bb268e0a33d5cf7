/**
 * Asks the finder, and puts an answer into what the page shows: bends instead of cells, times, what the search looked at.
 */
import type { Finder, Quality, Route } from '../../../query.ts'
import { makeCurve } from '../../../shape/curve.ts'
import { WaypointShaper } from '../../../shape/waypoints.ts'
import type { Terrain } from '../../../shape.ts'
import { bendsOf } from '../../draw/query-marks.ts'
import type { Ask, Cell, Pair, QueryAnswer, SmoothPath, Timing } from '../protocol.ts'
import { medianOf } from './clock.ts'

type FindAsk = Extract<Ask, { kind: 'find' }>

/** The most runs, while those after the first take no longer than this together. */
const RUNS = 5
const AGAIN_US_MAX = 3000

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
    const { route, cells, timing } = this.run(start, goal, quality)
    return {
      ...route.toJSON(),
      cost: route.cost,
      estimate: route.estimate,
      bends: bendsOf(cells),
      entries: route.entries(),
      footprint: finder.footprint(),
      ...finder.effort,
      // Last, since it asks again.
      ...this.timeAgain(timing, start, goal, quality),
      smooth: isSmooth && route.status === 'found' ? this.smooth(cells) : null,
      nearest: route.status === 'found' ? null : this.nearest(start, goal),
    }
  }

  private run(start: Cell, goal: Cell, quality: Quality) {
    const fromMs = performance.now()
    const route = this.finder.find(start, goal, { quality })
    const routeMs = performance.now()
    const cells = route.cells()
    const timing = { routeUs: 1000 * (routeMs - fromMs), cellsUs: 1000 * (performance.now() - routeMs) }
    return { route, cells, timing }
  }

  /** One run tells little, the first of a kind least of all: where runs are quick, the median of a few goes. */
  private timeAgain(first: Timing, start: Cell, goal: Cell, quality: Quality): Timing {
    const timings = [first]
    for (let leftUs = AGAIN_US_MAX; leftUs > 0 && timings.length < RUNS; ) {
      const { timing } = this.run(start, goal, quality)
      timings.push(timing)
      leftUs -= timing.routeUs + timing.cellsUs
    }
    return medianOf(timings)
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
