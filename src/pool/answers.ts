/**
 * What a batch of questions is answered with: flat arrays, one element a question, in the order of the questions.
 */
import type { Quality } from '../base/answer.ts'
import type { IsthmusError } from '../base/errors.ts'
import type { NearestLimit } from '../find/route.ts'

/** The words for the numbers in `status`. */
export const STATUSES = ['found', 'unreachable', 'blocked', 'outside', 'failed'] as const

export const FAILED = STATUSES.indexOf('failed')

export interface PoolFindOptions {
  readonly quality?: Quality | 'best' | undefined
  readonly nearest?: boolean | NearestLimit | undefined
  readonly traveller?: string | undefined
  /** Whether the cells of the paths are wanted. */
  readonly cells?: boolean | undefined
  /** Whether the cells that are wanted are only those where a unit turns, with straight walks between them. */
  readonly waypoints?: boolean | undefined
  /** Whether it is to be proven how far from the best the paths can be. */
  readonly lowerBound?: boolean | undefined
  /** The most cells that all paths together may have; the batch is refused where they have more. */
  readonly cellsMax?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface PoolAnswers {
  /** 0 is found; STATUSES has the words. */
  readonly status: Uint8Array
  /** In cell lengths; Infinity without a path. */
  readonly cost: Float64Array
  /** Where `cells` were asked for: those of question i are x, y pairs from cells[first[i]] up to cells[first[i + 1]]. */
  readonly first: Int32Array
  readonly cells: Int32Array
  /** Where `nearest` was asked for: x0, y0, x1, y1 of each path as it was found. */
  readonly ends: Int32Array
  /** Where it was asked for: no path costs less. */
  readonly lowerBound: Float64Array
  /** On a live map the version that answered each question; empty where nothing changes. */
  readonly version: Int32Array
  /** What went wrong with questions whose status is `failed`. */
  readonly errors: ReadonlyMap<number, IsthmusError>
}
