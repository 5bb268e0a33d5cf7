/**
 * A thread of a browser: a worker that was started from a URL, seen by its starter and from within.
 */
import type { Hearing, Port, Program } from './thread-port.ts'

export function webPort<To, From>(worker: Worker, url: URL, hearing: Hearing<From>): Port<To> {
  worker.onmessage = ({ data }) => hearing.hear(data)
  worker.onerror = ({ message }) => hearing.failure(message || `${url} cannot be loaded or run`)
  return {
    post: (message, moved = []) => worker.postMessage(message, moved),
    hold: () => {},
    end: async () => worker.terminate(),
  }
}

/** Runs a program in the worker itself. The types at hand are those of a page, which sends messages in another way. */
export function runInWorker<To, From>(program: Program<To, From>): void {
  const scope = globalThis as unknown as Pick<Worker, 'postMessage'> & { onmessage: (event: { data: To }) => void }
  const hear = program((message, moved) => scope.postMessage(message, moved))
  scope.onmessage = ({ data }) => hear(data)
}
