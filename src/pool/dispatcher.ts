/**
 * Gives work to threads. Waiting tasks take turns, so one question does not wait behind a million others. Work is cut
 * into parts of a few milliseconds, sized by measured times. Each thread has one packet in work and one waiting, so it
 * never idles while there is work.
 */
import { IsthmusError } from '../base/errors.ts'
import type { Ended, Opening, PoolInfo, StartPoolThread, ToThread, Work } from './messages.ts'
import { type Part, PoolThread } from './pool-thread.ts'

const PACKETS_A_THREAD = 2
const PACKET_US = 4000
/** The assumed time of a question before the first measurement. */
const FIRST_GUESS_US = 200
/** The weight of the newest measurement. */
const NEW_SHARE = 0.2
/** After this many threads in a row have ended without an answer, no more are started. */
const LOST_MAX = 3

/** Work in progress or waiting. */
interface Task {
  readonly work: Work
  /** The version of the map when the work arrived. */
  readonly since: number
  readonly ended: Ended
  /** Questions already sent to threads. */
  sent: number
  /** Parts sent and not answered. */
  open: number
  isOver: boolean
  resolve(): void
  reject(error: unknown): void
}

export class Dispatcher {
  readonly ready: Promise<PoolInfo>
  private threads: PoolThread[] = []
  private readonly queue: Task[] = []
  private readonly usOfKind = new Map<string, number>()
  private readonly start: StartPoolThread
  private readonly opening: () => Promise<Opening>
  private readonly version: () => number
  private readonly sharesMemory: boolean
  /** Work that waits or is in progress. */
  private readonly running = new Set<Promise<void>>()
  private waitingCount = 0
  private lostInRow = 0
  /** Why new work is refused; null while it is not. */
  private refusal: IsthmusError | null = null
  private settleReady!: { resolve(info: PoolInfo): void; reject(error: Error): void }

  constructor(
    count: number,
    start: StartPoolThread,
    opening: () => Promise<Opening>,
    sharesMemory = false,
    version = () => 0,
  ) {
    this.version = version
    this.start = start
    this.sharesMemory = sharesMemory
    this.opening = opening
    this.ready = new Promise((resolve, reject) => {
      this.settleReady = { resolve, reject }
    })
    // Later questions report the failure too.
    this.ready.catch(() => {})
    for (let i = 0; i < count; i++) this.addThread()
  }

  /** Questions not yet sent to a thread. */
  get waiting(): number {
    return this.waitingCount
  }

