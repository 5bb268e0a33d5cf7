/**
 * One thread as its pool sees it: the parts sent to it, and their answers.
 */
import { IsthmusError } from '../base/errors.ts'
import { type Hearing, memoryIn, type Port } from '../threads/thread-port.ts'
import type { Done, FromThread, Job, Opening, PoolInfo, StartPoolThread, ToThread } from './messages.ts'

/** A part of some work, for a thread. */
export interface Part {
  readonly job: Job
  done(answer: unknown, tookUs: number): void
  failed(error: IsthmusError): void
}

export interface ThreadOwner {
  opened(info: PoolInfo): void
  /** The thread can take parts: it knows its file, or has answered some. */
  freed(): void
  /** The thread has ended, before or after it opened its file. */
  lost(thread: PoolThread, error: IsthmusError): void
}

export class PoolThread {
  private readonly port: Port<ToThread>
  /** Packets in progress, oldest first: their parts without an answer, in the order of sending. */
  private packets: Part[][] = []
  private isEnding = false
  /** Messages from before the thread knew its file; null afterwards. */
  private early: ToThread[] | null = []

  constructor(start: StartPoolThread, opening: Promise<Opening>, owner: ThreadOwner) {
    const fail = (error: IsthmusError) => this.fail(owner, error)
    const hearing: Hearing<FromThread> = {
      hear: message => this.hear(message, owner),
      failure: what => fail(new IsthmusError('WORKER_FAILED', `A thread of the pool failed: ${what}.`)),
    }
    this.port = start(hearing)
    this.port.hold(true)
    opening.then(open => {
      const early = this.early!
      this.early = null
      for (const message of [{ open }, ...early]) this.port.post(message)
      owner.freed()
    }, fail)
  }

  /** Infinity until the thread knows its file. */
  get packetsAhead(): number {
    return this.early === null ? this.packets.length : Number.POSITIVE_INFINITY
  }

  send(parts: readonly Part[]): void {
    const jobs = parts.map(({ job }) => job)
    try {
      this.port.post(
        { jobs },
        jobs.flatMap(({ asked }) => memoryIn(asked)),
      )
    } catch (error) {
      // If a job cannot be sent, the caller's input is at fault. The others of its packet are sent all the same.
      if (parts.length > 1) for (const part of parts) this.send([part])
      else {
        const what = `This cannot be sent to a thread: ${(error as Error).message}.`
        parts[0].failed(new IsthmusError('BAD_ARGUMENT', what))
      }
      return
    }
    this.packets.push([...parts])
    this.port.hold(true)
  }

  tell(message: ToThread): void {
    if (this.early === null) this.port.post(message)
    else this.early.push(message)
  }

  async end(): Promise<void> {
    this.isEnding = true
    await this.port.end()
  }

  private hear(message: FromThread, owner: ThreadOwner): void {
    if ('opened' in message) owner.opened(message.opened)
    else if ('failed' in message) this.fail(owner, new IsthmusError(message.failed.code, message.failed.message))
    else for (const done of message.done) this.finish(done)
    if (this.packets.length === 0) this.port.hold(false)
    owner.freed()
  }

  private finish({ answer, failure, tookUs }: Done): void {
    const [packet] = this.packets
    const part = packet.shift()!
    if (packet.length === 0) this.packets.shift()
    if (failure === undefined) part.done(answer, tookUs)
    else part.failed(new IsthmusError(failure.code, failure.message))
  }

  private fail(owner: ThreadOwner, error: IsthmusError): void {
    if (this.isEnding) return
    void this.end()
    for (const part of this.packets.splice(0).flat()) part.failed(error)
    owner.lost(this, error)
  }
}
