/**
 * Threads of a browser: module workers, which share memory with the page. Browsers allow that only to pages isolated
 * from other sites. The page's bundler must put the thread's program where this file looks for it.
 */
import { IsthmusError } from '../base/errors.ts'
import type { BakeWorkers } from '../level/bake-jobs.ts'
import { crewOf } from './crew.ts'
import { webPort } from './web-port.ts'

export function startThreads(count: number): BakeWorkers {
  if (globalThis.crossOriginIsolated !== true) {
    throw new IsthmusError(
      'WORKER_FAILED',
      'The threads of a bake share memory, which this page may not: serve it with the headers ' +
        'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, or bake with 1 worker.',
    )
  }
  return crewOf(count, hearing => {
    // Bundlers know this form, and make a separate file of the program.
    const worker = new Worker(new URL('./web-worker.js', import.meta.url), { type: 'module' })
    return webPort(worker, new URL('./web-worker.js', import.meta.url), hearing)
  })
}
