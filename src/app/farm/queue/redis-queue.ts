/**
 * The queue of tiles, which farms fill and workers empty: BullMQ on Redis. One queue serves any number of plans,
 * because a job names the place of its plan.
 */
import type { Queue, RedisOptions } from 'bullmq'
import { inputProblem, usageProblem } from '../../cli/problem.ts'
import type { OpenedPlan } from '../open-plan.ts'
import { loadPackage } from '../packages.ts'

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
