/**
 * What a search found, as plain data: enough to make the cells of the path from, or to say why there is none. It can be
 * posted to a thread or kept; a finder over the same map makes a route of it.
 */
import type { Point, Quality, RouteStatus } from '../base/answer.ts'
import type { RouteSteps } from '../route/steps.ts'

export interface Found {
  readonly status: RouteStatus
  readonly message: string
  readonly start: Point
  readonly goal: Point
  readonly isReplaced: boolean
  /** In cell lengths; Infinity without a path. */
  readonly estimate: number
  /** Null where the path was found on the cells alone, and where there is none. @internal */
  readonly steps: RouteSteps | null
  readonly quality: Quality
}
