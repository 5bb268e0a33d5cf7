/**
 * A worker of the queue. It bakes each tile in a process of its own and renews its lease with Redis meanwhile. If a
 * worker falls silent, its tiles go to others after the lease.
 */
import { programBeside } from '../../../threads/start-program.ts'
import type { TileDone } from '../../../tiled.ts'
import type { TileJob } from '../open-plan.ts'
import { connectionTo, loadQueue, QUEUE_NAME, watchConnection } from './redis-queue.ts'

/** A tile fails after this many workers fell silent over it. */
const STALLS_MAX = 10

export interface WorkerOptions {
  readonly url: string
  /** The number of tiles at once. */
  readonly tiles: number
  readonly leaseMs: number
  onDone(job: TileJob, done: TileDone, elapsedMs: number): void
  onFailed(job: TileJob | undefined, why: string): void
  onNote(sentence: string): void
}

/** Starts a worker; `close` finishes the tiles in progress, then ends it. */
export async function startQueueWorker(options: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const { url, tiles, leaseMs } = options
  const { Worker } = await loadQueue(url)
  const worker = new Worker<TileJob, TileDone>(QUEUE_NAME, programBeside(import.meta.url, 'tile-processor'), {
    connection: connectionTo(url),
    concurrency: tiles,
    lockDuration: leaseMs,
    stalledInterval: leaseMs,
    maxStalledCount: STALLS_MAX,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  })
  watchConnection([worker as never], options.onNote)
  worker.on('completed', (job, done) => {
    options.onDone(job.data, done, (job.finishedOn ?? 0) - (job.processedOn ?? 0))
  })
  worker.on('failed', (job, error) => options.onFailed(job?.data, error.message))
  await worker.waitUntilReady()
  return { close: () => worker.close() }
}
