/**
 * Generates maps. The same kind, size, seed and options give the same bytes on every machine.
 */
import { type Kind, optionsOf, refuse, textOf } from '../../base/given.ts'
import { FLAG, number, whole } from '../../base/kinds.ts'
import { allocateCosts, type CostColumn, type Grid } from '../grid.ts'
import type { Drawing, Expanse, FillStretch, OptionSpec, OptionValues } from './kind.ts'
import { roads } from './roads.ts'
import { maze, rooms } from './rooms.ts'
import { caves, open, scatter } from './scatter.ts'
import { bands, elevation, relief, rivers, terrain } from './slopes.ts'

export type { FlagOption, NumberOption, OptionSpec } from './kind.ts'

const kinds = { terrain, rooms, maze, scatter, caves, open, roads, rivers, bands, elevation, relief }

export type KindName = keyof typeof kinds

type AnyDrawing = Drawing<Record<string, number | boolean>>

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
  const { expanse, values } = checked(kind, options)
  const { width, height } = expanse
  const cost = allocateCosts(width, height, generatorKinds[kind].costBytes ?? 1)
  const chosen = kinds[kind] as AnyDrawing
  if ('fill' in chosen) chosen.fill({ ...expanse, cost }, values)
  else fillRows(chosen.stretches(expanse, values), 0, 0, width, cost)
  return { width, height, cost: cost as GeneratedCosts<Name> }
}

/** The costs of a window of a map, row by row. */
export type CostsOfWindow<Costs extends CostColumn = CostColumn> = (
  x: number,
  y: number,
  width: number,
  height: number,
) => Costs

/**
 * Makes windows of a map that may be larger than an atlas, one at a time; where `generate` makes the map whole, its cells are
 * the same. Some kinds cannot: those draw across the whole map.
 */
export function generateWindows<Name extends KindName>(
  kind: Name,
  options: GenerateOptions<Name>,
): CostsOfWindow<GeneratedCosts<Name>> {
  const { expanse, values } = checked(kind, options)
  for (const side of [expanse.width, expanse.height]) {
    if (!Number.isSafeInteger(side) || side < 1) {
      refuse(`A side of the map is ${textOf(side)}: it must be a whole number of cells.`)
    }
  }
  const chosen = kinds[kind] as AnyDrawing
  if ('fill' in chosen) {
    const able = Object.entries(kinds).filter(([, other]) => 'stretches' in other)
    refuse(
      `The generator '${kind}' draws across the whole map: windows are made by ${able.map(([name]) => name).join(', ')}.`,
    )
  }
  const fill = chosen.stretches(expanse, values)
  return (x, y, width, height) => {
    const cost = allocateCosts(width, height, generatorKinds[kind].costBytes ?? 1)
    fillRows(fill, x, y, width, cost)
    return cost as GeneratedCosts<Name>
  }
}

function fillRows(fill: FillStretch, x: number, y: number, width: number, cost: CostColumn): void {
  for (let at = 0; at < cost.length; at += width) fill(x, y++, cost.subarray(at, at + width))
}

function checked<Name extends KindName>(
  kind: Name,
  options: GenerateOptions<Name>,
): { readonly expanse: Expanse; readonly values: Record<string, number | boolean> } {
  if (!Object.hasOwn(kinds, kind)) {
    refuse(`There is no generator '${textOf(kind)}'. Known are ${Object.keys(kinds).join(', ')}.`)
  }
  const specs: Readonly<Record<string, OptionSpec>> = kinds[kind].options
  const ofKind = Object.entries(specs).map(([name, spec]) => [name, kindOf(spec)])
  const known = { width: true, height: true, seed: whole(0, 0xffffffff), ...Object.fromEntries(ofKind) } as const
  const { width, height, seed = 1, ...given } = optionsOf<GenerateOptions>(options, known) as GenerateOptions
  const values: Record<string, number | boolean> = {}
  for (const [name, { preset }] of Object.entries(specs)) values[name] = given[name as keyof typeof given] ?? preset
  return { expanse: { width, height, seed }, values }
}

function kindOf(spec: OptionSpec): Kind {
  if (spec.type === 'flag') return FLAG
  return spec.type === 'whole' ? whole(spec.min, spec.max) : number(spec.min, spec.max)
}
