/**
 * A thread's share of a batch: some questions, answered one after the other. If a question fails, it is marked and the
 * others go on. An error in the options fails all of them.
 */
import { IsthmusError } from '../base/errors.ts'
import { refuseSize } from '../base/given.ts'
import { growingInts } from '../base/growing.ts'
import type { FindOptions } from '../find/finder.ts'
import { checkNearest, qualityOf } from '../find/route.ts'
import type { Terrain } from '../map/terrain.ts'
import { WaypointShaper } from '../shape/waypoints.ts'
import { FAILED, type Failure, type PoolFindOptions, STATUSES } from './messages.ts'
import type { OpenedMap } from './opened-map.ts'

export type FindWishes = Omit<PoolFindOptions, 'signal'>

export interface FindJob {
  /** x0, y0, x1, y1 of each question. */
  readonly ends: Int32Array | Float64Array
  readonly wishes: FindWishes
  /** Not 0 once the caller has left; null if threads share no memory. */
  readonly ended: Int32Array | null
}

export interface FindPart {
  readonly status: Uint8Array<ArrayBuffer>
  readonly cost: Float64Array<ArrayBuffer>
  /** By question: the count of numbers in `cells`. */
  readonly lengths: Int32Array<ArrayBuffer>
  readonly cells: Int32Array<ArrayBuffer>
  readonly foundEnds: Int32Array<ArrayBuffer>
  readonly lowerBound: Float64Array<ArrayBuffer>
  readonly version: number
  readonly failures: readonly (readonly [index: number, failure: Failure])[]
}

export function findPart(map: OpenedMap, { ends, wishes, ended }: FindJob): FindPart {
  const { traveller, quality, nearest, cellsMax = Number.POSITIVE_INFINITY } = wishes
  qualityOf(quality)
  checkNearest(nearest)
  const finder = map.finder(traveller)
  const options: FindOptions = { ...(quality && { quality }), ...(nearest !== undefined && { nearest }) }
  const count = ends.length >> 2
  const status = new Uint8Array(count)
  const cost = new Float64Array(count).fill(Number.POSITIVE_INFINITY)
  const lowerBound = new Float64Array(wishes.lowerBound ? count : 0).fill(Number.POSITIVE_INFINITY)
  const foundEnds = new Int32Array(nearest ? 4 * count : 0)
  const lengths = new Int32Array(wishes.cells || wishes.waypoints ? count : 0)
  const shaper = wishes.waypoints === true ? new WaypointShaper(terrainOf(map, traveller)) : null
  const cells = growingInts()
  const failures: [number, Failure][] = []
  for (let i = 0; i < count; i++) {
    if (ended !== null && Atomics.load(ended, 0) !== 0) break
    try {
      const route = finder.find(ends[4 * i], ends[4 * i + 1], ends[4 * i + 2], ends[4 * i + 3], options)
      cost[i] = route.cost
      status[i] = STATUSES.indexOf(route.status)
      if (lowerBound.length > 0) lowerBound[i] = route.lowerBound
      if (foundEnds.length > 0) foundEnds.set([route.start.x, route.start.y, route.goal.x, route.goal.y], 4 * i)
      if (lengths.length === 0) continue
      const path = shaper === null ? route.cells() : shaper.shape(route.cells())
      lengths[i] = path.length
      cells.append(path)
    } catch (error) {
      status[i] = FAILED
      cost[i] = Number.POSITIVE_INFINITY
      failures.push([i, failureOf(error)])
    }
    checkCells(cells.length >> 1, cellsMax)
  }
  return { status, cost, lengths, cells: cells.toArray(), foundEnds, lowerBound, version: map.version, failures }
}

export function checkCells(count: number, cellsMax: number): void {
  if (count <= cellsMax) return
  refuseSize(`The paths of this batch have more than cellsMax = ${cellsMax} cells together.`)
}

export function failureOf(error: unknown): Failure {
  if (error instanceof IsthmusError) return { code: error.code, message: error.message }
  return { code: 'WORKER_FAILED', message: error instanceof Error ? error.message : String(error) }
}

function terrainOf({ atlas, live, map }: OpenedMap, traveller: string | undefined): Terrain {
  if (live !== null && map === live) return live.columns.terrain
  return (traveller === undefined ? atlas! : atlas!.as(traveller)).terrain
}
