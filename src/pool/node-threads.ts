/**
 * Threads of Node. Where a bundler builds for browsers, package.json puts web-threads.ts in the place of this file.
 */
import { availableParallelism } from 'node:os'
import { programBeside, startProgram } from '../threads/start-program.ts'
import type { Hearing, Port } from './thread-port.ts'

export const coreCount = (): number => availableParallelism()

/** Every thread reads the same bytes. */
export const sharesMemory = (): boolean => true

/** `program` is this pool's own unless given. */
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
