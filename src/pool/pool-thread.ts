/**
 * One thread as its pool sees it: the parts sent to it, and their answers.
 */
import { IsthmusError } from '../base/errors.ts'
import { type Hearing, memoryIn, type Port } from '../threads/thread-port.ts'
import type { Done, FromThread, Opening, PoolInfo, StartPoolThread, ToThread } from './messages.ts'

/** A part sent to a thread. */
export interface Part {
  readonly op: string
  readonly asked: unknown
  readonly since: number
  done(answer: unknown, tookUs: number): void
  failed(error: IsthmusError): void
}

export interface ThreadOwner {
  opened(info: PoolInfo): void
  /** The thread has answered some parts. */
  freed(): void
  /** The thread has ended, before or after it opened its file. */
  lost(thread: PoolThread, error: IsthmusError): void
}

export class PoolThread {
  private readonly port: Port<ToThread>
  private readonly partOfId = new Map<number, Part>()
  private nextId = 0
  /** By packet in progress, oldest first: the count of parts without an answer. */
  private readonly packets: number[] = []
  private isEnding = false
  /** Messages from before the thread knew its file; null afterwards. */
  private early: (readonly [ToThread, ArrayBuffer[]])[] | null = []

  constructor(start: StartPoolThread, opening: Promise<Opening>, owner: ThreadOwner) {
    const hearing: Hearing<FromThread> = {
      hear: message => this.hear(message, owner),
      failure: what => this.fail(owner, new IsthmusError('WORKER_FAILED', `A thread of the pool failed: ${what}.`)),
    }
    this.port = start(hearing)
    this.port.hold(true)
    opening.then(
      open => {
        const early = this.early!
        this.early = null
        this.port.post({ open })
        for (const [message, moved] of early) this.port.post(message, moved)
      },
      error => this.fail(owner, error),
    )
  }

  get packetsAhead(): number {
    return this.packets.length
  }

  send(parts: readonly Part[]): void {
    this.port.hold(true)
    const jobs = parts.map(part => {
      const id = this.nextId++
      this.partOfId.set(id, part)
      return { id, op: part.op, asked: part.asked, since: part.since }
    })
    this.packets.push(parts.length)
    try {
      this.tell(
        { jobs },
        parts.flatMap(({ asked }) => memoryIn(asked)),
      )
    } catch (error) {
      // If a job cannot be sent, the caller's input is at fault.
      this.packets.pop()
      for (const { id } of jobs) this.partOfId.delete(id)
      const reason = new IsthmusError('BAD_ARGUMENT', `This cannot be sent to a thread: ${(error as Error).message}.`)
      for (const part of parts) part.failed(reason)
    }
  }

  tell(message: ToThread, moved: ArrayBuffer[] = []): void {
    if (this.early === null) this.port.post(message, moved)
    else this.early.push([message, moved])
  }

  async end(): Promise<void> {
    this.isEnding = true
    await this.port.end()
  }

  private hear(message: FromThread, owner: ThreadOwner): void {
    if ('opened' in message) owner.opened(message.opened)
    else if ('failed' in message) this.fail(owner, new IsthmusError(message.failed.code, message.failed.message))
    else for (const done of message.done) this.finish(done)
    if (this.partOfId.size === 0) this.port.hold(false)
    owner.freed()
  }

  private finish({ id, answer, failure, tookUs }: Done): void {
    const part = this.partOfId.get(id)!
    this.partOfId.delete(id)
    // A thread answers parts in the order of sending.
    this.packets[0]--
    if (this.packets[0] === 0) this.packets.shift()
    if (failure === undefined) part.done(answer, tookUs)
    else part.failed(new IsthmusError(failure.code, failure.message))
  }

  private fail(owner: ThreadOwner, error: IsthmusError): void {
    if (this.isEnding) return
    void this.end()
    const parts = [...this.partOfId.values()]
    this.partOfId.clear()
    this.packets.length = 0
    for (const part of parts) part.failed(error)
    owner.lost(this, error)
  }
}
