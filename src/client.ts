/**
 * A client of `isthmus serve` for pages and servers: it needs only fetch. `find` works like that of a pool, with flat arrays
 * both ways. The compiler compares the service's schemas with the types of this file.
 */
import type { Quality } from './base/answer.ts'

export type { Quality } from './base/answer.ts'
/** The status of a route or a trip; 'failed': this one question of a batch could not be answered. */
export type Status = 'found' | 'unreachable' | 'blocked' | 'outside' | 'failed' | 'noSuchMap'
/** A cell: x, y. */
export type Cell = [number, number]
/** A cell of a map; in a world, a cell of one of its maps or the name of a place. */
export type End = Cell | { map: string; x: number; y: number } | string

export interface FindWishes {
  quality?: Quality
  /** Replaces a start or goal that no path can have by the closest cell that can. */
  nearest?: boolean | { within: number }
  traveller?: string
  /** Whether to return the cells of the paths. */
  cells?: boolean
  /** Whether to return only the cells where a unit turns. */
  waypoints?: boolean
  /** Whether to prove a lower bound of the cost. */
  lowerBound?: boolean
}

/** One question, or many as `pairs`: x0, y0, x1, y1 of each. */
export interface RouteAsked extends FindWishes {
  start?: End
  goal?: End
  pairs?: number[]
  /** In a world: the keys of the traveller, and the time of departure. */
  has?: string[]
  at?: number
}

export interface Leg {
  map: string
  from: { x: number; y: number }
  to: { x: number; y: number }
  cost: number
  portal: string | null
  wait: number
  cells?: number[]
}

export interface RouteItem {
  status: Status
  /** In cell lengths; null without a path. */
  cost: number | null
  message?: string
  start?: Cell
  goal?: Cell
  cells?: number[]
  lowerBound?: number | null
  legs?: Leg[]
}

export interface RouteAnswer extends RouteItem {
  data_version: string
}

export interface RoutesAnswer {
  data_version: string
  routes: RouteItem[]
}

export interface TableAsked {
  starts: Cell[]
  goals: Cell[]
  traveller?: string
}

export interface TableAnswer {
  data_version: string
  /** costs[start * goals.length + goal]; null where no way leads. */
  costs: (number | null)[]
}

export interface NearestAsked {
  start: Cell
  goals: Cell[]
  /** How many goals to return: 1 unless given. */
  count?: number
  traveller?: string
  cells?: boolean
}

export interface NearestAnswer {
  data_version: string
  /** The cheapest routes, cheapest first; `index` is that of the goal. */
  nearest: (RouteItem & { index: number })[]
}

export interface LocateAsked {
  at: Cell
  traveller?: string
}

export interface LocateAnswer {
  data_version: string
  inside: boolean
  free: boolean
  cost: number
  /** The number of its island; null on a wall. */
  island: number | null
  /** The closest free cell; null where there is none. */
  nearest: Cell | null
}

export interface FieldAsked {
  goal: Cell
  /** The window: its first cell and its size. */
  x: number
  y: number
  width: number
  height: number
  traveller?: string
}

export interface FieldAnswer {
  data_version: string
  /** Row by row: 0 to 3 east, south, west, north; 4 to 7 the diagonals from the south-east on; 8 the goal; 9 no way. */
  directions: number[]
  costs: (number | null)[]
}

export interface ReachAsked {
  start: Cell
  /** In cell lengths. */
  cost: number
  traveller?: string
}

export interface ReachAnswer {
  data_version: string
  /** y, the first x and the last x of each run of cells in reach, row by row. */
  runs: number[]
}

export interface EditAsked {
  /** x, y and cost of each cell; 0 is a wall. */
  cells: number[]
}

export interface EditAnswer {
  data_version: string
  /** Commits since the file was baked. */
  version: number
  cells: number
}

export interface MapAnswer {
  data_version: string
  kind: 'atlas' | 'live' | 'world' | 'tiles'
  width: number
  height: number
  directions: number
  islands: number
  travellers: string[]
  maps: string[]
}

/** The body of a refusal; `limit` names the limit that was exceeded. */
export interface ErrorAnswer {
  code: string
  message: string
  at?: string
  given?: unknown
  allowed?: unknown
  limit?: string
}

export interface FlatAnswers {
  /** 0 found, 1 unreachable, 2 blocked, 3 outside, 4 failed. */
  status: Uint8Array
  /** In cell lengths; Infinity without a path. */
  cost: Float64Array
  /** If `cells` were requested: those of question i are x, y pairs from cells[first[i]] up to cells[first[i + 1]]. */
  first: Int32Array
  cells: Int32Array
  lowerBound: Float64Array
}

