/** The tests, which run the sources as a build would leave them: see test/support/native.ts. */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { nativeSources } from './test/support/native.ts'

/** The fast lane is every test file with the tag @fast in its first comment. */
function filesOfFastLane(): string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.test.ts'))
  const paths = files.map(file => join('test', file))
  return paths.filter(path => /^\/\*\*[^/]*@fast\b/.test(readFileSync(path, 'utf8')))
}

export default defineConfig(({ mode }) => ({
  plugins: [nativeSources()],
  test: {
    globalSetup: ['test/support/native.ts'],
    setupFiles: ['test/support/equal-arrays.ts'],
    include: mode === 'fast' ? filesOfFastLane() : ['test/**/*.test.ts'],
    // A worker's next file of tests finds the sources loaded and warm. No test may leave anything behind.
    isolate: false,
    // Tests make and drop maps all the time. More room for young objects, and a collector without threads of its own,
    // which would take the cores from other workers: a fifth less processor time.
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
    // Tests of pages, services and farms mostly wait for other processes.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A test on a busy machine is slow, not wrong. No test has a limit of its own.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    server: { deps: { external: [/\/\.cache\/isthmus-/] } },
  },
}))
