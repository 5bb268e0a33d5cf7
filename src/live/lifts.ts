/**
 * Makes tables above level 0 from those of the level below, by the bake's own rules. Tables made in pieces need their
 * own `Lifts`: other tables may be made in between.
 */
import { growingShorts } from '../base/growing.ts'
import type { Work } from '../base/work.ts'
import { Lift } from '../level/lift.ts'
import type { LiveLevel } from './live-level.ts'

export class Lifts {
  private readonly levels: readonly LiveLevel[]
  private readonly out = growingShorts(4096)
  private readonly liftOfLevel: Lift[] = []

  constructor(levels: readonly LiveLevel[]) {
    this.levels = levels
  }

  /** The table of a region with these children. */
  *make(level: LiveLevel, region: number, children: Int32Array): Work<Uint16Array> {
    this.out.length = 0
    const known = this.liftOfLevel[level.level]
    const lift = known ?? new Lift(this.levels[level.level - 1], level, this.out)
    this.liftOfLevel[level.level] = lift
    yield* lift.fill(region, children)
    return this.out.toArray()
  }
}
