/**
 * `isthmus worker`: bakes tiles that farms put into a queue, until it is stopped.
 */
import { availableParallelism } from 'node:os'
import type { Arguments } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { type Io, untilInterrupted } from '../io.ts'
import { usageProblem } from '../problem.ts'
import { durationText } from '../words.ts'

const LEASE_SECONDS = 30

export const workerCommand: Command = {
  name: 'worker',
  summary: 'bake tiles from a queue until it is stopped',
  run: runWorker,
  ...pageOf(`
    --redis URL [--tiles N]

    It needs packages that the library does not: npm install bullmq@6 ioredis@6.

    It takes tiles of any plan that isthmus farm PLAN --redis URL works on; folders must have the same path on all
    machines. Who may write to this Redis may have it read and write files: keep Redis among machines you trust.

    A worker that dies costs its tiles only: others take them after the lease. SIGTERM finishes what was begun and
    ends.

    Options:
      --redis URL  the queue, as redis://:PASSWORD@HOST:6379
      --tiles N  how many tiles to bake at once, each in a process of its own (one per core)
      --lease SECONDS  how long a worker may be silent before others take its tiles; for all workers the same (${LEASE_SECONDS})

    Examples:
      isthmus worker --redis redis://10.0.0.5:6379  Takes tiles until Ctrl-C.
  `),
}

async function runWorker(args: Arguments, io: Io): Promise<0> {
  const url = args.text('redis')
  if (url === undefined) throw usageProblem('The queue is missing: add --redis URL.')
  const tiles = args.whole('tiles', 1, 256, availableParallelism())
  const lease = args.whole('lease', 1, 3600, LEASE_SECONDS)
  const { startQueueWorker } = await import('../../farm/queue/queue-worker.ts')
  const worker = await startQueueWorker({
    url,
    tiles,
    leaseMs: 1000 * lease,
    onDone: ({ place, index }, { isNew }, elapsedMs) => {
      io.err(`${place}, tile ${index}: ${isNew ? `baked in ${durationText(elapsedMs)}` : 'was baked before'}\n`)
    },
    onFailed: (job, why) =>
      io.err(`${job === undefined ? 'A tile' : `${job.place}, tile ${job.index}`} failed: ${why}\n`),
    onNote: sentence => io.err(`${sentence}\n`),
  })
  const ending = untilInterrupted()
  io.err('Waiting for tiles. Ctrl-C finishes those that were begun, and ends.\n')
  await ending
  await worker.close()
  return 0
}
