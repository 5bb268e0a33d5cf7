/**
 * Drives a farm of workers behind a queue. It adds jobs and hears events. Events can be lost with a connection, so the
 * store decides in the end. A job that is neither baked nor in the queue is added again.
 */
import type { Queue } from 'bullmq'
import { bakedTiles, type TileDone } from '../../../tiled.ts'
import type { OpenedPlan } from '../open-plan.ts'
import type { Drive, Ear } from '../run-farm.ts'
import { connectionTo, indexOfJob, jobIdOf, loadQueue, QUEUE_NAME, watchConnection } from './redis-queue.ts'

const JOBS_AT_ONCE = 500
/** After this long without an event, the drive checks the store. */
const SILENCE_MS = 5000
const LOOK_MS = 500
const JOB_OPTIONS = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 1000 },
  removeOnComplete: true,
  removeOnFail: true,
}

export function queueDrive(url: string): Drive {
  return async (opened, todo, ear) => {
    const { Queue, QueueEvents } = await loadQueue(url)
    const connection = connectionTo(url)
    const queue = new Queue(QUEUE_NAME, { connection })
    const events = new QueueEvents(QUEUE_NAME, { connection })
    const pending = new PendingTiles(opened, todo, queue, ear)
    watchConnection([queue, events], ear.onNote, () => pending.distrust())
    events.on('progress', ({ jobId, data }) => pending.part(jobId, Number(data)))
    events.on('completed', ({ jobId, returnvalue }) => pending.done(jobId, returnvalue as unknown as TileDone))
    events.on('failed', ({ jobId, failedReason }) => pending.failed(jobId, failedReason))
    try {
      await events.waitUntilReady()
      await pending.ask(todo)
      await pending.untilEnded()
    } finally {
      await Promise.all([events.close(), queue.close()])
    }
  }
}

/** Tiles in the queue that are not done. */
class PendingTiles {
  private readonly opened: OpenedPlan
  private readonly queue: Queue
  private readonly ear: Ear
  private readonly indexes: Set<number>
  private heardMs = performance.now()

  constructor(opened: OpenedPlan, todo: readonly number[], queue: Queue, ear: Ear) {
    this.opened = opened
    this.queue = queue
    this.ear = ear
    this.indexes = new Set(todo)
  }

  async ask(indexes: readonly number[]): Promise<void> {
    const { place, key } = this.opened
    for (let at = 0; at < indexes.length && !this.ear.signal.aborted; at += JOBS_AT_ONCE) {
      const some = indexes.slice(at, at + JOBS_AT_ONCE)
      await this.queue.addBulk(
        some.map(index => ({
          name: 'tile',
          data: { place, key, index },
          opts: { ...JOB_OPTIONS, jobId: jobIdOf(this.opened, index) },
        })),
      )
    }
  }

  part(jobId: string, share: number): void {
    const index = this.heard(jobId)
    if (index !== null && share >= 0 && share <= 1) this.ear.onPart(index, share)
  }

  done(jobId: string, done: TileDone): void {
    const index = this.heard(jobId)
    if (index !== null && this.indexes.delete(index)) this.ear.onDone(index, done.isNew)
  }

  failed(jobId: string, why: string): void {
    const index = this.heard(jobId)
    if (index !== null && this.indexes.delete(index)) this.ear.onFailed(index, why)
  }

  /** Events may be lost: the next look checks the store. */
  distrust(): void {
    this.heardMs = Number.NEGATIVE_INFINITY
  }

  async untilEnded(): Promise<void> {
    while (this.indexes.size > 0) {
      await new Promise(resolve => setTimeout(resolve, LOOK_MS))
      if (this.ear.signal.aborted) return this.takeBack()
      if (performance.now() - this.heardMs < SILENCE_MS) continue
      await this.lookAround()
      this.heardMs = performance.now()
    }
  }

  /** Counts tiles whose event was lost, and adds jobs again that the queue has lost. */
  private async lookAround(): Promise<void> {
    const { plan, store } = this.opened
    const jobs = await this.queue.getJobs(['active', 'wait', 'delayed', 'prioritized'])
    const known = new Set(jobs.map(job => job?.id))
    const baked = await bakedTiles(plan, store)
    const forgotten: number[] = []
    for (const index of this.indexes) {
      if (baked[index] === 1) {
        this.indexes.delete(index)
        this.ear.onDone(index, true)
      } else if (!known.has(jobIdOf(this.opened, index))) forgotten.push(index)
    }
    await this.ask(forgotten)
  }

  /** Removes jobs from the queue that no worker has begun; workers finish the others. */
  private async takeBack(): Promise<void> {
    const waiting = [...this.indexes]
    for (let at = 0; at < waiting.length; at += JOBS_AT_ONCE) {
      const some = waiting.slice(at, at + JOBS_AT_ONCE)
      await Promise.all(some.map(index => this.queue.remove(jobIdOf(this.opened, index)).catch(() => 0)))
    }
  }

  private heard(jobId: string): number | null {
    const index = indexOfJob(this.opened, jobId)
    if (index !== null) this.heardMs = performance.now()
    return index
  }
}
