/**
 * What a worker of the queue runs in a process of its own: a bake that dies takes no worker with it, and a worker always
 * answers Redis, however long a bake takes.
 */
import type { SandboxedJob } from 'bullmq'
import { IsthmusError, type TileDone } from '../../../tiled.ts'
import { runTileJob, sparingly, type TileJob } from '../tile-job.ts'

const PART_EVERY_MS = 2000
/** What is wrong in the same way however often it is tried. */
const HOPELESS = /^(BAD_|TOO_LARGE)/

// A worker that is killed cannot end this process, but its end of the channel closes. The signal removes a file half written.
process.once('disconnect', () => process.kill(process.pid, 'SIGHUP'))

export default async function processTile(job: SandboxedJob<TileJob, TileDone>): Promise<TileDone> {
  // Whether anybody hears it changes nothing.
  const onPart = (part: number) => void job.updateProgress(part).catch(() => {})
  try {
    return await runTileJob(job.data, sparingly(PART_EVERY_MS, onPart))
  } catch (error) {
    // By this name the queue knows that another try is useless.
    if (error instanceof IsthmusError && HOPELESS.test(error.code)) error.name = 'UnrecoverableError'
    throw error
  }
}
