/**
 * The properties of units, a column for each, and the checks of what callers give. A unit is a number; numbers of removed
 * units are used again.
 */

import { type AllOf, checkValue, optionsOf } from '../base/given.ts'
import { grownTo } from '../base/growing.ts'
import { number, whole } from '../base/kinds.ts'
import { NEAR_MAX } from '../kernel/crowd-layout.ts'

const REALS = [
  ...(['x', 'y', 'vx', 'vy', 'wishX', 'wishY', 'radius', 'speed'] as const),
  ...(['turn', 'wasX', 'wasY', 'slowSeconds'] as const),
]

export class UnitColumns {
  /** One more than the highest number ever used. */
  end = 0
  x = new Float64Array(0)
  y = new Float64Array(0)
  /** The velocity of the last step, in cells a second. */
  vx = new Float64Array(0)
  vy = new Float64Array(0)
  wishX = new Float64Array(0)
  wishY = new Float64Array(0)
  radius = new Float64Array(0)
  speed = new Float64Array(0)
  turn = new Float64Array(0)
  /** Where the unit was when the crowd last looked for jams; not a number for one added or placed since. */
  wasX = new Float64Array(0)
  wasY = new Float64Array(0)
  /** For how long the unit has come less far than it could at every look. */
  slowSeconds = new Float64Array(0)
  isPresent = new Uint8Array(0)
  private readonly removed: number[] = []

  get count(): number {
    return this.end - this.removed.length
  }

  /** The highest speed of a present unit. */
  fastest(): number {
    let fastest = 0
    for (let unit = 0; unit < this.end; unit++) {
      if (this.isPresent[unit] === 1 && this.speed[unit] > fastest) fastest = this.speed[unit]
    }
    return fastest
  }

  add(x: number, y: number, radius: number, speed: number): number {
    const unit = this.removed.pop() ?? this.end
    if (unit === this.end) {
      if (unit === this.x.length) this.grow()
      this.end++
    }
    this.x[unit] = x
    this.y[unit] = y
    this.vx[unit] = this.vy[unit] = this.wishX[unit] = this.wishY[unit] = 0
    this.radius[unit] = radius
    this.speed[unit] = speed
    this.turn[unit] = 0
    this.wasX[unit] = Number.NaN
    this.slowSeconds[unit] = 0
    this.isPresent[unit] = 1
    return unit
  }

  remove(unit: number): void {
    this.isPresent[unit] = 0
    this.removed.push(unit)
  }

  private grow(): void {
    const length = Math.max(64, 2 * this.x.length)
    for (const name of REALS) this[name] = grownTo(this[name], length)
    this.isPresent = grownTo(this.isPresent, length)
  }
}

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
