/**
 * Threads of Node. Where a bundler builds for browsers, package.json replaces this file by web-workers.ts.
 */
import { Crew } from './crew.ts'
import { programBeside, startThread } from './start-program.ts'

export function startThreads(count: number): Crew {
  return new Crew(count, hearing => startThread(programBeside(import.meta.url, 'bake-worker'), hearing))
}
