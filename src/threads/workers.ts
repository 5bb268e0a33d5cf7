/**
 * Threads of Node. Where a bundler builds for browsers, package.json replaces this file by web-workers.ts.
 */
import type { BakeWorkers } from '../level/bake-jobs.ts'
import { crewOf } from './crew.ts'
import { programBeside, startThread } from './start-program.ts'

export function startThreads(count: number): BakeWorkers {
  return crewOf(count, hearing => startThread(programBeside(import.meta.url, 'bake-worker'), hearing))
}
