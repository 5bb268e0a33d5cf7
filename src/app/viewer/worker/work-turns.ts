/**
 * The order of the worker's work. Messages come first; between them it does one small piece of work at a time: a tile in
 * view, then a slice of long work. So an answer never waits for more than one piece.
 */
export type Work = () => void

export interface Turns {
  /** Call this when there may be work. */
  wake(): void
  /** Ends without the rest of the work. */
  close(): void
}

/** `queues`, the most urgent first: each gives its next piece of work, or null when it has none. */
export function takeTurns(queues: readonly (() => Work | null)[]): Turns {
  // Through a channel of our own, the next turn comes after all messages that wait already.
  const { port1, port2 } = new MessageChannel()
  let isRunning = false
  const wake = () => {
    if (!isRunning) port2.postMessage(null)
    isRunning = true
  }
  port1.onmessage = () => {
    isRunning = false
    for (const queue of queues) {
      const work = queue()
      if (work === null) continue
      work()
      wake()
      return
    }
  }
  return { wake, close: () => port1.close() }
}
