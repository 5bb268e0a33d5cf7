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

/** The memory of the arrays in a message, which moves instead of being copied; shared memory stays. */
export function memoryIn(message: unknown): ArrayBuffer[] {
  const arrays = ArrayBuffer.isView(message) ? [message] : Object.values(message ?? {}).filter(ArrayBuffer.isView)
  return arrays.map(({ buffer }) => buffer).filter(buffer => buffer instanceof ArrayBuffer)
}

export type StartThread<To, From> = (hearing: Hearing<From>) => Port<To>
