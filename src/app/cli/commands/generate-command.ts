/**
 * `isthmus generate`: makes a map of a kind. Its options follow from the generators' own tables, so a new generator is
 * known here at once.
 */
import { type GenerateOptions, generate, type KindName } from '../../../index.ts'
import { SIDE_MAX_CELLS } from '../../../map/grid.ts'
import { generatorKinds, mapFormats, type OptionSpec } from '../../../maps.ts'
import { type Arguments, isGiven, type OptionDeclaration, textOf } from '../arguments.ts'
import { type Command, JSON_OPTION } from '../command.ts'
import { checkWritable, writeBytes } from '../files.ts'
import { optionText } from '../help.ts'
import type { Io } from '../io.ts'
import { formatFor } from '../map-options.ts'
import { outputOf } from '../output.ts'
import { usageProblem } from '../problem.ts'
import { withProgress } from '../progress.ts'
import { oneOf, plainNumber, wholeNumber } from '../values.ts'
import { bytesText, countText, durationText, percentText } from '../words.ts'

const KIND_NAMES = Object.keys(generatorKinds) as KindName[]

export const generateCommand: Command = {
  name: 'generate',
  summary: 'make a map: terrain, rooms, caves, a maze',
  usage: 'KIND (--size N | --width W --height H) [--seed S] [options] -o MAP',
  operands: [{ name: 'KIND', about: `what to make: ${KIND_NAMES.join(', ')}` }],
  options: [
    {
      name: 'out',
      short: 'o',
      values: ['MAP'],
      about: 'the file to write, - for standard output; its ending chooses the format',
    },
    {
      name: 'format',
      values: ['NAME'],
      about: `${mapFormats.map(({ name }) => name).join(', ')}, whatever the ending`,
    },
    { name: 'size', values: ['N'], about: 'width and height, in cells' },
    { name: 'width', values: ['W'], about: 'width, in cells' },
    { name: 'height', values: ['H'], about: 'height, in cells' },
    { name: 'seed', values: ['S'], about: 'a whole number; another seed makes another map (1)' },
    JSON_OPTION,
  ],
  details: ['The same kind, size, seed and options give the same map on every machine.'],
  specialOptions: specialOptions(),
  sections: [
    { title: 'Kinds', rows: KIND_NAMES.map(kind => [kind, generatorKinds[kind].about]) },
    ...KIND_NAMES.filter(kind => specsOf(kind).length > 0).map(kind => ({
      title: `Options of ${kind}`,
      rows: specsOf(kind).map(([name, spec]) => {
        const option = optionOf(name, spec)
        return [optionText(option), option.about] as const
      }),
    })),
  ],
  json: [
    ['map', 'the file, as it was named'],
    ['format', 'of the file: movingai, png, raw or text'],
    ['kind, width, height, seed', 'what makes the same map again, with its other options'],
    ['freeCells', 'cells that are no walls'],
    ['bytes', 'size of the file'],
    ['elapsedMs', 'time to make and to write it, in milliseconds'],
  ],
  examples: [
    {
      line: 'isthmus generate terrain --size 2048 --seed 7 -o world.map',
      about: 'Coasts and islands, 2048 x 2048 cells.',
    },
    {
      line: 'isthmus generate maze --width 600 --height 400 --corridor-cells 3 -o maze.png',
      about: 'A maze with corridors 3 cells wide, as a picture.',
    },
  ],
  run: runGenerate,
}

async function runGenerate(args: Arguments, io: Io): Promise<0> {
  const kind = oneOf('KIND', args.operands[0], KIND_NAMES)
  const output = outputOf(args, io, 'The name of the map is missing: add -o MAP.')
  const out = output.path
  const format = formatFor(out, textOf(args, 'format'))
  const { width, height } = sizeOf(args)
  const seedText = textOf(args, 'seed')
  const seed = seedText === undefined ? 1 : wholeNumber('--seed', seedText, 0, 0xffffffff)
  const options = { width, height, seed, ...kindValues(args, kind) } as GenerateOptions
  await checkWritable(out)

  const startMs = io.nowMs()
  const { grid, bytes } = await withProgress(io, progress => {
    progress.announce(`making ${countText(width * height)} cells`)
    const grid = generate(kind, options)
    return { grid, bytes: format.write(grid) }
  })
  await writeBytes(out, bytes)
  const elapsedMs = io.nowMs() - startMs

  let freeCells = 0
  for (const cost of grid.cost) if (cost !== 0) freeCells++
  const free = percentText((100 * freeCells) / grid.cost.length)
  output.tell(
    `${out}: ${kind} of ${countText(width)} x ${countText(height)} cells, seed ${seed}, ${free} free; ` +
      `${bytesText(bytes.length)} of ${format.name}, made in ${durationText(elapsedMs)}.\n`,
    { map: out, format: format.name, kind, width, height, seed, freeCells, bytes: bytes.length, elapsedMs },
  )
  return 0
}

function sizeOf(args: Arguments): { width: number; height: number } {
  const [size, width, height] = ['size', 'width', 'height'].map(name => {
    const text = textOf(args, name)
    return text === undefined ? undefined : wholeNumber(`--${name}`, text, 1, SIDE_MAX_CELLS)
  })
  if (size !== undefined && (width ?? height) !== undefined) {
    throw usageProblem('--size stands for both sides: give either --size, or --width and --height.')
  }
  if (size !== undefined) return { width: size, height: size }
  if (width === undefined || height === undefined) {
    throw usageProblem('The size is missing: give --size N, or --width W and --height H.')
  }
  return { width, height }
}

/** The values of this kind's options that were given; an option of another kind only is refused. */
function kindValues(args: Arguments, kind: KindName): Record<string, number | boolean> {
  const specs = new Map(specsOf(kind))
  const values: Record<string, number | boolean> = {}
  for (const name of specialNames()) {
    const flag = dashed(name)
    if (!isGiven(args, flag)) continue
    const spec = specs.get(name)
    if (spec === undefined) throw usageProblem(`--${flag} is no option of ${kind}.`)
    values[name] = spec.type === 'flag' ? true : specNumber(flag, spec, textOf(args, flag) ?? '')
  }
  return values
}

function specNumber(flag: string, spec: Exclude<OptionSpec, { type: 'flag' }>, text: string): number {
  const read = spec.type === 'whole' ? wholeNumber : plainNumber
  return read(`--${flag}`, text, spec.min, spec.max)
}

/**
 * Kinds share names of options, and a shared name takes the same sort of value everywhere: one declaration is enough.
 */
function specialOptions(): OptionDeclaration[] {
  const specs = new Map(KIND_NAMES.flatMap(specsOf))
  return [...specs].map(([name, spec]) => optionOf(name, spec))
}

function specialNames(): string[] {
  return [...new Map(KIND_NAMES.flatMap(specsOf)).keys()]
}

function specsOf(kind: KindName): [string, OptionSpec][] {
  return Object.entries(generatorKinds[kind].options)
}

function optionOf(name: string, spec: OptionSpec): OptionDeclaration {
  if (spec.type === 'flag') return { name: dashed(name), about: spec.about }
  const value = spec.type === 'whole' ? 'N' : 'SHARE'
  return { name: dashed(name), values: [value], about: `${spec.about} (${spec.preset})` }
}

/** `corridorCells` is --corridor-cells. */
function dashed(name: string): string {
  return name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}
