/**
 * The objects that the parts of the service share, and its limits for one request and for all together. Each limit is an
 * option, and a refusal names it.
 */

import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Gate } from './gate.ts'
import type { Metrics } from './metrics.ts'
import type { ServedMap } from './served-map.ts'

export const LIMITS = {
  cells: { value: 4_000_000, about: 'cells that the paths of one answer have together' },
  queries: { value: 10_000, about: 'questions in one request' },
  goals: { value: 1_000_000, about: 'costs in one table, cells in one window of a field' },
  body: { value: 1 << 20, about: 'bytes of a request' },
  time: { value: 10_000, about: 'milliseconds until an answer is ready' },
  waiting: { value: 50_000, about: 'questions that wait for a thread' },
  memory: { value: 256 << 20, about: 'bytes of requests and answers under way' },
  journal: { value: 64 << 20, about: 'bytes of a journal before its commits are made one' },
  tiles: { value: 1 << 30, about: 'bytes of the tiles of one plan that are at hand' },
  connections: { value: 2048, about: 'connections at once' },
  events: { value: 256, about: 'listeners to events at once' },
} as const

export type Limit = keyof typeof LIMITS
export type Limits = Readonly<Record<Limit, number>>

export const DEFAULT_LIMITS = Object.fromEntries(
  Object.entries(LIMITS).map(([name, { value }]) => [name, value]),
) as Record<Limit, number>

export interface Service {
  readonly app: FastifyInstance
  readonly maps: ReadonlyMap<string, ServedMap>
  readonly limits: Limits
  readonly gate: Gate
  readonly metrics: Metrics
  readonly held: HeldMemory
  /** The version of this package. */
  readonly version: string
  /** Whether the service finishes open requests and takes no more. */
  isEnding: boolean
}

/** About the memory of a question that waits for its answer. */
export const QUESTION_BYTES = 1 << 14
/** The time for a caller to send a question and take the answer, besides that to make it. */
const TAKE_MS = 60_000

/**
 * The memory that the service holds for its callers: request bodies, and answers not yet sent. Beyond a limit, new
 * questions are refused before memory grows. An answer that nobody takes is dropped after a while.
 */
export class HeldMemory {
  bytes = 0
  private readonly heldMsMax: number
  /** NaN once the answer is gone. */
  private readonly bytesOf = new WeakMap<ServerResponse, number>()

  /** `answerMsMax` is the limit of the time to make an answer. */
  constructor(answerMsMax: number) {
    this.heldMsMax = answerMsMax + TAKE_MS
  }

  /** Counts bytes until the answer is gone. Few are not counted: the limit of connections bounds them. */
  hold(response: ServerResponse, bytes: number): void {
    if (!(bytes >= QUESTION_BYTES)) return
    const { socket } = response.req
    const before = this.bytesOf.get(response)
    // If the caller has left, nothing will be sent.
    if (Number.isNaN(before) || response.destroyed || socket.destroyed) return
    this.bytes += bytes
    this.bytesOf.set(response, (before ?? 0) + bytes)
    if (before !== undefined) return
    const timer = setTimeout(() => socket.destroy(), this.heldMsMax).unref()
    const release = () => {
      clearTimeout(timer)
      socket.off('close', release)
      const heldBytes = this.bytesOf.get(response)!
      if (Number.isNaN(heldBytes)) return
      this.bytes -= heldBytes
      this.bytesOf.set(response, Number.NaN)
    }
    // An answer that waits behind another one of its connection has no event when that closes.
    response.once('finish', release)
    socket.once('close', release)
  }
}
