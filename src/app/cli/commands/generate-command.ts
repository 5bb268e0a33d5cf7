/**
 * `isthmus generate`: makes a map of a kind. Its options come from the generators' own tables, so a new generator
 * appears here by itself.
 */
import { type GenerateOptions, generate, type KindName } from '../../../index.ts'
import { SIDE_MAX_CELLS } from '../../../map/grid.ts'
import { generatorKinds, mapFormats, type OptionSpec } from '../../../maps.ts'
import { type Arguments, oneOf } from '../arguments.ts'
import { type Command, pageOf } from '../command.ts'
import { effortSince, type Io, outputOf } from '../io.ts'
import { formatFor } from '../map-options.ts'
import { usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { bytesText, countText, durationText, percentText } from '../words.ts'

const KIND_NAMES = Object.keys(generatorKinds) as KindName[]
/** Kinds share names of options, and a shared name takes the same sort of value everywhere. */
const OPTION_NAMES = new Set(KIND_NAMES.flatMap(kind => Object.keys(generatorKinds[kind].options)))

export const generateCommand: Command = {
  name: 'generate',
  summary: 'make a map: terrain, rooms, caves, a maze',
  run: runGenerate,
  ...pageOf(`
    KIND (--size N | --width W --height H) [--seed S] [options] -o MAP

    The same kind, size, seed and options give the same map on every machine.

    Arguments:
      KIND  what to make: ${KIND_NAMES.join(', ')}

    Options:
      -o, --out MAP  the file to write, - for standard output; its ending chooses the format
      --format NAME  ${mapFormats.map(({ name }) => name).join(', ')}, whatever the ending
      --size N  width and height, in cells
      --width W  width, in cells
      --height H  height, in cells
      --seed S  a whole number; another seed makes another map (1)

    Kinds:
      ${KIND_NAMES.map(kind => `${kind}  ${generatorKinds[kind].about}`).join('\n')}

    ${KIND_NAMES.map(optionsOf).join('')}
    JSON:
      map  the file, as it was named
      format  of the file: movingai, png, raw or text
      kind, width, height, seed  what makes the same map again, with its other options
      freeCells  cells that are no walls
      bytes  size of the file
      elapsedMs  time to make and to write it, in milliseconds

    Examples:
      isthmus generate terrain --size 2048 --seed 7 -o world.map  Coasts and islands, 2048 x 2048 cells.
      isthmus generate maze --width 600 --height 400 --corridor-cells 3 -o maze.png  A maze with corridors 3 cells wide,
        as a picture.
  `),
}

async function runGenerate(args: Arguments, io: Io): Promise<0> {
  const kind = oneOf('KIND', args.operands[0], KIND_NAMES)
  const output = outputOf(args, io, 'MAP')
  const format = formatFor(output.path, args)
  const { width, height } = sizeOf(args)
  const seed = args.whole('seed', 0, 0xffffffff, 1)
  const options = { width, height, seed, ...kindValues(args, kind) } as GenerateOptions
  await output.check([])

  const startMs = io.nowMs()
  const { grid, bytes } = await withProgress(io, progress => {
    progress.announce(`making ${countText(width * height)} cells`)
    const grid = generate(kind, options)
    return { grid, bytes: format.write(grid) }
  })
  await output.write(bytes)
  const { elapsedMs } = effortSince(startMs, io)

  let freeCells = 0
  for (const cost of grid.cost) if (cost !== 0) freeCells++
  const free = percentText((100 * freeCells) / grid.cost.length)
  output.tell(
    `${output.path}: ${kind} of ${countText(width)} x ${countText(height)} cells, seed ${seed}, ${free} free; ` +
      `${bytesText(bytes.length)} of ${format.name}, made in ${durationText(elapsedMs)}.\n`,
    { map: output.path, format: format.name, kind, width, height, seed, freeCells, bytes: bytes.length, elapsedMs },
  )
  return 0
}

function sizeOf(args: Arguments): { width: number; height: number } {
  const [size, width, height] = ['size', 'width', 'height'].map(name => args.whole(name, 1, SIDE_MAX_CELLS, undefined))
  if (size !== undefined && (width ?? height) !== undefined) {
    throw usageProblem('--size stands for both sides: give either --size, or --width and --height.')
  }
  if (size !== undefined) return { width: size, height: size }
  if (width === undefined || height === undefined) {
    throw usageProblem('The size is missing: give --size N, or --width W and --height H.')
  }
  return { width, height }
}

/** The given values of this kind's options; refuses options of other kinds. */
function kindValues(args: Arguments, kind: KindName): Record<string, number | boolean> {
  const values: Record<string, number | boolean> = {}
  for (const name of OPTION_NAMES) {
    const flag = dashed(name)
    if (!args.has(flag)) continue
    const spec: OptionSpec | undefined = generatorKinds[kind].options[name]
    if (spec === undefined) throw usageProblem(`--${flag} is no option of ${kind}.`)
    if (spec.type === 'flag') values[name] = true
    else if (spec.type === 'whole') values[name] = args.whole(flag, spec.min, spec.max, spec.preset)
    else values[name] = args.plain(flag, spec.min, spec.max, spec.preset)
  }
  return values
}

/** A section of the page; empty for a kind without options. */
function optionsOf(kind: KindName): string {
  const options: Readonly<Record<string, OptionSpec>> = generatorKinds[kind].options
  const rows = Object.entries(options).map(([name, spec]) => {
    if (spec.type === 'flag') return `--${dashed(name)}  ${spec.about}\n`
    return `--${dashed(name)} ${spec.type === 'whole' ? 'N' : 'SHARE'}  ${spec.about} (${spec.preset})\n`
  })
  return rows.length === 0 ? '' : `Options of ${kind}:\n${rows.join('')}\n`
}

/** `corridorCells` is --corridor-cells. */
function dashed(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
