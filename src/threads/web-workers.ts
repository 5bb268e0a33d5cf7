/**
 * Threads of a browser: module workers, which share memory with the page. Browsers allow that only to pages isolated
 * from other sites. The page's bundler must put the thread's program where this file looks for it.
 */
import { IsthmusError } from '../base/errors.ts'
import { Crew, type Hearing, type Port } from './crew.ts'

export function startThreads(count: number): Crew {
  if (globalThis.crossOriginIsolated !== true) {
    throw new IsthmusError(
      'WORKER_FAILED',
      'The threads of a bake share memory, which this page may not: serve it with the headers ' +
        'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp, or bake with 1 worker.',
    )
  }
  return new Crew(count, startThread)
}

function startThread(hearing: Hearing): Port {
  // Bundlers know this form, and make a separate file of the program.
  const worker = new Worker(new URL('./web-worker.js', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }) => hearing.answer(data)
  worker.onerror = ({ message }) => {
    hearing.failure(message || `${new URL('./web-worker.js', import.meta.url)} cannot be loaded or run`)
  }
  return {
    post: request => worker.postMessage(request),
    end: async () => worker.terminate(),
  }
}
