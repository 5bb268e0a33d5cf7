/**
 * Threads of a browser: module workers. On a page isolated from other sites, workers share the bytes; on any other page
 * each gets a copy.
 */
import type { Hearing, Port } from './thread-port.ts'

export const coreCount = (): number => globalThis.navigator?.hardwareConcurrency ?? 2

export const sharesMemory = (): boolean => globalThis.crossOriginIsolated === true

export function startThread(hearing: Hearing): Port {
  // Bundlers recognise this form, and build the program into a file of its own.
  const worker = new Worker(new URL('./pool-web-worker.js', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }) => hearing.hear(data)
  worker.onerror = ({ message }) => {
    hearing.failure(message || `${new URL('./pool-web-worker.js', import.meta.url)} cannot be loaded or run`)
  }
  return {
    post: (message, moved = []) => worker.postMessage(message, moved),
    hold: () => {},
    end: async () => worker.terminate(),
  }
}
