/**
 * The answer to each question about a map, in JSON, as flat 32-bit words or as GeoJSON. "No path" is an answer. Too large
 * a question is refused with the name of the limit. Words are little-endian. Routes have the layout that `readRoutes` of
 * isthmus/client reads. A table or a window of a field begins with its width and height. In GeoJSON each route is a
 * feature with a line through the middles of its cells, y downwards.
 */

import type { Point } from '../../base/answer.ts'
import type * as Client from '../../client.ts'
import type { RouteItem } from '../../client.ts'
import { type PoolAnswers, type PoolFindOptions, STATUSES, type TripAsked } from '../../pool.ts'
import type { Unwritten } from './json-pieces.ts'
import type { Limits } from './limits.ts'
import type { MapInfo, MapPool } from './plan-pool.ts'
import type { QuickRoutes, QuickWishes } from './quick-routes.ts'
import { badRequest, beyondLimit } from './refusal.ts'
import type { Located } from './tile.ts'

export interface Asking {
  readonly pool: MapPool
  readonly quick: QuickRoutes | null
  readonly info: MapInfo
  /** The version of the data at the time of the question; the answer is of this version or of a later commit. */
  readonly data_version: string
  readonly limits: Limits
  /** Aborted when the caller has left. */
  readonly signal: AbortSignal
}

export type Words = Int32Array | Float64Array

/** One answer, in each form that callers can request. */
export interface Answer {
  readonly json: () => Unwritten<object>
  /** As flat words, column after column. */
  readonly words?: () => readonly Words[]
  readonly geojson?: () => object
  /** The memory of the answer until it is written. */
  readonly bytes?: number
}

/** Finds one route in this thread; null if that takes too long here or the caller wants more than a path. */
export function quickRoute(
  { quick, data_version, limits }: Omit<Asking, 'signal'>,
  asked: Client.RouteAsked,
): Answer | null {
  const { start, goal, pairs, has, at, quality, waypoints, lowerBound } = asked
  const isPlain = pairs === undefined && has === undefined && at === undefined && !waypoints && !lowerBound
  if (quick === null || !isPlain || quality === 'exact' || !Array.isArray(start) || !Array.isArray(goal)) return null
  const route = quick.find(start[0], start[1], goal[0], goal[1], asked as QuickWishes)
  if (route === null) return null
  const { status, cost, start: from, goal: to } = route
  const ends = asked.nearest ? [from.x, from.y, to.x, to.y] : undefined
  const cells = asked.cells ? route.cells() : undefined
  if (cells !== undefined) checkLimit(limits, 'cells', 'Cells of the path', cells.length / 2)
  const item = itemOf({ status, cost, ends, cells })
  return { json: () => ({ data_version, ...item }), geojson: () => featureOf(item) }
}

export async function route(asking: Asking, asked: Client.RouteAsked): Promise<Answer> {
  const { start, goal, pairs, has, at, ...wishes } = asked
  const isMany = pairs !== undefined
  if (
    isMany === (start !== undefined || goal !== undefined) ||
    (!isMany && (start === undefined || goal === undefined))
  ) {
    const [given, allowed] = [Object.keys(asked), ['start and goal', 'pairs']]
    throw badRequest('A route takes start and goal, or many take pairs.', { given, allowed })
  }
  if (asking.info.kind === 'world') return trip(asking, asked)
  if (has !== undefined || at !== undefined) {
    throw badRequest('has and at are for worlds, and this is one map.', {
      at: has ? '/has' : '/at',
      given: has ?? at,
      allowed: 'nothing',
    })
  }
  const ends = pairs ?? [...cellOf(start!, 'start'), ...cellOf(goal!, 'goal')]
  if (ends.length % 4 !== 0) {
    throw badRequest('The pairs are no list of x0, y0, x1, y1.', { at: '/pairs', given: ends.length, allowed: 'fours' })
  }
  const { pool, data_version, limits, signal } = asking
  checkLimit(limits, 'queries', 'Questions', ends.length / 4)
  const options = { ...wishes, cellsMax: limits.cells, signal } as PoolFindOptions
  const answers = await pool.find(ends, options)
  const json = () =>
    isMany
      ? ({ data_version, routes: itemsOf(answers) } satisfies Unwritten<Client.RoutesAnswer>)
      : ({ data_version, ...itemAt(answers, 0) } satisfies Unwritten<Client.RouteAnswer>)
  const geojson = () => (isMany ? featuresOf(itemsOf(answers)) : featureOf(itemAt(answers, 0)))
  return {
    json,
    words: () => routeWords(answers),
    geojson,
    bytes: answers.cells.byteLength + answers.cost.byteLength,
  }
}

