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

/** Sends a message; the memory in `moved` moves instead of being copied. */
export type Post<Message> = (message: Message, moved: ArrayBuffer[]) => void

/** The program of a thread: the handler of its messages, which answers by `post`. */
export type Program<To, From> = (post: Post<From>) => (message: To) => void

export type StartThread<To, From> = (hearing: Hearing<From>) => Port<To>
