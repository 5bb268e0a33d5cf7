/**
 * The threads of a bake, in Node and browsers. Each has a short queue of stretches, so that none waits while an answer
 * travels. Columns lie in shared memory, and threads hand over their tables without a copy. If a thread fails, all
 * waiting stretches fail. Ending the workers ends the threads at once, whatever they are doing.
 */
import { IsthmusError } from '../base/errors.ts'
import type { Answered, Asked, BakeWorkers, Job, Part } from '../level/bake-jobs.ts'
import type { BakeRequest } from './program.ts'
import type { Port, StartThread } from './thread-port.ts'

const STRETCHES_A_WORKER = 2

type StartBake = StartThread<BakeRequest, unknown>

interface Waiting {
  resolve(answer: unknown): void
  reject(error: Error): void
}

export class Crew implements BakeWorkers {
  readonly stretchesAtOnce: number
  readonly isBeside = true
  private readonly threads: Thread[]
  private failure: Error | undefined

  constructor(count: number, start: StartBake) {
    this.stretchesAtOnce = STRETCHES_A_WORKER * count
    this.threads = Array.from({ length: count }, () => new Thread(start, error => this.fail(error)))
  }

  begin(job: Job): void {
    for (const thread of this.threads) thread.send({ job })
  }

  /** Functions, which report progress, stay on this thread. */
  async do<Name extends Part>(part: Name, ...given: Asked[Name]): Promise<Answered[Name]> {
    const asked = given.filter(value => typeof value !== 'function') as unknown as Asked[Name]
    return (await this.idlest().ask({ part, asked })) as Answered[Name]
  }

  release(): void {
    for (const thread of this.threads) thread.send({ isOver: true })
  }

  async end(): Promise<void> {
    await Promise.all(this.threads.map(thread => thread.end()))
  }

  /** The thread with the shortest queue. */
  private idlest(): Thread {
    if (this.failure !== undefined) throw this.failure
    let idlest = this.threads[0]
    for (const thread of this.threads) if (thread.queueLength < idlest.queueLength) idlest = thread
    return idlest
  }

  private fail(error: Error): void {
    this.failure ??= error
    for (const thread of this.threads) thread.rejectAll(this.failure)
  }
}

class Thread {
  /** Answers come in the order of the requests. */
  private readonly waiting: Waiting[] = []
  private readonly port: Port<BakeRequest>
  private isEnding = false

  constructor(start: StartBake, onFailure: (error: Error) => void) {
    this.port = start({
      hear: value => this.waiting.shift()?.resolve(value),
      failure: what => {
        if (!this.isEnding) onFailure(failureOf(what))
      },
    })
  }

  get queueLength(): number {
    return this.waiting.length
  }

  send(request: BakeRequest): void {
    this.port.post(request)
  }

  ask(request: BakeRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject })
      this.send(request)
    })
  }

  rejectAll(error: Error): void {
    for (const { reject } of this.waiting.splice(0)) reject(error)
  }

  async end(): Promise<void> {
    this.isEnding = true
    await this.port.end()
  }
}

function failureOf(what: string): IsthmusError {
  return new IsthmusError(
    'WORKER_FAILED',
    `A thread of the bake failed: ${what}. Bake with fewer workers, or with 1, which needs no thread and less memory.`,
  )
}