export async function table({ pool, data_version, limits, signal }: Asking, asked: Client.TableAsked): Promise<Answer> {
  const { starts, goals, traveller } = asked
  checkLimit(limits, 'goals', 'Costs of the table', starts.length * goals.length)
  const costs = await pool.costs(starts.map(pointOf), goals.map(pointOf), { traveller, signal })
  const json = (): Unwritten<Client.TableAnswer> => ({ data_version, costs })
  return { json, words: () => [Int32Array.of(goals.length, starts.length), costs], bytes: costs.byteLength }
}

export async function nearest(
  { pool, data_version, limits, signal }: Asking,
  asked: Client.NearestAsked,
): Promise<Answer> {
  const { start, goals, count = 1, traveller, cells = false } = asked
  checkLimit(limits, 'goals', 'Goals', goals.length)
  const costs = await pool.costs([pointOf(start)], goals.map(pointOf), { traveller, signal })
  const byCost = Array.from(costs.keys())
    .filter(goal => costs[goal] < Number.POSITIVE_INFINITY)
    .sort((a, b) => costs[a] - costs[b] || a - b)
    .slice(0, count)
  checkLimit(limits, 'queries', 'Routes', byCost.length)
  const ends = byCost.flatMap(goal => [...start, ...goals[goal]])
  const answers = await pool.find(ends, { traveller, cells, cellsMax: limits.cells, signal })
  const found = (index: number, i: number) => ({ index, ...itemAt(answers, i) })
  const json = (): Unwritten<Client.NearestAnswer> => ({ data_version, nearest: byCost.map(found).values() })
  const geojson = () => featuresOf(byCost.map(found))
  return { json, words: () => nearestWords(byCost, answers), geojson, bytes: answers.cells.byteLength }
}

export async function locate(
  { pool, data_version, signal }: Asking,
  { at: [x, y], traveller }: Client.LocateAsked,
): Promise<Answer> {
  const located = await pool.run<Located>('locate', { x, y, traveller }, signal)
  const json = { data_version, ...located } satisfies Client.LocateAnswer
  return { json: () => json, words: () => locateWords(located) }
}

export async function field({ pool, data_version, limits, signal }: Asking, asked: Client.FieldAsked): Promise<Answer> {
  const { goal, traveller, ...window } = asked
  checkLimit(limits, 'goals', 'Cells of the window', window.width * window.height)
  const { directions, costs } = await pool.field(pointOf(goal), window, { traveller, signal })
  const json = (): Unwritten<Client.FieldAnswer> => ({ data_version, directions, costs })
  const words = () => [Int32Array.of(window.width, window.height), costs, Int32Array.from(directions)]
  return { json, words, bytes: costs.byteLength }
}

export async function reach({ pool, data_version, limits, signal }: Asking, asked: Client.ReachAsked): Promise<Answer> {
  const { start, cost, traveller } = asked
  const runs = await pool.reach(pointOf(start), cost, { traveller, cellsMax: limits.cells, signal })
  const json = (): Unwritten<Client.ReachAnswer> => ({ data_version, runs })
  return { json, words: () => [runs], bytes: runs.byteLength }
}

async function trip({ pool, data_version, limits, signal }: Asking, asked: Client.RouteAsked): Promise<Answer> {
  const { start, goal, pairs, has, at, quality, cells } = asked
  if (pairs !== undefined)
    throw badRequest('In a world ends are not numbers alone: ask for start and goal.', {
      at: '/pairs',
      given: pairs,
      allowed: 'nothing',
    })
  const trips: TripAsked[] = [{ from: start as TripAsked['from'], to: goal as TripAsked['to'] }]
  const [found] = await pool.trips(trips, { has, at, quality, cells, signal })
  checkLimit(
    limits,
    'cells',
    'Cells of the path',
    found.legs.reduce((sum, leg) => sum + (leg.cells?.length ?? 0) / 2, 0),
  )
  const { status, message, cost, legs } = found
  const told = { data_version, status, cost: finite(cost), ...(message && { message }) }
  const json = (): Unwritten<Client.RouteAnswer> => ({ ...told, legs: legs.values() })
  return { json }
}

