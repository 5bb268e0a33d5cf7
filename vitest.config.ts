/** The tests, which run the sources as a build would leave them: see test/support/native.ts. */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { nativeSources } from './test/support/native.ts'

/** Whether the first comment of a file of tests has a tag. */
function hasTag(path: string, tag: string): boolean {
  return new RegExp(`^/\\*\\*[^/]*@${tag}\\b`).test(readFileSync(path, 'utf8'))
}

/** The fast lane is every test file with the tag @fast. */
function filesOfFastLane(): string[] {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.test.ts'))
  return files.map(file => join('test', file)).filter(path => hasTag(path, 'fast'))
}

/**
 * Vitest begins with the files that took longest, or are largest where it has not seen them yet. Small files that take long have
 * the tag @first, so that none runs alone at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isFirst = ({ moduleId }: TestSpecification) => hasTag(moduleId, 'first')
    return [...sorted.filter(isFirst), ...sorted.filter(file => !isFirst(file))]
  }
}

export default defineConfig(({ mode }) => ({
  plugins: [nativeSources()],
  test: {
    globalSetup: ['test/support/native.ts'],
    setupFiles: ['test/support/equal-arrays.ts'],
    include: mode === 'fast' ? filesOfFastLane() : ['test/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
    // A worker's next file of tests finds the sources loaded and warm. No test may leave anything behind.
    isolate: false,
    // Tests make and drop maps all the time. More room for young objects from the start, and a collector without threads of
    // its own, which would take the cores from other workers: a fifth less processor time.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64', '--single-threaded-gc'],
    // Tests of pages, services and farms mostly wait for other processes.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // A test on a busy machine is slow, not wrong. No test has a limit of its own.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    server: { deps: { external: [/\/\.cache\/isthmus-/] } },
  },
}))
