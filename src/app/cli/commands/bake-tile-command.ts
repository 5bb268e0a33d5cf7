/**
 * `isthmus bake-tile`: one tile of a plan, for schedulers that count jobs.
 */
import { type TileDone, tileCountOf } from '../../../tiled.ts'
import { openPlan } from '../../farm/open-plan.ts'
import { runTileJob } from '../../farm/tile-job.ts'
import { type Arguments, isGiven, textOf } from '../arguments.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { type Io, printJson } from '../io.ts'
import { usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { wholeNumber } from '../values.ts'
import { bytesText, counted, durationText } from '../words.ts'

/** What schedulers count their jobs with: Kubernetes, AWS Batch, and Slurm. */
const INDEX_VARIABLES = ['JOB_COMPLETION_INDEX', 'AWS_BATCH_JOB_ARRAY_INDEX', 'SLURM_ARRAY_TASK_ID']

export const bakeTileCommand: Command = {
  name: 'bake-tile',
  summary: 'bake one tile of a plan, as a job of a scheduler',
  usage: 'PLAN [--index N] [--of M]',
  operands: [{ name: 'PLAN', about: 'the place of a plan: a folder or s3://bucket/prefix' }],
  options: [
    { name: 'index', values: ['N'], about: `which tile, from 0 on; unless given, ${INDEX_VARIABLES.join(' or ')}` },
    { name: 'of', values: ['M'], about: 'bake every M-th tile from N on: for plans of more tiles than jobs' },
    JSON_OPTION,
  ],
  details: [
    'A tile that is baked already is left alone, so jobs may be repeated. Jobs know nothing of each other: any machines ' +
      'bake any tiles in any order, and the bytes are the same.',
    'Buckets take their keys from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL_S3.',
  ],
  json: [
    ['plan', 'the place, as it was named'],
    ['tiles[]', 'index, name, bytes, freeCells, islands, entries; isNew is false where it was baked before'],
    ['elapsedMs', 'in milliseconds'],
    ['peakMemoryBytes', 'the most memory that the process held'],
  ],
  examples: [
    { line: 'isthmus bake-tile /mnt/world --index 17', about: 'Bakes tile 17.' },
    {
      line: 'isthmus bake-tile s3://maps/planet --index 3 --of 100',
      about: 'Bakes the fourth hundredth of all tiles.',
    },
  ],
  run: runBakeTile,
}

async function runBakeTile(args: Arguments, io: Io): Promise<0> {
  const [place] = args.operands
  const index = indexOf(args)
  const step = textOf(args, 'of')
  const { plan, key } = await openPlan(place)
  const count = tileCountOf(plan)
  const jobs = step === undefined ? Infinity : wholeNumber('--of', step, 1, 1_000_000)
  if (index >= Math.min(count, jobs)) {
    throw usageProblem(
      `The index is ${index}: ${place} has tiles 0 to ${count - 1}${jobs < count ? ` for ${jobs} jobs` : ''}.`,
    )
  }
  const startMs = io.nowMs()
  const tiles: TileDone[] = []
  const total = step === undefined ? 1 : Math.ceil((count - index) / jobs)
  await withProgress(io, async progress => {
    for (let tile = index; tile < count && tiles.length < total; tile += jobs) {
      const onPart = (share: number) => progress.update(`tile ${tile}`, (tiles.length + share) / total)
      tiles.push(await runTileJob({ place, key, index: tile }, onPart))
    }
  })
  const elapsedMs = io.nowMs() - startMs
  const peakMemoryBytes = process.resourceUsage().maxRSS * 1024
  if (isGiven(args, 'json')) printJson(io, { plan: place, tiles, elapsedMs, peakMemoryBytes })
  else {
    for (const tile of tiles) io.out(tileText(tile))
    io.out(`${counted(tiles.length, 'tile')} in ${durationText(elapsedMs)}.\n`)
  }
  return 0
}

function tileText({ index, isNew, bytes, islands, entries }: TileDone): string {
  const what = `${bytesText(bytes)}, ${counted(islands, 'island')}, ${counted(entries, 'entry', 'entries')} on its border`
  return `Tile ${index}: ${isNew ? what : 'was baked before'}.\n`
}

function indexOf(args: Arguments): number {
  const given = textOf(args, 'index')
  if (given !== undefined) return wholeNumber('--index', given, 0, 1_048_576)
  for (const name of INDEX_VARIABLES) {
    const text = process.env[name]
    if (text !== undefined && text !== '') return wholeNumber(name, text, 0, 1_048_576)
  }
  throw usageProblem(`The index is missing: add --index N, or set ${INDEX_VARIABLES[0]}.`)
}
