/**
 * The stops of one map that lie on one island of it, and what it costs to walk from each to each: an island of the world
 * is what portals join of these.
 *
 * What all entries of the map cost to each stop is measured once and kept, the stop's approach: so the costs of a
 * trip's first and last leg need no search, and neither do those between stops.
 */
import type { Point } from '../base/answer.ts'
import { finish, type Work } from '../base/work.ts'
import type { Atlas } from '../find/atlas.ts'
import { QueryEnd } from '../route/end.ts'
import { ApproachCosts, measuringApproach } from './approach.ts'
import type { Stop } from './plan.ts'

export const STOPS_MAX = 4096
/** Few of them are near, which takes a search. */
const STOPS_A_PIECE = 16

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

  /** How many costs a file holds for this many stops: one for each two. */
  static pairCount(stopCount: number): number {
    return (stopCount * (stopCount - 1)) / 2
  }

  measure(atlas: Atlas, stops: readonly Stop[]): void {
    finish(this.measuring(atlas, stops))
  }

  /** The same in pieces: an approach, or the costs to some stops. */
  *measuring(atlas: Atlas, stops: readonly Stop[]): Work<void> {
    const { columns } = atlas
    const ends = new ApproachCosts(columns)
    const end = new QueryEnd(columns)
    const points = Array.from(this.stops, stop => ({ x: stops[stop].x, y: stops[stop].y }))
    const count = points.length
    for (const [stop, point] of points.entries()) {
      yield
      end.take(point, null)
      this.approaches[stop] = yield* measuringApproach(columns, end)
    }
    for (let a = 0; a < count - 1; a++) {
      for (let from = a + 1; from < count; from += STOPS_A_PIECE) {
        yield
        const to = from + STOPS_A_PIECE
        ends.find(points[a], points.slice(from, to), this.approaches.slice(from, to)).forEach((cost, i) => {
          this.set(a, from + i, cost)
        })
      }
    }
  }

  /** What it costs from a cell of the island to each stop. */
  costsFrom(ends: ApproachCosts, cell: Point, stops: readonly Stop[]): Float64Array {
    const points = Array.from(this.stops, stop => stops[stop])
    return ends.find(cell, points, this.approaches)
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
}

/** Where a trip begins or ends. */
export interface NetEnd {
  /** Null where no portal is on the end's island. */
  readonly island: StopIsland | null
  /** In cell lengths, to each of the island's stops. */
  readonly costs: Float64Array
}