export class ServiceError extends Error {
  readonly status: number
  readonly answer: ErrorAnswer

  constructor(status: number, answer: ErrorAnswer) {
    super(answer.message)
    this.name = 'ServiceError'
    this.status = status
    this.answer = answer
  }
}

export interface ClientOptions {
  readonly token?: string
  readonly fetch?: typeof fetch
}

/** The map at a URL such as http://127.0.0.1:8080/v1/world. */
export class MapClient {
  readonly url: string
  readonly #options: ClientOptions

  constructor(url: string, options: ClientOptions = {}) {
    this.url = url.replace(/\/$/, '')
    this.#options = options
  }

  /** Finds a path for each four numbers x0, y0, x1, y1; answers come in the same order. */
  async find(pairs: ArrayLike<number>, wishes: FindWishes & { signal?: AbortSignal } = {}): Promise<FlatAnswers> {
    const { signal, ...asked } = wishes
    const body = { ...asked, pairs: Array.from(pairs) }
    const response = await this.#send('route', 'POST', body, signal, 'application/octet-stream')
    return readRoutes(await response.arrayBuffer())
  }

  /** Finds one path. If there is none, the status of the answer says why. */
  route(asked: RouteAsked & { start: End; goal: End }, signal?: AbortSignal): Promise<RouteAnswer> {
    return this.#ask('route', asked, signal)
  }

  table(asked: TableAsked, signal?: AbortSignal): Promise<TableAnswer> {
    return this.#ask('table', asked, signal)
  }

  nearest(asked: NearestAsked, signal?: AbortSignal): Promise<NearestAnswer> {
    return this.#ask('nearest', asked, signal)
  }

  locate(asked: LocateAsked, signal?: AbortSignal): Promise<LocateAnswer> {
    return this.#ask('locate', asked, signal)
  }

  field(asked: FieldAsked, signal?: AbortSignal): Promise<FieldAnswer> {
    return this.#ask('field', asked, signal)
  }

  reach(asked: ReachAsked, signal?: AbortSignal): Promise<ReachAnswer> {
    return this.#ask('reach', asked, signal)
  }

  /** Changes cells of a live map, all of them or none. When it resolves, the change is on the service's disk. */
  edit(asked: EditAsked, signal?: AbortSignal): Promise<EditAnswer> {
    return this.#ask('cells', asked, signal, 'PATCH')
  }

  about(signal?: AbortSignal): Promise<MapAnswer> {
    return this.#ask('', undefined, signal, 'GET')
  }

  async #ask<T>(name: string, asked?: object, signal?: AbortSignal, method = 'POST'): Promise<T> {
    return (await this.#send(name, method, asked, signal)).json() as Promise<T>
  }

  async #send(name: string, method: string, asked?: object, signal?: AbortSignal, accept = 'application/json') {
    const { token, fetch: send = fetch } = this.#options
    const headers: Record<string, string> = { accept }
    if (asked) headers['content-type'] = 'application/json'
    if (token) headers.authorization = `Bearer ${token}`
    const body = asked && JSON.stringify(asked)
    const response = await send(name ? `${this.url}/${name}` : this.url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    if (response.ok) return response
    const answer = await response
      .json()
      .catch(() => ({ code: 'HTTP', message: `The service said ${response.status}.` }))
    throw new ServiceError(response.status, answer as ErrorAnswer)
  }
}

/**
 * Reads routes from flat 32-bit words, little-endian: their count; flags, 1 if cells follow and 2 if bounds follow;
 * cost and bound of each as 64-bit floats; the status of each; then where the cells of each begin, and the cells.
 */
export function readRoutes(bytes: ArrayBuffer): FlatAnswers {
  const words = new Int32Array(bytes)
  const [count, flags] = words
  let at = 2
  const floats = (length: number) => {
    const values = new Float64Array(bytes, 4 * at, length)
    at += 2 * length
    return values
  }
  const ints = (length: number) => {
    at += length
    return words.subarray(at - length, at)
  }
  const cost = floats(count)
  const lowerBound = floats(flags & 2 ? count : 0)
  const status = Uint8Array.from(ints(count))
  const first = ints(flags & 1 ? count + 1 : 0)
  return { status, cost, first, cells: ints(words.length - at), lowerBound }
}
