/**
 * The options that tell what the things drawn in a map editor cost, for every command that reads its files; and what a
 * person reads about such a file.
 */
import type { ReadWorldOptions } from '../../world.ts'
import { type Arguments, type OptionDeclaration, textOf } from './arguments.ts'
import type { Io } from './io.ts'
import { usageProblem } from './problem.ts'
import { wholeNumber } from './values.ts'

const COST_MAX = 255
const NOTES_TOLD_MAX = 20

export const EDITOR_OPTIONS: readonly OptionDeclaration[] = [
  {
    name: 'cost',
    values: ['NAME=N'],
    isMany: true,
    about: 'Tiled, LDtk: what tiles, IntGrid values and layers of this name cost, 0 for a wall',
  },
  { name: 'empty', values: ['N'], about: 'Tiled, LDtk: the cost of a cell without a drawing, 0 for a wall' },
]

export const ONLY_OPTION: OptionDeclaration = {
  name: 'only',
  values: ['NAME'],
  about: 'the map to take from a file with several',
}

export function editorOptionsOf(args: Arguments): ReadWorldOptions {
  const costs: Record<string, number> = Object.create(null)
  for (const text of args.valuesOf.get('cost') ?? []) {
    const equals = text.lastIndexOf('=')
    if (equals < 1) throw usageProblem(`--cost ${text} has no name or no cost: write NAME=N, such as swamp=4.`)
    const name = text.slice(0, equals)
    costs[name] = wholeNumber(`The cost of ${name}`, text.slice(equals + 1), 0, COST_MAX)
  }
  const empty = textOf(args, 'empty')
  return { costs, ...(empty !== undefined && { empty: wholeNumber('--empty', empty, 0, COST_MAX) }) }
}

/** Notes go to standard error: they are for people. */
export function tellNotes(notes: readonly string[], io: Io): void {
  for (const note of notes.slice(0, NOTES_TOLD_MAX)) io.err(`Note: ${note}\n`)
  if (notes.length > NOTES_TOLD_MAX) io.err(`Note: ${notes.length - NOTES_TOLD_MAX} more of these.\n`)
}
