/**
 * What a kind of generated map is: a line about it, its options with their bounds and preset values (the command line's
 * help and the checks of `generate` both come from this one table), and the function that fills the grid.
 */

import type { CostColumn } from '../grid.ts'

export interface NumberOption {
  readonly type: 'whole' | 'share'
  readonly preset: number
  readonly min: number
  readonly max: number
  readonly about: string
}

export interface FlagOption {
  readonly type: 'flag'
  readonly preset: boolean
  readonly about: string
}

export type OptionSpec = NumberOption | FlagOption

/** The values that a table of options stands for. */
export type OptionValues<Specs> = {
  -readonly [Name in keyof Specs]: Specs[Name] extends FlagOption ? boolean : number
}

/** The blank sheet a generator draws on. Every cell of `cost` is 0 at first. */
export interface Sheet {
  readonly width: number
  readonly height: number
  readonly cost: CostColumn
  readonly seed: number
}

export interface Kind<Specs extends Readonly<Record<string, OptionSpec>>> {
  /** One line for people. */
  readonly about: string
  readonly options: Specs
  /** What a cell's cost takes: one byte where nothing is said. */
  readonly costBytes?: 2
  fill(sheet: Sheet, options: OptionValues<Specs>): void
}

/** Declares a kind, so that `fill` gets the values its own table of options describes. */
export function defineKind<const Specs extends Readonly<Record<string, OptionSpec>>>(kind: Kind<Specs>): Kind<Specs> {
  return kind
}

export function whole(preset: number, min: number, max: number, about: string): NumberOption {
  return { type: 'whole', preset, min, max, about }
}

/** A part of the whole, 0..1. */
export function share(preset: number, about: string): NumberOption {
  return { type: 'share', preset, min: 0, max: 1, about }
}

export function flag(preset: boolean, about: string): FlagOption {
  return { type: 'flag', preset, about }
}
