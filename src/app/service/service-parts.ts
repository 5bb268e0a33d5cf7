/**
 * What the parts of the service share.
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
  /** Of this package. */
  readonly version: string
  /** Whether it finishes what has begun and takes nothing more. */
  isEnding: boolean
}
