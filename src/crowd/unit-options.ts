/**
 * Checks what callers give to a crowd, before anything is changed.
 */
import { type AllOf, checkValue, optionsOf } from '../base/given.ts'
import { number, whole } from '../base/kinds.ts'
import { NEAR_MAX } from '../kernel/crowd-layout.ts'

/** A place in cells, with fractions; a radius in cells; the highest speed in cells a second. */
export interface UnitOptions {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly speed: number
}

export interface Foresight {
  /** Seconds for which a chosen velocity must be safe. */
  readonly horizon: number
  /** How far a unit sees others, middle to middle, in cells. */
  readonly sight: number
  /** The most others that a unit looks at, the nearest first. */
  readonly neighbours: number
}

export const RADIUS_MIN = 1e-3

/** A place or a speed along one axis. */
export const ANY_NUMBER = number()
export const ABOVE_0 = number(Number.MIN_VALUE)
const UNIT = { x: ANY_NUMBER, y: ANY_NUMBER, radius: number(RADIUS_MIN), speed: ABOVE_0 }
const NAMES = Object.keys(UNIT) as (keyof UnitOptions)[]
const FORESIGHT = { horizon: ABOVE_0, sight: ABOVE_0, neighbours: whole(1, NEAR_MAX) } satisfies AllOf<Foresight>

export function checkUnit(options: UnitOptions): UnitOptions {
  // A game's units have more properties, so unknown names are refused only where one of these is missing.
  if (!NAMES.every(name => options?.[name] !== undefined)) optionsOf(options, UNIT, NAMES)
  for (const name of NAMES) checkValue(options[name], UNIT[name], `The ${name} of a unit`)
  const { x, y, radius, speed } = options
  return { x, y, radius, speed }
}

export function foresightOf(options: Partial<Foresight> | null | undefined): Foresight {
  const { horizon = 2, sight = 6, neighbours = 10 } = optionsOf<Partial<Foresight>>(options, FORESIGHT)
  return { horizon, sight, neighbours }
}
