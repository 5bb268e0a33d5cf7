/**
 * The options and the answers of a batch of questions. Answers are flat arrays with one element per question, in the
 * order of the questions.
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
  /** Whether to return the cells of the paths. */
  readonly cells?: boolean | undefined
  /** Whether to return only the cells where a unit turns, with straight walks between them. */
  readonly waypoints?: boolean | undefined
  /** Whether to prove a lower bound of each cost. */
  readonly lowerBound?: boolean | undefined
  /** The most cells that all paths together may have; a batch with more is refused. */
  readonly cellsMax?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface PoolAnswers {
  /** 0 is found; STATUSES has the other words. */
  readonly status: Uint8Array
  /** In cell lengths; Infinity without a path. */
  readonly cost: Float64Array
  /** If `cells` were requested: those of question i are x, y pairs from cells[first[i]] up to cells[first[i + 1]]. */
  readonly first: Int32Array
  readonly cells: Int32Array
  /** If `nearest` was requested: x0, y0, x1, y1 of each path after its ends were replaced. */
  readonly ends: Int32Array
  /** If `lowerBound` was requested: no path costs less than this. */
  readonly lowerBound: Float64Array
  /** On a live map: the version that answered each question; empty for other maps. */
  readonly version: Int32Array
  /** The errors of questions with status `failed`, by question. */
  readonly errors: ReadonlyMap<number, IsthmusError>
}
