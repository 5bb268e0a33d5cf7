/**
 * A kind of generated map: a line about it, its options with bounds and preset values, and the function that fills the grid.
 * The command line's help and the checks of `generate` both come from this table.
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

/** Size and seed of a map. */
export interface Expanse {
  readonly width: number
  readonly height: number
  readonly seed: number
}

/** The blank sheet a generator draws on. Every cell of `cost` is 0 at first. */
export interface Sheet extends Expanse {
  readonly cost: CostColumn
}

/** Fills `cost`, all 0 at first, with the costs of row y from x on. */
export type FillStretch = (x: number, y: number, cost: CostColumn) => void

type OptionSpecs = Readonly<Record<string, OptionSpec>>

interface KindTable<Specs extends OptionSpecs> {
  /** One line for people. */
  readonly about: string
  readonly options: Specs
  /** Bytes of a cell's cost: one unless given. */
  readonly costBytes?: 2
}

/** A kind draws all of a map at once, or any stretch of a row alone. Then a map may be of any size. */
export type Drawing<Values> =
  | { fill(sheet: Sheet, values: Values): void }
  | { stretches(expanse: Expanse, values: Values): FillStretch }

export type Kind<Specs extends OptionSpecs> = KindTable<Specs> & Drawing<OptionValues<Specs>>

/** Declares a kind, so that its function gets the values its own table of options describes. */
export function defineKind<const Specs extends OptionSpecs>(kind: Kind<Specs>): Kind<Specs> {
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
