/** The routes that searches for many answers get from their finder: found ones, or along known paths. */
import type { AtlasColumns } from '../atlas/columns.ts'
import type { Point } from '../base/answer.ts'
import { type Bends, turnRound } from '../cells/bends.ts'
import type { Wave } from '../wave/wave.ts'
import { Field, type FieldMap } from './field.ts'
import type { Route } from './route.ts'

export interface Routes {
  /** Whether the traveller's turns are limited, so that it cannot walk every path on free cells. */
  readonly isTurning: boolean
  find(start: Point, goal: Point): Route
  /** The route along a cheapest path. */
  along(start: Point, goal: Point, bends: Bends): Route
}

/** A field, and the wave that it reads. */
export interface WaveField {
  readonly columns: AtlasColumns
  readonly wave: Wave
  readonly field: Field
}

/** The field of one free cell, with its wave at hand. */
export function waveFieldOf({ columns, waves }: FieldMap, point: Point): WaveField {
  const wave = waves.make()
  const map = { columns, waves: { make: () => wave, reserve: () => {} } }
  return { columns, wave, field: new Field(() => map, [point]) }
}

/** The bends of a path from where a field leads, to this cell. */
export function bendsFrom(field: Field, x: number, y: number): Bends {
  const bends = field.trace(x, y)
  turnRound(bends)
  return bends
}
