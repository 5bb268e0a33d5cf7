/**
 * The answer to each question about a map. "No path" is an answer. Too large a question is refused with the name of the
 * limit.
 */
import type { Point } from '../../base/answer.ts'
import type * as Client from '../../client.ts'
import { type PoolAnswers, type PoolFindOptions, STATUSES, type TripAsked } from '../../pool.ts'
import type { Unwritten } from './json-pieces.ts'
import type { Limits } from './limits.ts'
import type { Located } from './locate.ts'
import { featureOf, featuresOf, fieldOctets, locateOctets, nearestOctets, routeOctets, tableOctets } from './octets.ts'
import type { MapInfo, MapPool } from './plan-pool.ts'
import type { QuickRoutes, QuickWishes } from './quick-routes.ts'
import { badRequest, beyondLimit } from './refusal.ts'

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

/** One answer, in each form that callers can request. */
export interface Answer {
  readonly json: () => Unwritten<object>
  readonly octets?: () => Buffer
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
  const { status, cost } = route
  const item: Unwritten<Client.RouteItem> = { status, cost: finite(cost) }
  if (status !== 'found') item.message = MESSAGES[status]!
  if (asked.nearest) {
    item.start = [route.start.x, route.start.y]
    item.goal = [route.goal.x, route.goal.y]
  }
  if (asked.cells) {
    item.cells = route.cells()
    checkLimit(limits, 'cells', 'Cells of the path', item.cells.length / 2)
  }
  return { json: () => ({ data_version, ...item }), geojson: () => featureOf(item) }
}

export async function route(asking: Asking, asked: Client.RouteAsked): Promise<Answer> {
  const { start, goal, pairs, has, at, ...wishes } = asked
  const isMany = pairs !== undefined
  if (
    isMany === (start !== undefined || goal !== undefined) ||
    (!isMany && (start === undefined || goal === undefined))
  ) {
    throw badRequest('A route takes start and goal, or many take pairs.', { allowed: ['start and goal', 'pairs'] })
  }
  if (asking.info.kind === 'world') return trip(asking, asked)
  if (has !== undefined || at !== undefined) {
    throw badRequest('has and at are for worlds, and this is one map.', {
      at: has ? '/has' : '/at',
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
      : ({ data_version, ...itemOf(answers, 0) } satisfies Unwritten<Client.RouteAnswer>)
  const geojson = () => (isMany ? featuresOf(itemsOf(answers)) : featureOf(itemOf(answers, 0)))
  return {
    json,
    octets: () => routeOctets(answers),
    geojson,
    bytes: answers.cells.byteLength + answers.cost.byteLength,
  }
}

export async function table({ pool, data_version, limits, signal }: Asking, asked: Client.TableAsked): Promise<Answer> {
  const { starts, goals, traveller } = asked
  checkLimit(limits, 'goals', 'Costs of the table', starts.length * goals.length)
  const costs = await pool.costs(starts.map(pointOf), goals.map(pointOf), { traveller, signal })
  const json = (): Unwritten<Client.TableAnswer> => ({ data_version, costs })
  return { json, octets: () => tableOctets(costs, goals.length, starts.length), bytes: costs.byteLength }
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
  const found = (index: number, i: number) => ({ index, ...itemOf(answers, i) })
  const json = (): Unwritten<Client.NearestAnswer> => ({ data_version, nearest: byCost.map(found).values() })
  return { json, octets: () => nearestOctets(byCost, answers), bytes: answers.cells.byteLength }
}

export async function locate(
  { pool, data_version, signal }: Asking,
  { at: [x, y], traveller }: Client.LocateAsked,
): Promise<Answer> {
  const located = await pool.run<Located>('locate', { asked: { x, y, traveller }, moved: [] }, signal)
  const json = { data_version, ...located } satisfies Client.LocateAnswer
  return { json: () => json, octets: () => locateOctets(located) }
}

export async function field({ pool, data_version, limits, signal }: Asking, asked: Client.FieldAsked): Promise<Answer> {
  const { goal, traveller, ...window } = asked
  checkLimit(limits, 'goals', 'Cells of the window', window.width * window.height)
  const part = await pool.field(pointOf(goal), window, { traveller, signal })
  const { directions, costs } = part
  const json = (): Unwritten<Client.FieldAnswer> => ({ data_version, directions, costs })
  return { json, octets: () => fieldOctets(part, window.width, window.height), bytes: costs.byteLength }
}

export async function reach({ pool, data_version, limits, signal }: Asking, asked: Client.ReachAsked): Promise<Answer> {
  const { start, cost, traveller } = asked
  const runs = await pool.reach(pointOf(start), cost, { traveller, cellsMax: limits.cells, signal })
  const json = (): Unwritten<Client.ReachAnswer> => ({ data_version, runs })
  return { json, octets: () => Buffer.from(runs.buffer, runs.byteOffset, runs.byteLength), bytes: runs.byteLength }
}

async function trip({ pool, data_version, limits, signal }: Asking, asked: Client.RouteAsked): Promise<Answer> {
  const { start, goal, pairs, has, at, quality, cells } = asked
  if (pairs !== undefined)
    throw badRequest('In a world ends are not numbers alone: ask for start and goal.', {
      at: '/pairs',
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
  for (let i = 0; i < answers.status.length; i++) yield itemOf(answers, i)
}

function itemOf(
  { status, cost, first, cells, ends, lowerBound, errors }: PoolAnswers,
  i: number,
): Unwritten<Client.RouteItem> {
  const word = STATUSES[status[i]]
  const message = errors.get(i)?.message ?? MESSAGES[word]
  return {
    status: word,
    cost: finite(cost[i]),
    ...(message !== undefined && { message }),
    ...(ends.length > 0 && { start: [ends[4 * i], ends[4 * i + 1]], goal: [ends[4 * i + 2], ends[4 * i + 3]] }),
    ...(first.length > 0 && { cells: cells.subarray(first[i], first[i + 1]) }),
    ...(lowerBound.length > 0 && { lowerBound: finite(lowerBound[i]) }),
  }
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
