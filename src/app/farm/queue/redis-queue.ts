/**
 * The queue of tiles, which farms fill and workers empty: BullMQ on Redis. One queue serves any number of plans,
 * because a job names the place of its plan.
 */

import type { Queue, RedisOptions } from 'bullmq'
import { programBeside } from '../../../threads/start-program.ts'
import type { TileDone } from '../../../tiled.ts'
import { inputProblem, usageProblem } from '../../cli/problem.ts'
import type { OpenedPlan } from '../open-plan.ts'
import { loadPackage } from '../packages.ts'
import type { TileJob } from '../tile-job.ts'

export const QUEUE_NAME = 'isthmus-tiles'
const CONNECT_MS_MAX = 10_000
const RECONNECT_MS_MAX = 1000

/**
 * Loads the package and checks that Redis answers. Redis must be there at the beginning; later it may be away for a
 * while.
 */
export async function loadQueue(url: string): Promise<typeof import('bullmq')> {
  if (!/^rediss?:\/\//.test(url)) throw usageProblem(`--redis is ${url}: write redis://HOST:PORT.`)
  const { Redis } = await loadPackage('bullmq', () => import('ioredis'))
  const bullmq = await loadPackage('bullmq', () => import('bullmq'))
  const trial = new Redis(url, { lazyConnect: true, connectTimeout: CONNECT_MS_MAX, retryStrategy: () => null })
  let why = ''
  trial.on('error', error => {
    why = error.message
  })
  try {
    await trial.connect()
    await trial.ping()
  } catch (error) {
    throw inputProblem(
      `Redis at ${withoutPassword(url)} does not answer: ${why || (error as Error).message}. Start it, or check the address`,
    )
  } finally {
    trial.disconnect()
  }
  return bullmq
}

/** Reconnects without a limit of tries. */
export function connectionTo(url: string): RedisOptions {
  return { url, maxRetriesPerRequest: null, retryStrategy: tries => Math.min(RECONNECT_MS_MAX, 100 * tries) }
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//')
}

/** Equal tiles of a plan get equal ids, so the queue holds one job for each. */
export function jobIdOf({ key }: OpenedPlan, index: number): string {
  return `${key}-${index}`
}

/** The tile of a job of this plan; null for a job of another plan. */
export function indexOfJob({ key }: OpenedPlan, jobId: string): number | null {
  return jobId.startsWith(`${key}-`) ? Number(jobId.slice(key.length + 1)) : null
}

/** Says once that Redis is gone, and once that it is back. */
export function watchConnection(
  parts: readonly (Pick<Queue, 'waitUntilReady'> & { on(event: string, hear: (error: Error) => void): unknown })[],
  onNote: (sentence: string) => void,
  onBack: () => void = () => {},
): void {
  let isGone = false
  for (const part of parts) {
    part.on('error', error => {
      const isConnection = /ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EHOST|closed|LOADING/i.test(error.message || String(error))
      if (!isConnection) return onNote(`Redis: ${error.message}`)
      if (isGone) return
      isGone = true
      onNote('Redis does not answer: waiting for it.')
      part
        .waitUntilReady()
        .catch(() => {})
        .finally(() => {
          isGone = false
          onBack()
        })
    })
  }
}

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

export interface RunningWorker {
  /** Finishes the tiles in progress, then ends. */
  close(): Promise<void>
}

/** Bakes each tile in a process of its own and renews its lease meanwhile. Tiles of a silent worker go to others after it. */
export async function startQueueWorker(options: WorkerOptions): Promise<RunningWorker> {
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
