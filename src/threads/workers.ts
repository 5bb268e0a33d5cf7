/**
 * Threads of Node. Where a bundler builds for browsers, package.json replaces this file by web-workers.ts.
 */
import { Crew, type Hearing, type Port } from './crew.ts'
import { programBeside, startProgram } from './start-program.ts'

export function startThreads(count: number): Crew {
  return new Crew(count, startThread)
}

function startThread(hearing: Hearing): Port {
  const worker = startProgram(programBeside(import.meta.url, 'bake-worker'))
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
