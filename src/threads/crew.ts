/**
 * The threads of a bake, in Node and browsers. Each has a short queue of stretches, so that none waits while an answer
 * travels. Columns lie in shared memory, and threads hand over their tables without a copy. If a thread fails, all
 * waiting stretches fail. Ending the workers ends the threads at once, whatever they are doing.
 */
import { IsthmusError } from '../base/errors.ts'
import type { Answered, Asked, BakeWorkers, Part } from '../level/bake-jobs.ts'
import type { BakeRequest } from './program.ts'
import type { StartThread } from './thread-port.ts'

const STRETCHES_A_WORKER = 2

interface Waiting {
  resolve(answer: unknown): void
  reject(error: Error): void
}

export function crewOf(count: number, start: StartThread<BakeRequest, unknown>): BakeWorkers {
  let failure: IsthmusError | undefined
  let isEnding = false
  const threads = Array.from({ length: count }, () => {
    /** Answers come in the order of the requests. */
    const waiting: Waiting[] = []
    const port = start({
      hear: value => waiting.shift()?.resolve(value),
      failure: what => isEnding || fail(what),
    })
    return { waiting, port }
  })
  const fail = (what: string) => {
    failure ??= failureOf(what)
    for (const { waiting } of threads) for (const { reject } of waiting.splice(0)) reject(failure)
  }
  const tell = (request: BakeRequest) => {
    for (const { port } of threads) port.post(request)
  }
  return {
    stretchesAtOnce: STRETCHES_A_WORKER * count,
    isBeside: true,
    begin: job => tell({ job }),
    /** Functions, which report progress, stay on this thread. */
    async do<Name extends Part>(part: Name, ...given: Asked[Name]) {
      if (failure !== undefined) throw failure
      const asked = given.filter(value => typeof value !== 'function') as unknown as Asked[Name]
      const { waiting, port } = threads.reduce((a, b) => (b.waiting.length < a.waiting.length ? b : a))
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        port.post({ part, asked })
      }) as Promise<Answered[Name]>
    },
    release: () => tell({ isOver: true }),
    async end() {
      isEnding = true
      await Promise.all(threads.map(({ port }) => port.end()))
    },
  }
}

function failureOf(what: string): IsthmusError {
  return new IsthmusError(
    'WORKER_FAILED',
    `A thread of the bake failed: ${what}. Bake with fewer workers, or with 1, which needs no thread and less memory.`,
  )
}
