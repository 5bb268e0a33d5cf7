/**
 * What starts a thread of a pool, and what it can be told.
 */
import type { FromThread, ToThread } from './messages.ts'

export interface Port {
  post(message: ToThread, moved?: ArrayBuffer[]): void
  /** Whether it keeps the process alive. */
  hold(isBusy: boolean): void
  /** Ends it at once, whatever it is doing. */
  end(): Promise<void>
}

export interface Hearing {
  hear(message: FromThread): void
  /** What happened to it, as the end of a sentence. */
  failure(what: string): void
}

export type StartThread = (hearing: Hearing) => Port
