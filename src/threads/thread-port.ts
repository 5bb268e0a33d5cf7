/**
 * A thread as its starter sees it, in Node and in browsers.
 */
export interface Port<Message> {
  post(message: Message, moved?: ArrayBuffer[]): void
  /** A busy thread keeps the process alive. */
  hold(isBusy: boolean): void
  /** Ends the thread at once, whatever it is doing. */
  end(): Promise<void>
}

export interface Hearing<Message> {
  hear(message: Message): void
  /** Reports a failure; `what` is the end of a sentence. */
  failure(what: string): void
}

export type StartThread<To, From> = (hearing: Hearing<From>) => Port<To>
