/**
 * The options that tell how a map file is to be read, for every command that reads one.
 */

import type { ReadMapOptions } from '../../index.ts'
import { SIDE_MAX_CELLS } from '../../map/grid.ts'
import { type MapFormat, mapFormats } from '../../maps.ts'
import type { Arguments, OptionDeclaration } from './arguments.ts'
import { isGiven, textOf } from './arguments.ts'
import { EDITOR_OPTIONS } from './editor-options.ts'
import type { Io } from './io.ts'
import { usageProblem } from './problem.ts'
import { oneOf, wholeNumber } from './values.ts'

export const MAP_OPTIONS: readonly OptionDeclaration[] = [
  { name: 'raw-width', values: ['N'], about: 'the file is bare cost bytes, row by row, of a map N cells wide' },
  { name: 'raw-bits', values: ['8|16'], about: 'with --raw-width: how many bits a cost has; 16 are little-endian (8)' },
  { name: 'wall-below', values: ['N'], about: 'PNG: pixels darker than N are walls, 0 black to 255 white (128)' },
  { name: 'grey-is-cost', about: 'PNG: each grey is a cost as it stands, of 8 or 16 bits; black is a wall' },
  {
    name: 'colours',
    values: ['LIST'],
    about: 'PNG: the cost of each colour, 0 for a wall, as in ffffff=1,1e90ff=0,228b22=4',
  },
  ...EDITOR_OPTIONS,
]

/** Warnings go to standard error: they are for people. */
export function mapOptionsOf(args: Arguments, io: Io): ReadMapOptions {
  const width = textOf(args, 'raw-width')
  const bits = textOf(args, 'raw-bits')
  if (bits !== undefined && width === undefined) throw usageProblem('--raw-bits goes with --raw-width N.')
  const wallBelow = textOf(args, 'wall-below')
  const colours = textOf(args, 'colours')
  const onWarning = (sentence: string) =>
    io.err(`Note: ${sentence.replace('greyIsCost', '--grey-is-cost').replace('wallBelow', '--wall-below')}\n`)
  return {
    onWarning,
    ...(width !== undefined && { width: wholeNumber('--raw-width', width, 1, SIDE_MAX_CELLS) }),
    ...(bits !== undefined && { bits: oneOf('--raw-bits', bits, ['8', '16']) === '16' ? 16 : 8 }),
    ...(wallBelow !== undefined && { wallBelow: wholeNumber('--wall-below', wallBelow, 0, 256) }),
    ...(isGiven(args, 'grey-is-cost') && { greyIsCost: true }),
    ...(colours !== undefined && { palette: costsOfColours(colours) }),
  }
}

function costsOfColours(text: string): Record<string, number> {
  const costOfColour: Record<string, number> = {}
  for (const part of text.split(',')) {
    const match = /^#?([0-9a-f]{6})=(\d+)$/i.exec(part.trim())
    if (match === null) {
      throw usageProblem(
        `--colours has "${part}": write each colour as six hexadecimal digits, = and its cost, as ffffff=1.`,
      )
    }
    costOfColour[`#${match[1].toLowerCase()}`] = wholeNumber(`The cost of colour ${match[1]}`, match[2], 0, 255)
  }
  return costOfColour
}

/** The format of a given name, else the one that the ending of the file's name asks for. */
export function formatFor(path: string, name: string | undefined): MapFormat {
  if (name === undefined) return formatOfName(path)
  const chosen = oneOf(
    '--format',
    name,
    mapFormats.map(format => format.name),
  )
  return mapFormats.find(format => format.name === chosen)!
}

function formatOfName(path: string): MapFormat {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? ''
  const format = mapFormats.find(candidate => candidate.extensions.includes(extension))
  if (format === undefined) {
    const known = mapFormats.map(candidate => `.${candidate.extensions[0]} (${candidate.name})`).join(', ')
    throw usageProblem(
      `The name ${path} does not say in which format to write. Give it one of these endings: ${known}; or say it with --format.`,
    )
  }
  return format
}
