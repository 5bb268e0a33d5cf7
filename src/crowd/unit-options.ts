/**
 * Checks what callers give to a crowd, before anything is changed.
 */
import { type AllOf, nameOf, optionsOf, refuse } from '../base/given.ts'
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

const NAMES = { x: true, y: true, radius: true, speed: true } as const
const ABOVE_0 = number(Number.MIN_VALUE)
const FORESIGHT = { horizon: ABOVE_0, sight: ABOVE_0, neighbours: whole(1, NEAR_MAX) } satisfies AllOf<Foresight>

export function checkUnit(options: UnitOptions): UnitOptions {
  // A game's units have more properties, so unknown names are refused only where one of these is missing.
  const isComplete = Object.keys(NAMES).every(name => options?.[name as keyof UnitOptions] !== undefined)
  const { x, y, radius, speed } = isComplete ? options : optionsOf(options, NAMES)
  checkFinite(x, 'The x of a unit')
  checkFinite(y, 'The y of a unit')
  checkPositive(radius, 'The radius of a unit')
  checkPositive(speed, 'The speed of a unit')
  if (radius < RADIUS_MIN) refuse(`The radius of a unit is ${radius}: ${RADIUS_MIN} cells is the least.`)
  return { x, y, radius, speed }
}

export function foresightOf(options: Partial<Foresight> | null | undefined): Foresight {
  const { horizon = 2, sight = 6, neighbours = 10 } = optionsOf<Partial<Foresight>>(options, FORESIGHT)
  return { horizon, sight, neighbours }
}

export function checkFinite(value: unknown, what: string): asserts value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    refuse(`${what} is ${nameOf(value)}: a finite number was expected.`)
  }
}

export function checkPositive(value: unknown, what: string): asserts value is number {
  checkFinite(value, what)
  if (value <= 0) refuse(`${what} is ${value}: a number above 0 was expected.`)
}