  run(work: Work, signal?: AbortSignal): Promise<void> {
    if (this.refusal !== null) return Promise.reject(this.refusal)
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (work.count === 0) return Promise.resolve()
    const isWatched = work.isLong === true && signal !== undefined && this.sharesMemory
    const ended = isWatched ? new Int32Array(new SharedArrayBuffer(4)) : null
    const settled = new Promise<void>((resolve, reject) => {
      const abort = () => task.reject(signal!.reason)
      const end = (settle: () => void) => {
        signal?.removeEventListener('abort', abort)
        this.end(task)
        this.running.delete(settled)
        settle()
      }
      const task: Task = {
        work,
        since: this.version(),
        ended,
        sent: 0,
        open: 0,
        isOver: false,
        resolve: () => end(resolve),
        reject: error => end(() => reject(error)),
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.waitingCount += work.count
      this.queue.push(task)
    })
    this.running.add(settled)
    this.pump()
    return settled
  }

  /** Runs one operation on one thread. */
  async ask<T>(op: string, asked: unknown, signal?: AbortSignal, isLong = false): Promise<T> {
    let answer: unknown
    const work: Work = {
      op,
      kind: op,
      count: 1,
      isLong,
      cut: () => asked,
      take: (_from, _count, value) => {
        answer = value
      },
      lose: (_from, _count, error) => {
        throw error
      },
    }
    await this.run(work, signal)
    return answer as T
  }

  /** Sends a message to every thread, after all earlier messages. */
  tell(message: ToThread): void {
    for (const thread of this.threads) thread.tell(message)
  }

  /** Takes no more work, finishes the work that it has, and ends the threads. */
  async close(): Promise<void> {
    this.refusal ??= new IsthmusError('POOL_CLOSED', 'This pool is closed: make another one.')
    await Promise.allSettled(this.running)
    this.settleReady.reject(this.refusal)
    await Promise.all(this.threads.splice(0).map(thread => thread.end()))
  }

  private addThread(): void {
    this.threads.push(
      new PoolThread(this.start, this.opening(), {
        opened: info => this.settleReady.resolve(info),
        freed: () => this.pump(),
        lost: (thread, error) => this.replace(thread, error),
      }),
    )
  }

  private replace(lost: PoolThread, error: IsthmusError): void {
    this.threads = this.threads.filter(thread => thread !== lost)
    this.lostInRow++
    // If one thread cannot open the file, no other can.
    if (error.code === 'WORKER_FAILED' && this.lostInRow < LOST_MAX) this.addThread()
    else if (this.threads.length === 0) {
      this.refusal ??= error
      this.settleReady.reject(error)
      for (const task of this.queue.slice()) task.reject(error)
    }
    this.pump()
  }

  private pump(): void {
    while (this.queue.length > 0) {
      let idlest: PoolThread | null = null
      for (const thread of this.threads) {
        if (thread.packetsAhead < (idlest?.packetsAhead ?? PACKETS_A_THREAD)) idlest = thread
      }
      if (idlest === null) return
      const parts = this.packet()
      if (parts.length > 0) idlest.send(parts)
    }
  }

  /**
   * Takes parts of the next tasks in turn: some milliseconds of work, and at most a thread's share of the waiting
   * tasks.
   */
  private packet(): Part[] {
    const parts: Part[] = []
    const partsMax = Math.ceil(this.queue.length / this.threads.length)
    let leftUs = PACKET_US
    while (this.queue.length > 0 && leftUs > 0 && parts.length < partsMax) {
      const task = this.queue.shift()!
      const { work } = task
      const usEach = this.usOfKind.get(work.kind) ?? FIRST_GUESS_US
      const left = work.count - task.sent
      const share = Math.ceil(left / this.threads.length)
      const count = Math.max(1, Math.min(share, Math.floor(leftUs / usEach)))
      leftUs -= count * usEach
      try {
        parts.push(this.partOf(task, task.sent, count))
      } catch (error) {
        task.reject(error)
        continue
      }
      task.sent += count
      task.open++
      this.waitingCount -= count
      if (task.sent < work.count) this.queue.push(task)
    }
    return parts
  }

  private partOf(task: Task, from: number, count: number): Part {
    const { work } = task
    const settle = (use: () => void) => {
      task.open--
      if (task.isOver) return
      try {
        use()
      } catch (error) {
        task.reject(error)
        return
      }
      if (task.open === 0 && task.sent === work.count) task.resolve()
    }
    return {
      job: { op: work.op, asked: work.cut(from, count), since: task.since, ended: task.ended },
      done: (answer, tookUs) => {
        this.lostInRow = 0
        const knownUs = this.usOfKind.get(work.kind) ?? tookUs / count
        this.usOfKind.set(work.kind, Math.max(1, knownUs + NEW_SHARE * (tookUs / count - knownUs)))
        settle(() => work.take(from, count, answer))
      },
      failed: error => settle(() => work.lose(from, count, error)),
    }
  }

  /** Ends a task, finished or not; threads that still work for it stop. */
  private end(task: Task): void {
    if (task.isOver) return
    task.isOver = true
    if (task.ended !== null) Atomics.store(task.ended, 0, 1)
    const at = this.queue.indexOf(task)
    if (at >= 0) this.queue.splice(at, 1)
    this.waitingCount -= task.work.count - task.sent
  }
}
