/**
 * `isthmus farm` bakes all tiles of a plan and joins them, on this machine's threads or by the workers of a queue.
 * `isthmus worker` bakes what farms put into the queue, until it is stopped. `isthmus bake-tile` bakes one tile, for
 * schedulers that count jobs, and `isthmus join` then joins them.
 */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { joinTiles, removeLeftovers, type TileDone, tileCountOf } from '../../../tiled.ts'
import { type OpenedPlan, openPlan, runTileJob } from '../../farm/open-plan.ts'
import { isRemote } from '../../farm/plan-place.ts'
import { type Drive, type Harvest, runFarm } from '../../farm/run-farm.ts'
import { type Arguments, wholeNumber } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { effortSince, type Io, printAnswer, untilInterrupted } from '../io.ts'
import { usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { bytesText, counted, countText, durationText } from '../words.ts'

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

export const joinCommand: Command = {
  name: 'join',
  summary: 'make one map of the baked tiles of a plan',
  run: runJoin,
  ...pageOf(`
    PLAN

    It writes the crown: the levels above the tiles, the islands across them, and landmarks. It reads of each tile
    only what lies on its border. isthmus farm joins by itself; after isthmus bake-tile on other machines this is the
    last step.

    Arguments:
      PLAN  the place of a plan whose tiles are all baked

    Options:
      --clean  then remove tiles and crowns of earlier plans from this place

    JSON:
      plan  the place, as it was named
      crown  what joined them: name, bytes, tiles, entries between them, levels, islands
      removed  objects of earlier plans that --clean removed
      elapsedMs  in milliseconds
      peakMemoryBytes  the most memory that the process held

    Examples:
      isthmus join s3://maps/planet  Joins the tiles; isthmus path s3://maps/planet asks.
  `),
}

async function runJoin(args: Arguments, io: Io): Promise<0> {
  const [place] = args.operands
  const startMs = io.nowMs()
  const joined = await joinPlace(await openPlan(place), args, io)
  const effort = effortSince(startMs, io)
  printAnswer(args, io, { plan: place, ...joined, ...effort }, () => {
    return `${joinText(place, joined)}Joined in ${durationText(effort.elapsedMs)}.\n`
  })
  return 0
}

/** Joins; with --clean, `removed` counts the objects that it removed. */
async function joinPlace({ plan, store }: OpenedPlan, args: Arguments, io: Io) {
  const crown = await withProgress(io, progress =>
    joinTiles(plan, store, { onProgress: ({ done, total }) => progress.update('joining', done / total) }),
  )
  return { crown, removed: args.has('clean') ? (await removeLeftovers(plan, store)).length : 0 }
}

function joinText(name: string, { crown, removed }: Awaited<ReturnType<typeof joinPlace>>): string {
  const { tiles, islands, entries, bytes } = crown
  return (
    `${name}: ${counted(tiles, 'tile')} joined, ${counted(islands, 'island')}, ` +
    `${counted(entries, 'entry', 'entries')} between tiles, ${bytesText(bytes)}.\n` +
    `${removed > 0 ? `${counted(removed, 'object')} of earlier plans removed.\n` : ''}Try: isthmus path ${name} X,Y X,Y\n`
  )
}

/** The variables with which schedulers number their jobs: Kubernetes, AWS Batch, and Slurm. */
const INDEX_VARIABLES = ['JOB_COMPLETION_INDEX', 'AWS_BATCH_JOB_ARRAY_INDEX', 'SLURM_ARRAY_TASK_ID']
const INDEX_MAX = 1_048_576

export const bakeTileCommand: Command = {
  name: 'bake-tile',
  summary: 'bake one tile of a plan, as a job of a scheduler',
  run: runBakeTile,
  ...pageOf(`
    PLAN [--index N] [--of M]

    A tile that is baked already is left alone, so jobs may be repeated; one whose files are missing or damaged is baked
    again. Jobs know nothing of each other: any machines bake any tiles in any order, and the bytes are the same.

    Buckets take their keys from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL_S3.

    Arguments:
      PLAN  the place of a plan: a folder or s3://bucket/prefix

    Options:
      --index N  which tile, from 0 on; unless given, ${INDEX_VARIABLES.join(' or ')}
      --of M  bake every M-th tile from N on: for plans of more tiles than jobs

    JSON:
      plan  the place, as it was named
      tiles[]  index, name, bytes, freeCells, islands, entries; isNew is false where it was baked before
      elapsedMs  in milliseconds
      peakMemoryBytes  the most memory that the process held

    Examples:
      isthmus bake-tile /mnt/world --index 17  Bakes tile 17.
      isthmus bake-tile s3://maps/planet --index 3 --of 100  Bakes the fourth hundredth of all tiles.
  `),
}

async function runBakeTile(args: Arguments, io: Io): Promise<0> {
  const [place] = args.operands
  const index = indexOf(args)
  const { plan, key } = await openPlan(place)
  const count = tileCountOf(plan)
  const jobs = args.whole('of', 1, 1_000_000, Infinity)
  if (index >= Math.min(count, jobs)) {
    const most = `${place} has tiles 0 to ${count - 1}${jobs < count ? ` for ${jobs} jobs` : ''}`
    throw usageProblem(`The index is ${index}: ${most}.`)
  }
  const startMs = io.nowMs()
  const tiles: TileDone[] = []
  const total = args.has('of') ? Math.ceil((count - index) / jobs) : 1
  await withProgress(io, async progress => {
    for (let tile = index; tile < count && tiles.length < total; tile += jobs) {
      const onPart = (share: number) => progress.update(`tile ${tile}`, (tiles.length + share) / total)
      tiles.push(await runTileJob({ place, key, index: tile }, onPart))
    }
  })
  const effort = effortSince(startMs, io)
  printAnswer(args, io, { plan: place, tiles, ...effort }, () => {
    return `${tiles.map(tileText).join('')}${counted(tiles.length, 'tile')} in ${durationText(effort.elapsedMs)}.\n`
  })
  return 0
}

function tileText({ index, isNew, bytes, islands, entries }: TileDone): string {
  const what = `${bytesText(bytes)}, ${counted(islands, 'island')}, ${counted(entries, 'entry', 'entries')} on its border`
  return `Tile ${index}: ${isNew ? what : 'was baked before'}.\n`
}

function indexOf(args: Arguments): number {
  const given = args.whole('index', 0, INDEX_MAX, undefined)
  if (given !== undefined) return given
  const name = INDEX_VARIABLES.find(variable => (process.env[variable] ?? '') !== '')
  if (name === undefined) throw usageProblem(`The index is missing: add --index N, or set ${INDEX_VARIABLES[0]}.`)
  return wholeNumber(name, process.env[name]!, 0, INDEX_MAX)
}

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
