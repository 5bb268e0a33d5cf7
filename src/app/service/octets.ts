/**
 * Answers in other forms than JSON. Flat 32-bit words, little-endian, for `Accept: application/octet-stream`: routes have
 * the layout that `readRoutes` of isthmus/client reads, a table or a window of a field begins with its width and height.
 * GeoJSON for mapping tools: each route is a feature with a line through the middles of its cells, y downwards.
 */
import type { RouteItem } from '../../client.ts'
import type { FieldPart, PoolAnswers } from '../../pool.ts'
import type { Unwritten } from './json-pieces.ts'
import type { Located } from './locate.ts'

export function routeOctets({ status, cost, first, cells, lowerBound }: PoolAnswers): Buffer {
  const flags = (first.length > 0 ? 1 : 0) | (lowerBound.length > 0 ? 2 : 0)
  const head = Int32Array.of(status.length, flags)
  return joined([head, cost, lowerBound, Int32Array.from(status), first, cells])
}

export function tableOctets(costs: Float64Array, width: number, height: number): Buffer {
  return joined([Int32Array.of(width, height), costs])
}

/** Costs, then directions. */
export function fieldOctets({ directions, costs }: FieldPart, width: number, height: number): Buffer {
  return joined([Int32Array.of(width, height), costs, Int32Array.from(directions)])
}

/** The count of the routes, a zero, the goal of each, a zero if that count is odd; then the routes. */
export function nearestOctets(goals: readonly number[], answers: PoolAnswers): Buffer {
  const head = new Int32Array(2 + goals.length + (goals.length % 2))
  head[0] = goals.length
  head.set(goals, 2)
  return Buffer.concat([joined([head]), routeOctets(answers)])
}

/** 1 for a cell inside plus 2 for a free one; the island or -1; the cost as a float; the closest free cell or -1, -1. */
export function locateOctets({ inside, free, cost, island, nearest }: Located): Buffer {
  const flags = (inside ? 1 : 0) + (free ? 2 : 0)
  return joined([Int32Array.of(flags, island ?? -1), Float64Array.of(cost), Int32Array.from(nearest ?? [-1, -1])])
}

function joined(columns: readonly (Int32Array | Float64Array)[]): Buffer {
  return Buffer.concat(
    columns.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  )
}

export function featuresOf(items: Iterable<Unwritten<RouteItem>>): object {
  return { type: 'FeatureCollection', features: eachFeature(items) }
}

function* eachFeature(items: Iterable<Unwritten<RouteItem>>): Generator<object> {
  for (const item of items) yield featureOf(item)
}

export function featureOf({ cells = [], ...properties }: Unwritten<RouteItem>): object {
  const middles = Array.from({ length: cells.length / 2 }, (_, i) => [cells[2 * i] + 0.5, cells[2 * i + 1] + 0.5])
  const geometry =
    middles.length > 1 ? { type: 'LineString', coordinates: middles } : { type: 'Point', coordinates: middles[0] }
  return { type: 'Feature', geometry: middles.length === 0 ? null : geometry, properties }
}