const MESSAGES: Partial<Record<Client.Status, string>> = {
  unreachable: 'No way leads from the start to the goal.',
  blocked: 'The start or the goal is a wall.',
  outside: 'The start or the goal is outside the map.',
}

function* itemsOf(answers: PoolAnswers): Generator<Unwritten<Client.RouteItem>> {
  for (let i = 0; i < answers.status.length; i++) yield itemAt(answers, i)
}

function itemAt({ status, cost, first, cells, ends, lowerBound, errors }: PoolAnswers, i: number) {
  return itemOf({
    status: STATUSES[status[i]],
    cost: cost[i],
    message: errors.get(i)?.message,
    ends: ends.length > 0 ? ends.subarray(4 * i, 4 * i + 4) : undefined,
    cells: first.length > 0 ? cells.subarray(first[i], first[i + 1]) : undefined,
    lowerBound: lowerBound.length > 0 ? lowerBound[i] : undefined,
  })
}

/** What is known of a route. */
interface Known {
  readonly status: Client.Status
  readonly cost: number
  readonly message?: string | undefined
  /** x, y of the start and of the goal. These and the others: undefined if nobody asked for them. */
  readonly ends: ArrayLike<number> | undefined
  readonly cells: ArrayLike<number> | undefined
  readonly lowerBound?: number | undefined
}

function itemOf({ status, cost, message = MESSAGES[status], ends, cells, lowerBound }: Known) {
  const item: Unwritten<Client.RouteItem> = { status, cost: finite(cost) }
  if (message !== undefined) item.message = message
  if (ends !== undefined) {
    item.start = [ends[0], ends[1]]
    item.goal = [ends[2], ends[3]]
  }
  if (cells !== undefined) item.cells = cells
  if (lowerBound !== undefined) item.lowerBound = finite(lowerBound)
  return item
}

function cellOf(end: Client.End, name: string): Client.Cell {
  if (Array.isArray(end)) return end
  throw badRequest(`The ${name} is no cell of this map.`, { at: `/${name}`, given: end, allowed: 'a cell [x, y]' })
}

function pointOf([x, y]: Client.Cell): Point {
  return { x, y }
}

function finite(cost: number): number | null {
  return Number.isFinite(cost) ? cost : null
}

function checkLimit(limits: Limits, limit: keyof Limits, what: string, given: number): void {
  if (given > limits[limit]) throw beyondLimit(limit, what, given, limits[limit])
}

function routeWords({ status, cost, first, cells, lowerBound }: PoolAnswers): Words[] {
  const flags = (first.length > 0 ? 1 : 0) | (lowerBound.length > 0 ? 2 : 0)
  const head = Int32Array.of(status.length, flags)
  return [head, cost, lowerBound, Int32Array.from(status), first, cells]
}

/** The count of the routes, a zero, the goal of each, a zero if that count is odd; then the routes. */
function nearestWords(goals: readonly number[], answers: PoolAnswers): Words[] {
  const head = new Int32Array(2 + goals.length + (goals.length % 2))
  head[0] = goals.length
  head.set(goals, 2)
  return [head, ...routeWords(answers)]
}

/** 1 for a cell inside plus 2 for a free one, the island or -1, the cost as a float, the closest free cell or -1, -1. */
function locateWords({ inside, free, cost, island, nearest }: Located): Words[] {
  const flags = (inside ? 1 : 0) + (free ? 2 : 0)
  return [Int32Array.of(flags, island ?? -1), Float64Array.of(cost), Int32Array.from(nearest ?? [-1, -1])]
}

function featuresOf(items: Iterable<Unwritten<RouteItem>>): object {
  return { type: 'FeatureCollection', features: eachFeature(items) }
}

function* eachFeature(items: Iterable<Unwritten<RouteItem>>): Generator<object> {
  for (const item of items) yield featureOf(item)
}

function featureOf({ cells = [], ...properties }: Unwritten<RouteItem>): object {
  const middles = Array.from({ length: cells.length / 2 }, (_, i) => [cells[2 * i] + 0.5, cells[2 * i + 1] + 0.5])
  const geometry =
    middles.length > 1 ? { type: 'LineString', coordinates: middles } : { type: 'Point', coordinates: middles[0] }
  return { type: 'Feature', geometry: middles.length === 0 ? null : geometry, properties }
}
