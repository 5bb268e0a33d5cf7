/**
 * `isthmus bake-tile`: one tile of a plan, for schedulers that count jobs.
 */
import { type TileDone, tileCountOf } from '../../../tiled.ts'
import { openPlan } from '../../farm/open-plan.ts'
import { runTileJob } from '../../farm/tile-job.ts'
import { type Arguments, wholeNumber } from '../arguments.ts'
import { type Command, JSON_OPTION, pageOf } from '../command.ts'
import { effortSince, type Io, printAnswer } from '../io.ts'
import { usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { bytesText, counted, durationText } from '../words.ts'

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
      ${JSON_OPTION}

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
