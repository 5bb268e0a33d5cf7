/**
 * Tables of levels above 0, made of those of the level below by the bake's own rules. Whoever makes them in pieces has lifts of
 * its own, since others may make some in between.
 */
import { GrowingShorts } from '../base/growing.ts'
import type { Work } from '../base/work.ts'
import { Lift } from '../level/lift.ts'
import type { LiveLevel } from './live-level.ts'

interface KnownLift {
  readonly lift: Lift
  readonly parentOfRegion: Int32Array
  readonly entryCount: number
}

export class Lifts {
  private readonly levels: readonly LiveLevel[]
  private readonly out = new GrowingShorts(4096)
  private readonly liftOfLevel: (KnownLift | null)[] = []

  /** Of any version: what is read of levels are their columns, which all versions share. */
  constructor(levels: readonly LiveLevel[]) {
    this.levels = levels
  }

  /** The table of a region, made of these children. */
  *make(level: LiveLevel, region: number, children: Int32Array): Work<Uint16Array> {
    this.out.length = 0
    const known = this.liftOf(level)
    // One that is left in the middle, since a commit has come, is full of what it was at: it is never used again.
    this.liftOfLevel[level.level] = null
    yield* known.lift.fill(region, children)
    this.liftOfLevel[level.level] = known
    return this.out.toArray()
  }

  /** Made again when a column that it holds was replaced. */
  private liftOf(level: LiveLevel): KnownLift {
    const lower = this.levels[level.level - 1]
    const known = this.liftOfLevel[level.level]
    const { parentOfRegion, entryCount } = lower
    if (known?.parentOfRegion === parentOfRegion && known.entryCount === entryCount) return known
    return { lift: new Lift(lower, parentOfRegion, level, this.out), parentOfRegion, entryCount }
  }
}
