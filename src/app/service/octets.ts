/**
 * Answers as flat 32-bit words, little-endian, for requests with `Accept: application/octet-stream`. Routes have the
 * layout that `readRoutes` of isthmus/client reads. A table or a window of a field begins with its width and height.
 */
import type { FieldPart, PoolAnswers } from '../../pool.ts'
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
