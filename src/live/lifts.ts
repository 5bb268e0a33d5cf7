/**
 * Makes tables above level 0 from those of the level below, by the bake's own rules. Tables made in pieces need their
 * own `Lifts`: other tables may be made in between.
 */
import { growingShorts } from '../base/growing.ts'
import type { Work } from '../base/work.ts'
import { Lift, newLiftScratch } from '../level/lift.ts'
import type { LiveLevel } from './live-level.ts'

interface KnownLift {
  readonly lift: Lift
  readonly parentOfRegion: Int32Array
  readonly entryCount: number
}

export class Lifts {
  private readonly levels: readonly LiveLevel[]
  private readonly out = growingShorts(4096)
  private readonly liftOfLevel: KnownLift[] = []
  private readonly scratch = newLiftScratch()

  /** Serves all versions: they share the columns of levels. */
  constructor(levels: readonly LiveLevel[]) {
    this.levels = levels
  }

  /** The table of a region with these children. */
  *make(level: LiveLevel, region: number, children: Int32Array): Work<Uint16Array> {
    this.out.length = 0
    yield* this.liftOf(level).fill(region, children)
    return this.out.toArray()
  }

  /** The lift of a level, made again if one of its columns was replaced. */
  private liftOf(level: LiveLevel): Lift {
    const lower = this.levels[level.level - 1]
    const known = this.liftOfLevel[level.level]
    const { parentOfRegion, entryCount } = lower
    if (known?.parentOfRegion === parentOfRegion && known.entryCount === entryCount) return known.lift
    const lift = new Lift(lower, parentOfRegion, level, this.out, this.scratch)
    this.liftOfLevel[level.level] = { lift, parentOfRegion, entryCount }
    return lift
  }
}
