/**
 * A proof of one thing that an atlas says of itself: all of it is looked at, nothing in a sample, and nothing is taken from
 * the bake. The first contradiction ends it. What opening holds already (atlas/validate.ts) is taken for granted, so every
 * loop ends.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'

export interface Finding {
  /** What was looked at, and how much of it. */
  readonly looked: string
  /** One sentence on the first contradiction; empty where there is none. */
  readonly problem: string
}

export interface Proof {
  readonly name: string
  /** `onProgress` hears how much of it is done, 0..1. */
  run(columns: AtlasColumns, onProgress: (fraction: number) => void): Finding
}
