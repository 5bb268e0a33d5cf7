/**
 * Starts a program of this package on a thread of Node. When run from source, the thread first registers a loader for
 * TypeScript.
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { parentPort, Worker } from 'node:worker_threads'
import type { Hearing, Port, Program } from './thread-port.ts'

/** The package's own programs end in .js where it is built, and in .ts in its sources; others may end in .mjs. */
export function startProgram(program: URL): Worker {
  if (!program.pathname.endsWith('.ts')) return new Worker(program, { execArgv: [] })
  const tsx = pathToFileURL(createRequire(program).resolve('tsx'))
  const loader = new URL('esm/api/index.mjs', tsx).href
  const lines = `import { register } from '${loader}'\nregister()\nawait import('${program.href}')`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(lines)}`), { execArgv: [] })
}

/** The program `name` that lies beside the module at `url`. */
export function programBeside(url: string, name: string): URL {
  return new URL(`./${name}.${url.endsWith('.js') ? 'js' : 'ts'}`, url)
}

/** Starts a program that answers messages. */
export function startThread<To, From>(program: URL, hearing: Hearing<From>): Port<To> {
  const worker = startProgram(program)
  worker.on('message', hearing.hear)
  worker.on('error', error => hearing.failure(error.message))
  worker.on('exit', status => hearing.failure(`it ended with status ${status}`))
  return {
    post: (message, moved = []) => worker.postMessage(message, moved),
    hold: isBusy => (isBusy ? worker.ref() : worker.unref()),
    end: async () => {
      await worker.terminate()
    },
  }
}

/** Runs a program in the thread itself. */
export function runInThread<To, From>(program: Program<To, From>): void {
  const port = parentPort!
  port.on(
    'message',
    program((message, moved) => port.postMessage(message, moved)),
  )
}
