/**
 * What a worker of the queue runs in a process of its own. So a bake that dies does not end the worker, and the worker
 * can always answer Redis, however long a bake takes.
 */
import type { SandboxedJob } from 'bullmq'
import { IsthmusError, type TileDone } from '../../../tiled.ts'
import { runTileJob, sparingly, type TileJob } from '../open-plan.ts'

const PART_EVERY_MS = 2000
/** Codes of errors that every further try would repeat. */
const HOPELESS = /^(BAD_|TOO_LARGE)/

// A killed worker cannot end this process, but its end of the channel closes. The signal removes half-written files.
process.once('disconnect', () => process.kill(process.pid, 'SIGHUP'))

export default async function processTile(job: SandboxedJob<TileJob, TileDone>): Promise<TileDone> {
  // A lost report does not matter.
  const onPart = (part: number) => void job.updateProgress(part).catch(() => {})
  try {
    return await runTileJob(job.data, sparingly(PART_EVERY_MS, onPart))
  } catch (error) {
    // The queue makes no further try after an error of this name.
    if (error instanceof IsthmusError && HOPELESS.test(error.code)) error.name = 'UnrecoverableError'
    throw error
  }
}
