/**
 * The stops of one map that lie on one island of it, and what it costs to walk from each to each: an island of the world
 * is what portals join of these.
 *
 * Costs are measured by searches from one stop to all others. Those are costs along the entries; for the stops that are
 * near each other, which are the ones that a trip walks between, they are replaced by those of the paths themselves.
 * What all entries of the map cost to each stop is kept as well: so a trip's first and last leg need no search.
 */
import type { Point } from '../base/answer.ts'
import type { Finder } from '../find/finder.ts'
import type { Stop } from './plan.ts'

/** Of each stop, so many others get the costs of paths. */
const NEAR_STOPS = 32
export const STOPS_MAX = 4096

export class StopIsland {
  /** In order of number. */
  readonly stops: Int32Array
  /** costs[a * stops.length + b], in cell lengths. */
  readonly costs: Float64Array
  /** Of each stop, what every entry of the map costs to it. */
  readonly approaches: Uint16Array[] = []
  /** Among all islands of the world that have stops. */
  number = -1

  constructor(stops: readonly number[]) {
    this.stops = Int32Array.from(stops)
    this.costs = new Float64Array(stops.length ** 2)
  }

  /** How many costs a file holds of so many stops: one for each two. */
  static pairCount(stopCount: number): number {
    return (stopCount * (stopCount - 1)) / 2
  }

  measure(finder: Finder, stops: readonly Stop[]): void {
    const points = Array.from(this.stops, stop => ({ x: stops[stop].x, y: stops[stop].y }))
    const count = points.length
    for (let a = 0; a < count - 1; a++) {
      finder.costsTo(points[a], points.slice(a + 1)).forEach((cost, i) => {
        this.set(a, a + 1 + i, cost)
      })
    }
    for (const [stop, point] of points.entries()) this.approaches[stop] = finder.approachTo(point)
    const isKnown = new Uint8Array(count * count)
    for (let a = 0; a < count; a++) {
      for (const b of this.nearest(a)) {
        if (isKnown[b * count + a] !== 0) continue
        isKnown[a * count + b] = 1
        // From the lower number, as the file has them: one path for both directions.
        this.set(a, b, finder.find(points[Math.min(a, b)], points[Math.max(a, b)]).cost)
      }
    }
  }

  /** What it costs from a cell of the island to each stop. */
  costsFrom(finder: Finder, cell: Point, stops: readonly Stop[]): Float64Array {
    const points = Array.from(this.stops, stop => stops[stop])
    return finder.costsBy(cell, points, this.approaches)
  }

  /** Takes the costs of all pairs from `known`, as `pairs` gave them; returns where they end. */
  read(known: Float64Array, at: number): number {
    for (let b = 1; b < this.stops.length; b++) for (let a = 0; a < b; a++) this.set(a, b, known[at++])
    return at
  }

  *pairs(): IterableIterator<number> {
    const { length } = this.stops
    for (let b = 1; b < length; b++) for (let a = 0; a < b; a++) yield this.costs[a * length + b]
  }

  private set(a: number, b: number, cost: number): void {
    this.costs[a * this.stops.length + b] = cost
    this.costs[b * this.stops.length + a] = cost
  }

  private nearest(a: number): number[] {
    const { length } = this.stops
    const row = this.costs.slice(a * length, (a + 1) * length)
    const others = Array.from({ length }, (_, b) => b).filter(b => b !== a)
    return others.sort((b, c) => row[b] - row[c] || b - c).slice(0, NEAR_STOPS)
  }
}
