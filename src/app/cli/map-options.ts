/** The options of every command that reads a map: for map files, and for costs of things drawn in a map editor. */
import type { ReadMapOptions } from '../../index.ts'
import { SIDE_MAX_CELLS } from '../../map/grid.ts'
import { type MapFormat, mapFormats } from '../../maps.ts'
import type { ReadWorldOptions } from '../../world.ts'
import { type Arguments, oneOf, wholeNumber } from './arguments.ts'
import type { Io } from './io.ts'
import { optionWords, usageProblem } from './problem.ts'

/** Rows of a page. */
export const PLAIN_MAP_OPTIONS = `
      --raw-width N  the file is bare cost bytes, row by row, of a map N cells wide
      --raw-bits 8|16  with --raw-width: how many bits a cost has; 16 are little-endian (8)
      --wall-below N  PNG: pixels darker than N are walls, 0 black to 255 white (128)
      --grey-is-cost  PNG: each grey is a cost as it stands, of 8 or 16 bits; black is a wall
      --colours LIST  PNG: the cost of each colour, 0 for a wall, as in ffffff=1,1e90ff=0,228b22=4
`.trim()

export const MAP_OPTIONS = `${PLAIN_MAP_OPTIONS}
      --cost NAME=N ..  Tiled, LDtk: what tiles, IntGrid values and layers of this name cost, 0 for a wall
      --empty N  Tiled, LDtk: the cost of a cell without a drawing, 0 for a wall
      --root FOLDER  Tiled, LDtk: the folder that holds all files which the map names (the map's own)`

export const ONLY_OPTION = '--only NAME  the map to take from a file with several'

const COST_MAX = 255

/** Reads these options. Warnings go to standard error, because they are for people. */
export function mapOptionsOf(args: Arguments, io: Io): ReadMapOptions {
  const width = args.whole('raw-width', 1, SIDE_MAX_CELLS, undefined)
  const wallBelow = args.whole('wall-below', 0, 256, undefined)
  const colours = args.text('colours')
  if (args.has('raw-bits') && width === undefined) throw usageProblem('--raw-bits goes with --raw-width N.')
  const onWarning = (sentence: string) => io.err(`Note: ${optionWords(sentence)}\n`)
  return {
    onWarning,
    ...(width !== undefined && { width }),
    ...(args.has('raw-bits') && { bits: args.choice('raw-bits', ['8', '16']) === '16' ? 16 : 8 }),
    ...(wallBelow !== undefined && { wallBelow }),
    ...(args.has('grey-is-cost') && { greyIsCost: true }),
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
    costOfColour[`#${match[1].toLowerCase()}`] = wholeNumber(`The cost of colour ${match[1]}`, match[2], 0, COST_MAX)
  }
  return costOfColour
}

export function editorOptionsOf(args: Arguments): ReadWorldOptions {
  const costs: Record<string, number> = Object.create(null)
  for (const text of args.all('cost')) {
    const equals = text.lastIndexOf('=')
    if (equals < 1) throw usageProblem(`--cost ${text} has no name or no cost: write NAME=N, such as swamp=4.`)
    const name = text.slice(0, equals)
    costs[name] = wholeNumber(`The cost of ${name}`, text.slice(equals + 1), 0, COST_MAX)
  }
  const empty = args.whole('empty', 0, COST_MAX, undefined)
  return { costs, ...(empty !== undefined && { empty }) }
}

/** The format named by --format, else the one of the file name's ending. */
export function formatFor(path: string, args: Arguments): MapFormat {
  const names = mapFormats.map(format => format.name)
  const given = args.text('format')
  const name = given === undefined ? undefined : oneOf('--format', given, names)
  const extension = /\.([^./\\]+)$/.exec(path)?.[1].toLowerCase() ?? ''
  const isMeant = (format: MapFormat) =>
    name === undefined ? format.extensions.includes(extension) : format.name === name
  const format = mapFormats.find(isMeant)
  if (format !== undefined) return format
  const known = mapFormats.map(candidate => `.${candidate.extensions[0]} (${candidate.name})`).join(', ')
  throw usageProblem(
    `The name ${path} does not say in which format to write. Give it one of these endings: ${known}; or say it with --format.`,
  )
}
