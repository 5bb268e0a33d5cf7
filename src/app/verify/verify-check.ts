/**
 * A check of `isthmus verify`: it looks at one thing an atlas says of its map, in full or in a sample, and tells what
 * it looked at. The first contradiction ends it.
 */
import type { Atlas, Grid } from '../../index.ts'
import type { Finding } from '../../proof/truth/finding.ts'

export type { Finding }

export interface Subject {
  readonly grid: Grid
  readonly atlas: Atlas
  /** How many pairs of cells to try where a check of all would take too long. */
  readonly samples: number
  readonly seed: number
}

export interface Check {
  readonly name: string
  /** `onProgress` hears how much of it is done, 0..1. */
  run(subject: Subject, onProgress: (fraction: number) => void): Finding
}
