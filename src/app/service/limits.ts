/**
 * The objects that the parts of the service share, and its limits for one request and for all together. Each limit is an
 * option, and a refusal names it.
 */
import type { FastifyInstance } from 'fastify'
import type { Gate } from './gate.ts'
import type { HeldMemory } from './held-memory.ts'
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
