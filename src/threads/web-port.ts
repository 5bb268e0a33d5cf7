/**
 * A thread of a browser: a worker that was started from a URL.
 */
import type { Hearing, Port } from './thread-port.ts'

export function webPort<To, From>(worker: Worker, url: URL, hearing: Hearing<From>): Port<To> {
  worker.onmessage = ({ data }) => hearing.hear(data)
  worker.onerror = ({ message }) => hearing.failure(message || `${url} cannot be loaded or run`)
  return {
    post: (message, moved = []) => worker.postMessage(message, moved),
    hold: () => {},
    end: async () => worker.terminate(),
  }
}
