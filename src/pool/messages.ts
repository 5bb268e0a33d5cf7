/**
 * The messages between a pool and its threads. A thread opens one file, then does jobs. Jobs travel in packets, and
 * each gets its own answer. A reader of a live map also receives each commit.
 */
import { type ErrorCode, IsthmusError } from '../base/errors.ts'
import type { StartThread } from '../threads/thread-port.ts'

/** Stops work for a caller who has left: `ended` is then not 0. */
export function checkPresent(ended: Int32Array | null): void {
  if (ended !== null && Atomics.load(ended, 0) !== 0) throw new IsthmusError('WORKER_FAILED', 'The caller has left.')
}

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
  /**
   * For a live map: the number of commits in its journal at opening, and the problem with the journal's end; else 0 and
   * empty.
   */
  readonly version: number
  readonly journalProblem: string
  readonly travellers: readonly string[]
  /** The maps of a world. */
  readonly maps: readonly string[]
}

export interface Job {
  readonly id: number
  readonly op: string
  readonly asked: unknown
  /** On a live map: the oldest version that may answer. */
  readonly since: number
}

export interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

export interface Done {
  readonly id: number
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

/** Starts a thread of a pool. */
export type StartPoolThread = StartThread<ToThread, FromThread>

/** Sends a message; the memory in `moved` moves instead of being copied. */
export type Post<Message> = (message: Message, moved: ArrayBuffer[]) => void
