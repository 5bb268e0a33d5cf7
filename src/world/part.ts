/**
 * A map as part of a world: its atlas, its islands with stops, and the walking costs between these. Portals join such
 * islands into the islands of the world.
 *
 * The costs of all entries to each stop, its approach, are measured once and kept. So neither the first and last leg of
 * a trip nor the costs between stops need a search over the map.
 */

import { PlainEntryWave } from '../atlas/plain-entry-wave.ts'
import type { Point } from '../base/answer.ts'
import { refuseSize } from '../base/given.ts'
import { addTo } from '../base/lists.ts'
import type { Work } from '../base/work.ts'
import type { Atlas } from '../find/atlas.ts'
import { exact } from '../find/extra-exact.ts'
import { many } from '../find/extra-many.ts'
import { QueryEnd } from '../route/end.ts'
import { ApproachCosts, measuringApproach } from './approach.ts'
import type { Stop } from './plan.ts'

const STOPS_MAX = 4096
/** Stops measured in one piece. Only the few near ones take a search. */
const STOPS_A_PIECE = 16

/** The stops on one island of a map. */
export class StopIsland {
  /** In order of number. */
  readonly stops: Int32Array
  /** costs[a * stops.length + b], in cell lengths. */
  readonly costs: Float64Array
  /** For each stop, the costs of all entries of the map to it. */
  readonly approaches: Uint16Array[] = []
  /** Its number among all islands of the world that have stops. */
  number = -1

  constructor(stops: readonly number[]) {
    this.stops = Int32Array.from(stops)
    this.costs = new Float64Array(stops.length ** 2)
  }

  /** Measures in pieces: an approach, or the costs to some stops. */
  *measuring(atlas: Atlas, stops: readonly Stop[]): Work<void> {
    const { columns } = atlas
    const ends = new ApproachCosts(columns)
    const end = new QueryEnd(columns)
    const points = Array.from(this.stops, stop => ({ x: stops[stop].x, y: stops[stop].y }))
    const count = points.length
    const wave = yield* PlainEntryWave.over(columns.levels[0], columns.terrain.costMin)
    for (const [stop, point] of points.entries()) {
      yield
      end.take(point, null)
      this.approaches[stop] = yield* measuringApproach(columns, end, wave)
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

  costsFrom(ends: ApproachCosts, cell: Point, stops: readonly Stop[]): Float64Array {
    const points = Array.from(this.stops, stop => stops[stop])
    return ends.find(cell, points, this.approaches)
  }

  /** Reads the costs of all pairs from `known`, in the order of `pairs`; returns where they end. */
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

/** The start or the goal of a trip. */
export interface NetEnd {
  /** Null if the end's island has no portals. */
  readonly island: StopIsland | null
  /** The cost to each of the island's stops, in cell lengths. */
  readonly costs: Float64Array
}

/** What a world needs of its maps; a live one may have been opened with less. */
export const EXTRAS = { ...exact, ...many }

/** A map of the world. */
export class WorldPart {
  readonly name: string
  readonly atlas: Atlas
  /** In the order of their first stops. */
  readonly islands: readonly StopIsland[]
  private readonly islandOfNumber = new Map<number, StopIsland>()

  /** `stops` are those of the whole world; `own` are the numbers of this map's stops. */
  constructor(name: string, atlas: Atlas, stops: readonly Stop[], own: readonly number[]) {
    this.name = name
    this.atlas = atlas
    const stopsOfIsland = new Map<number, number[]>()
    for (const stop of own) {
      const island = atlas.islandOf(stops[stop].x, stops[stop].y)
      if (island >= 0) addTo(stopsOfIsland, island, stop)
    }
    for (const [island, members] of stopsOfIsland) {
      if (members.length > STOPS_MAX) {
        const what = `Map ${JSON.stringify(name)} has ${members.length} portal cells on one island`
        refuseSize(`${what}; ${STOPS_MAX} is the end. Cut the map into several.`)
      }
      this.islandOfNumber.set(island, new StopIsland(members))
    }
    this.islands = [...this.islandOfNumber.values()]
  }

  /** The island of a cell, with its stops; null if it has none. */
  islandAt(x: number, y: number): StopIsland | null {
    const island = this.atlas.islandOf(x, y)
    return island < 0 ? null : (this.islandOfNumber.get(island) ?? null)
  }
}
