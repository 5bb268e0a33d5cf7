/**
 * What a pool and its threads send each other. A thread opens one file, then does jobs; jobs travel in packets, and each
 * is answered by itself. A reader of a live map also gets each commit.
 */
import type { ErrorCode } from '../base/errors.ts'

export interface Opening {
  readonly file: Uint8Array
  /** Whether the map changes. */
  readonly isLive: boolean
  /** Of a live map: what was committed since the file was baked. */
  readonly journal?: Uint8Array | undefined
}

/** What a pool is of. */
export interface PoolInfo {
  readonly kind: 'atlas' | 'live' | 'world'
  /** In cells; 0 for a world. */
  readonly width: number
  readonly height: number
  readonly directions: 4 | 8
  readonly islands: number
  /** The highest cost that a cell of a live map may get; 0 where nothing changes. */
  readonly costMax: number
  /** Commits of the journal that a live map was opened with, and what was wrong with its end; 0 and empty elsewhere. */
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
  /** Of a live map: the version that the answer is of, or a later one. */
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
  /** Of a live map: a part of its journal. */
  | { readonly commits: Uint8Array }
  /** Of a live map: the version up to which commits become one in its journal. */
  | { readonly fold: number }

export type FromThread =
  | { readonly opened: PoolInfo }
  | { readonly failed: Failure }
  | { readonly done: readonly Done[] }

/** Hands a message over, with memory that moves instead of being copied. */
export type Post<Message> = (message: Message, moved: ArrayBuffer[]) => void
