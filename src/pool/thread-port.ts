/**
 * Starts a thread of a pool, and sends to it.
 */
import type { FromThread, ToThread } from './messages.ts'

export interface Port {
  post(message: ToThread, moved?: ArrayBuffer[]): void
  /** A busy thread keeps the process alive. */
  hold(isBusy: boolean): void
  /** Ends the thread at once, whatever it is doing. */
  end(): Promise<void>
}

export interface Hearing {
  hear(message: FromThread): void
  /** Reports a failure; `what` is the end of a sentence. */
  failure(what: string): void
}

export type StartThread = (hearing: Hearing) => Port
