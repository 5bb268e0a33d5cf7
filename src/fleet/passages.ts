/**
 * Two units that face each other in a passage trade places. One steps back and pulls the other along, until a fork lets them
 * pass. This file decides when they must trade, and whether there is a fork.
 */
import { NONE } from '../base/none.ts'
import type { Distances } from './distances.ts'
import type { Steps } from './legal-steps.ts'

const FORK = -2
const DEAD_END = -1
/** How many cells of a passage are followed; a longer passage counts as one without a fork. */
const PASSAGE_CELLS_MAX = 4096

export class Passages {
  private readonly steps: Steps
  private readonly distances: Distances
  private readonly nowAt: Int32Array
  private readonly goalOfUnit: Int32Array

  constructor(steps: Steps, distances: Distances, nowAt: Int32Array, goalOfUnit: Int32Array) {
    this.steps = steps
    this.distances = distances
    this.nowAt = nowAt
    this.goalOfUnit = goalOfUnit
  }

  /** Whether two units in a passage must pass each other, and no fork comes before the pusher's goal. */
  mustTrade(pusher: number, puller: number, pusherCell: number, pullerCell: number): boolean {
    const goal = this.goalOfUnit[pusher]
    for (let i = 0; i < PASSAGE_CELLS_MAX && pusherCell !== goal; i++) {
      const next = this.nextInPassage(pullerCell, pusherCell)
      if (next === FORK || !this.isCloser(pusher, pullerCell, pusherCell)) return false
      if (next === DEAD_END) break
      pusherCell = pullerCell
      pullerCell = next
    }
    return this.isCloser(puller, pusherCell, pullerCell)
  }

  /** Whether a fork lies behind the puller, so that it can let the other pass. */
  canTrade(pusherCell: number, pullerCell: number): boolean {
    const start = pusherCell
    for (let i = 0; i < PASSAGE_CELLS_MAX && pullerCell !== start; i++) {
      const next = this.nextInPassage(pullerCell, pusherCell)
      if (next === FORK) return true
      if (next === DEAD_END) return false
      pusherCell = pullerCell
      pullerCell = next
    }
    return false
  }

  /** The cell after `cell`, coming from `previous`. Dead ends with a unit at its goal do not count. */
  private nextInPassage(cell: number, previous: number): number {
    const { steps, nowAt, goalOfUnit } = this
    const { deltaOfDirection } = steps
    let next = DEAD_END
    for (let mask = steps.legalOf(cell); mask !== 0; mask &= mask - 1) {
      const other = cell + deltaOfDirection[31 - Math.clz32(mask & -mask)]
      if (other === previous) continue
      const legal = steps.legalOf(other)
      const unit = nowAt[other]
      if ((legal & (legal - 1)) === 0 && unit !== NONE && goalOfUnit[unit] === other) continue
      if (next !== DEAD_END) return FORK
      next = other
    }
    return next
  }

  private isCloser(unit: number, cell: number, than: number): boolean {
    return this.distances.from(unit, cell) < this.distances.from(unit, than)
  }
}
