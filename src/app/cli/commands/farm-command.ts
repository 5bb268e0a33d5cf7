/**
 * `isthmus farm`: all tiles of a plan and the crown above them, on this machine's threads or by the workers of a queue.
 */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { openPlan } from '../../farm/open-plan.ts'
import { isRemote } from '../../farm/plan-place.ts'
import { type Drive, type Harvest, runFarm } from '../../farm/run-farm.ts'
import type { Arguments } from '../arguments.ts'
import { type Command, JSON_OPTION, pageOf } from '../command.ts'
import { effortSince, type Io, printAnswer } from '../io.ts'
import { usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { counted, countText, durationText } from '../words.ts'
import { joinPlace, joinText } from './join-command.ts'

export const farmCommand: Command = {
  name: 'farm',
  summary: 'bake all tiles of a plan and join them',
  run: runFarmCommand,
  ...pageOf(`
    PLAN [--threads N | --redis URL]

    What is baked is not baked again: a farm that was stopped goes on where it was, and after a changed source is
    planned again, only tiles that see a change are baked. Ctrl-C finishes the tiles that were begun.

    Each tile takes memory as isthmus bake does for a map of its size: fewer threads take less.

    Arguments:
      PLAN  the place of a plan: a folder or s3://bucket/prefix

    Options:
      --threads N  tiles to bake at once on this machine (one per core)
      --redis URL  let the workers of this queue bake them: isthmus worker --redis URL
      --tiles-only  do not join the tiles
      --clean  after the join remove tiles and crowns of earlier plans from this place
      ${JSON_OPTION}

    JSON:
      plan  the place, as it was named
      tiles  how many the plan has
      bakedBefore  tiles that were baked when it began
      baked  tiles that it baked
      unchanged  tiles whose cells were as in an earlier plan, and that were taken from there
      failures[]  tiles that could not be baked: index, why
      crown, removed  as of isthmus join; null and 0 where they were not joined
      elapsedMs  in milliseconds
      peakMemoryBytes  the most memory that the process held, all threads together

    Examples:
      isthmus farm /mnt/world  Bakes on all cores of this machine, and joins.
      isthmus farm /mnt/world --redis redis://10.0.0.5:6379  Has workers bake, on any machines.
  `),
}

async function runFarmCommand(args: Arguments, io: Io): Promise<0 | 1> {
  const [named] = args.operands
  const url = args.text('redis')
  if (url !== undefined && args.has('threads')) {
    throw usageProblem('--threads is for this machine: workers have --tiles of their own.')
  }
  const threads = args.whole('threads', 1, 256, availableParallelism())
  const startMs = io.nowMs()
  // Threads and workers may run in other folders.
  const opened = await openPlan(isRemote(named) ? named : resolve(named))
  const stopping = new AbortController()
  const stop = () => {
    io.err('\nFinishing the tiles that were begun; Ctrl-C again ends at once.\n')
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    const drive = await driveOf(url, threads)
    const harvest = await withProgress(io, progress => runFarm(opened, drive, stopping.signal, io, progress))
    const isWhole = harvest.failures.length === 0 && !harvest.isStopped
    const joined = isWhole && !args.has('tiles-only') ? await joinPlace(opened, args, io) : null
    const { isStopped: _, ...told } = harvest
    const effort = effortSince(startMs, io)
    printAnswer(args, io, { plan: named, ...told, ...(joined ?? { crown: null, removed: 0 }), ...effort }, () => {
      return harvestText(named, harvest, effort.elapsedMs) + (joined === null ? '' : joinText(named, joined))
    })
    return isWhole ? 0 : 1
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}

/** The drive is loaded only when chosen, because it looks for programs beside its own file. */
async function driveOf(url: string | undefined, threads: number): Promise<Drive> {
  if (url !== undefined) return (await import('../../farm/queue/queue-drive.ts')).queueDrive(url)
  return (await import('../../farm/tile-threads.ts')).threadDrive(threads)
}

function harvestText(name: string, harvest: Harvest, elapsedMs: number): string {
  const { tiles, bakedBefore, baked, unchanged, failures, isStopped } = harvest
  const parts = [
    `${countText(baked)} baked`,
    ...(unchanged > 0 ? [`${countText(unchanged)} unchanged`] : []),
    ...(bakedBefore > 0 ? [`${countText(bakedBefore)} baked before`] : []),
    ...(failures.length > 0 ? [`${countText(failures.length)} failed`] : []),
  ]
  const next = failures.length > 0 || isStopped ? `Run isthmus farm ${name} again for the others.\n` : ''
  return `${name}: ${counted(tiles, 'tile')}, ${parts.join(', ')}, in ${durationText(elapsedMs)}.\n${next}`
}
