/**
 * A crowd that follows one field: its units pass each other, and settle around the goal.
 */
import { Crowd } from '../../../crowd.ts'
import type { LiveMap } from '../../../live.ts'
import type { Field } from '../../../query.ts'
import type { Cell } from '../protocol.ts'
import type { Moving } from './moving.ts'

const RADIUS = 0.35
const SPEED = 5
const STEP_SECONDS = 1 / 30

export class Passing implements Moving {
  readonly radius = RADIUS
  readonly budgetMs = 1000 * STEP_SECONDS
  readonly goalsReached = 0
  private readonly crowd: Crowd
  private readonly field: Field

  /** Cells may be named more than once: who has no room there is left out. */
  constructor(map: LiveMap, field: Field, cells: Iterable<Cell>) {
    this.crowd = new Crowd(map, { sight: 3, neighbours: 8, horizon: 1.5 })
    this.field = field
    for (const { x, y } of cells) {
      const place = { x: x + 0.5, y: y + 0.5 }
      if (!this.crowd.hasRoom(place.x, place.y, RADIUS)) continue
      const unit = this.crowd.add({ ...place, radius: RADIUS, speed: SPEED })
      this.crowd.follow(unit, field)
    }
  }

  get count(): number {
    return this.crowd.count
  }

  tick(): void {
    this.crowd.step(STEP_SECONDS)
  }

  xOf(unit: number): number {
    return this.crowd.x[unit]
  }

  yOf(unit: number): number {
    return this.crowd.y[unit]
  }

  isThere(unit: number): boolean {
    return this.crowd.isThere(unit)
  }

  goTo(): void {
    for (let unit = 0; unit < this.count; unit++) this.crowd.follow(unit, this.field)
  }

  mapChanged(): void {}
}
