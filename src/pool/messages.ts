/**
 * The messages between a pool and its threads, and what callers ask and receive. A thread opens one file, then does jobs.
 * Jobs travel in packets, and each gets its own answer. A reader of a live map also receives each commit.
 */
import type { Quality } from '../base/answer.ts'
import { type ErrorCode, IsthmusError } from '../base/errors.ts'
import type { NearestLimit } from '../find/route.ts'
import type { StartThread } from '../threads/thread-port.ts'

export interface Opening {
  readonly file: Uint8Array
  /** Whether the map may change. */
  readonly isLive: boolean
  /** For a live map: the commits since the file was baked. */
  readonly journal?: Uint8Array | undefined
}

/** Facts about the file of a pool. */
export interface PoolInfo {
  readonly kind: 'atlas' | 'live' | 'world'
  /** In cells; 0 for a world. */
  readonly width: number
  readonly height: number
  readonly directions: 4 | 8
  readonly islands: number
  /** The highest cost that a cell of a live map may get; 0 for other maps. */
  readonly costMax: number
  /** Of a live map: the count of commits in its journal at opening, and the problem with its end. Else 0 and empty. */
  readonly version: number
  readonly journalProblem: string
  readonly travellers: readonly string[]
  /** The maps of a world. */
  readonly maps: readonly string[]
}

export interface Job {
  readonly op: string
  readonly asked: unknown
  /** On a live map: the oldest version that may answer. */
  readonly since: number
  readonly ended: Ended
}

/** Not 0 once the caller has left; null for quick work, and where threads share no memory. */
export type Ended = Int32Array | null

export interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

/** Threads answer jobs in the order in which they got them. */
export interface Done {
  readonly answer?: unknown
  readonly failure?: Failure
  readonly tookUs: number
}

export type ToThread =
  | { readonly open: Opening }
  | { readonly jobs: readonly Job[] }
  /** On a live map: a part of its journal. */
  | { readonly commits: Uint8Array }
  /** On a live map: the journal merges all commits up to this version into one. */
  | { readonly fold: number }

export type FromThread =
  | { readonly opened: PoolInfo }
  | { readonly failed: Failure }
  | { readonly done: readonly Done[] }

/** Stops work for a caller who has left. */
export function checkPresent(ended: Ended): void {
  if (ended !== null && Atomics.load(ended, 0) !== 0) throw new IsthmusError('WORKER_FAILED', 'The caller has left.')
}

/** Starts a thread of a pool. */
export type StartPoolThread = StartThread<ToThread, FromThread>

/** Questions of one kind. The pool cuts them into parts for threads, and passes back each part's answer or failure. */
export interface Work {
  readonly op: string
  /** Questions of one kind take about equal time, so measured times size the parts. */
  readonly kind: string
  readonly count: number
  /** Long work looks now and then whether its caller has left. */
  readonly isLong?: boolean
  /** What a thread is asked for a part. The memory of arrays in it moves to the thread. */
  cut(from: number, count: number): unknown
  /** Takes the answer to a part. */
  take(from: number, count: number, answer: unknown): void
  /** Takes the failure of a part. If it throws, the whole work fails. */
  lose(from: number, count: number, error: IsthmusError): void
}

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

/** Flat arrays with one element per question, in the order of the questions. */
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
