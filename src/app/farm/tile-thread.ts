/**
 * A thread of `isthmus farm`: bakes one tile after the other.
 */
import { parentPort } from 'node:worker_threads'
import type { TileDone } from '../../tiled.ts'
import { runTileJob, sparingly, type TileJob } from './open-plan.ts'

/** A message of a thread: its progress, a finished tile, or the reason of a failure. */
export type ThreadWord =
  | { readonly part: number }
  | { readonly done: TileDone }
  | { readonly failure: { readonly message: string } }

const PART_EVERY_MS = 250

const port = parentPort!
const say = (word: ThreadWord) => port.postMessage(word)

port.on('message', async (job: TileJob) => {
  try {
    say({
      done: await runTileJob(
        job,
        sparingly(PART_EVERY_MS, part => say({ part })),
      ),
    })
  } catch (error) {
    say({ failure: { message: error instanceof Error ? error.message : String(error) } })
  }
})
