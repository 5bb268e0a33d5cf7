/**
 * A proof of one thing that an atlas stores. It looks at all of it, not at a sample. The first contradiction ends it. It relies on the checks of opening (atlas/validate.ts), so every loop ends.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'

export interface Finding {
  /** What was checked, with counts. */
  readonly looked: string
  /** One sentence on the first contradiction; empty where there is none. */
  readonly problem: string
}

export interface Proof {
  readonly name: string
  /** `onProgress` gets the part that is done, 0 to 1. */
  run(columns: AtlasColumns, onProgress: (fraction: number) => void): Finding
}
