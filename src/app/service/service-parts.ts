/**
 * The objects that the parts of the service share.
 */
import type { FastifyInstance } from 'fastify'
import type { Gate } from './gate.ts'
import type { HeldMemory } from './held-memory.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { ServedMap } from './served-map.ts'

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
