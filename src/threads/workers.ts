/**
 * Threads of Node. Where a bundler builds for browsers, package.json puts web-workers.ts in the place of this file.
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Crew, type Hearing, type Port } from './crew.ts'

export function startThreads(count: number): Crew {
  return new Crew(count, startThread)
}

function startThread(hearing: Hearing): Port {
  const worker = startWorker()
  worker.on('message', (value: unknown) => hearing.answer(value))
  worker.on('error', error => hearing.failure(error.message))
  worker.on('exit', status => hearing.failure(`it ended with status ${status}`))
  return {
    post: request => worker.postMessage(request),
    end: async () => {
      await worker.terminate()
    },
  }
}

/** The thread's program lies beside this file. Run from source, a line before it teaches the thread to read TypeScript. */
function startWorker(): Worker {
  if (import.meta.url.endsWith('.js')) return new Worker(new URL('./bake-worker.js', import.meta.url), { execArgv: [] })
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'))
  const loader = new URL('esm/api/index.mjs', tsx).href
  const program = new URL('./bake-worker.ts', import.meta.url).href
  const lines = `import { register } from '${loader}'\nregister()\nawait import('${program}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(lines)}`), { execArgv: [] })
}
