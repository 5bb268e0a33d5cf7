/**
 * Answers as flat 32-bit words, little-endian, for requests with `Accept: application/octet-stream`. Routes have the
 * layout that `readRoutes` of isthmus/client reads. A table or a window of a field begins with its width and height.
 */
import type { FieldPart, PoolAnswers } from '../../pool.ts'

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

function joined(columns: readonly (Int32Array | Float64Array)[]): Buffer {
  return Buffer.concat(
    columns.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  )
}
