/**
 * Threads of Node. For browsers, package.json makes bundlers use web-threads.ts instead of this file.
 */
import { availableParallelism } from 'node:os'
import { programBeside, startThread as start } from '../threads/start-program.ts'
import type { Hearing, Port } from '../threads/thread-port.ts'
import type { FromThread, ToThread } from './messages.ts'

export const coreCount = (): number => availableParallelism()

/** All threads read the same bytes. */
export const sharesMemory = (): boolean => true

/** Runs `program`, or the pool's own if none is given. */
export function startThread(hearing: Hearing<FromThread>, program?: URL): Port<ToThread> {
  return start(program ?? programBeside(import.meta.url, 'pool-worker'), hearing)
}
