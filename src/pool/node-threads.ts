/**
 * Threads of Node. For browsers, package.json makes bundlers use web-threads.ts instead of this file.
 */
import { availableParallelism } from 'node:os'
import { programBeside, startProgram } from '../threads/start-program.ts'
import type { Hearing, Port } from './thread-port.ts'

export const coreCount = (): number => availableParallelism()

/** All threads read the same bytes. */
export const sharesMemory = (): boolean => true

/** Runs `program`, or the pool's own if none is given. */
export function startThread(hearing: Hearing, program?: URL): Port {
  const worker = startProgram(program ?? programBeside(import.meta.url, 'pool-worker'))
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
