/**
 * Threads of a browser: module workers. On a page isolated from other sites, workers share the bytes; on any other page
 * each gets a copy.
 */
import type { Hearing, Port } from '../threads/thread-port.ts'
import { webPort } from '../threads/web-port.ts'
import type { FromThread, ToThread } from './messages.ts'

export const coreCount = (): number => globalThis.navigator?.hardwareConcurrency ?? 2

export const sharesMemory = (): boolean => globalThis.crossOriginIsolated === true

export function startThread(hearing: Hearing<FromThread>): Port<ToThread> {
  // Bundlers recognise this form, and build the program into a file of its own.
  const worker = new Worker(new URL('./pool-web-worker.js', import.meta.url), { type: 'module' })
  return webPort(worker, new URL('./pool-web-worker.js', import.meta.url), hearing)
}
