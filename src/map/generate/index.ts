/**
 * Maps that can be made instead of stored. The same kind, size, seed and options give the same bytes on every machine.
 */
import { IsthmusError } from '../../base/errors.ts'
import { allocateCosts, type Grid } from '../grid.ts'
import { bands } from './bands.ts'
import { caves } from './caves.ts'
import { elevation } from './elevation.ts'
import type { OptionSpec, OptionValues, Sheet } from './kind.ts'
import { maze } from './maze.ts'
import { open } from './open.ts'
import { relief } from './relief.ts'
import { rivers } from './rivers.ts'
import { roads } from './roads.ts'
import { rooms } from './rooms.ts'
import { scatter } from './scatter.ts'
import { terrain } from './terrain-map.ts'

export type { FlagOption, NumberOption, OptionSpec } from './kind.ts'

const kinds = { terrain, rooms, maze, scatter, caves, open, roads, rivers, bands, elevation, relief }

export type KindName = keyof typeof kinds

/** A kind as the command line's help prints it: a line about it, its options, and what a cell's cost takes if not one byte. */
export interface GeneratorKind {
  readonly about: string
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly costBytes?: 2
}

export const generatorKinds: Readonly<Record<KindName, GeneratorKind>> = kinds

export type GenerateOptions<Name extends KindName = KindName> = {
  readonly width: number
  readonly height: number
  /** A whole number, 0..2^32-1; 1 when not given. */
  readonly seed?: number
} & Readonly<Partial<OptionValues<(typeof kinds)[Name]['options']>>>

/** Costs are of one byte but where a kind asks for two. */
export type GeneratedCosts<Name extends KindName> = Name extends 'relief' ? Uint16Array : Uint8Array

/** Makes a map of a kind. The names of the kinds and their options are in `generatorKinds`. */
export function generate<Name extends KindName>(
  kind: Name,
  options: GenerateOptions<Name>,
): Grid<GeneratedCosts<Name>> {
  if (!Object.hasOwn(kinds, kind)) {
    throw new IsthmusError(
      'BAD_ARGUMENT',
      `There is no generator '${kind}'. Known are ${Object.keys(kinds).join(', ')}.`,
    )
  }
  const { width, height, seed = 1, ...given } = options
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new IsthmusError('BAD_ARGUMENT', `The seed is ${seed}: it must be a whole number from 0 to 4294967295.`)
  }
  const chosen = kinds[kind]
  const values = checkOptions(kind, chosen.options, given)
  const cost = allocateCosts(width, height, generatorKinds[kind].costBytes ?? 1)
  const fill = chosen.fill as (sheet: Sheet, values: Record<string, number | boolean>) => void
  fill({ width, height, cost, seed }, values)
  return { width, height, cost: cost as GeneratedCosts<Name> }
}

function checkOptions(
  kind: string,
  specs: Readonly<Record<string, OptionSpec>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, number | boolean> {
  const values: Record<string, number | boolean> = {}
  for (const [name, spec] of Object.entries(specs)) values[name] = spec.preset
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (!Object.hasOwn(specs, name)) {
      const known = Object.keys(specs)
      throw new IsthmusError(
        'BAD_ARGUMENT',
        `The generator '${kind}' has no option '${name}'. ${known.length > 0 ? `It has ${known.join(', ')}.` : 'It has none.'}`,
      )
    }
    values[name] = checkValue(name, specs[name], value)
  }
  return values
}

function checkValue(name: string, spec: OptionSpec, value: unknown): number | boolean {
  if (spec.type === 'flag') {
    if (typeof value === 'boolean') return value
    throw new IsthmusError('BAD_ARGUMENT', `The option '${name}' is ${value}: it must be true or false.`)
  }
  const isNumber = typeof value === 'number' && (spec.type === 'whole' ? Number.isInteger(value) : !Number.isNaN(value))
  if (isNumber && value >= spec.min && value <= spec.max) return value
  const what = spec.type === 'whole' ? 'a whole number' : 'a number'
  throw new IsthmusError(
    'BAD_ARGUMENT',
    `The option '${name}' is ${value}: it must be ${what} from ${spec.min} to ${spec.max}.`,
  )
}
