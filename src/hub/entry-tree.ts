/**
 * The cheapest ways from one entry of a level to all others, settled in order of their cost (Dijkstra); who asks for the next
 * entry says whether ways lead on from it. Costs within a region obey the triangle inequality, so an entry that was reached
 * through a region leads on only to the one beyond.
 */

import { AT_HUB } from '../atlas/hubs.ts'
import { NONE } from '../base/none.ts'
import { CostRing } from './cost-ring.ts'
import type { EntrySteps } from './entry-steps.ts'

/** In `leadsOf`: on both its sides. */
const ROOT = -2

export class EntryTree {
  /** What an entry costs that was settled. */
  readonly unitsOf: Float64Array
  /** Of the entries settled: the one before on the way from the root, and the step there; NONE and AT_HUB at the root. */
  readonly entryBefore: Int32Array
  readonly stepBefore: Uint8Array
  /** The first so many are those settled, in their order. */
  readonly settled: Int32Array
  settledCount = 0
  private readonly steps: EntrySteps
  private readonly ring: CostRing
  /** Of those that wait, the side (2 * entry + side) from which they lead on. */
  private readonly leadsOf: Int32Array
  private readonly isSettled: Uint8Array
  private readonly met: Int32Array
  private metCount = 0

  constructor(steps: EntrySteps) {
    const { entryCount } = steps
    this.steps = steps
    this.entryBefore = new Int32Array(entryCount)
    this.stepBefore = new Uint8Array(entryCount)
    this.unitsOf = new Float64Array(entryCount).fill(Infinity)
    this.leadsOf = new Int32Array(entryCount)
    this.isSettled = new Uint8Array(entryCount)
    this.settled = new Int32Array(entryCount)
    this.met = new Int32Array(entryCount)
    this.ring = new CostRing(this.unitsOf, steps)
  }

  /** Begins a tree; the one before must have no entry left to settle. */
  plant(root: number): void {
    const { unitsOf, isSettled, met } = this
    for (let i = 0; i < this.metCount; i++) {
      unitsOf[met[i]] = Infinity
      isSettled[met[i]] = 0
    }
    this.settledCount = 0
    this.metCount = 1
    met[0] = root
    unitsOf[root] = 0
    this.entryBefore[root] = NONE
    this.stepBefore[root] = AT_HUB
    this.leadsOf[root] = ROOT
    this.ring.restart()
    this.ring.push(0, root)
  }

  /** Settles up to so many entries, and lets ways lead on from all; whether any are left. */
  grow(count: number): boolean {
    for (; count > 0; count--) {
      const entry = this.settle()
      if (entry === NONE) return false
      this.leadOn(entry)
    }
    return true
  }

  /** Settles the cheapest entry; NONE when none is left. */
  settle(): number {
    const { ring, isSettled } = this
    let entry: number
    // Bettered since it was pushed: it has had its turn.
    do entry = ring.pop()
    while (entry !== NONE && isSettled[entry] === 1)
    if (entry === NONE) return NONE
    isSettled[entry] = 1
    this.settled[this.settledCount++] = entry
    return entry
  }

  /** Lets ways lead on from the entry settled last. */
  leadOn(entry: number): void {
    const side = this.leadsOf[entry]
    if (side !== ROOT) this.relax(entry, side)
    else {
      this.relax(entry, 2 * entry)
      this.relax(entry, 2 * entry + 1)
    }
  }

  private relax(from: number, side: number): void {
    const { unitsOf, leadsOf, entryBefore, stepBefore } = this
    const { beyond, units, stepBack, firstOfSide } = this.steps
    const unitsFrom = unitsOf[from]
    for (let step = firstOfSide[side], end = firstOfSide[side + 1]; step < end; step++) {
      const entry = beyond[step] >> 1
      const reached = unitsFrom + units[step]
      // Of ways that cost the same the one of the lowest step, whichever is found first.
      if (reached > unitsOf[entry] || (reached === unitsOf[entry] && stepBack[step] >= stepBefore[entry])) continue
      if (unitsOf[entry] === Infinity) this.met[this.metCount++] = entry
      if (reached < unitsOf[entry]) {
        unitsOf[entry] = reached
        this.ring.push(reached, entry)
      }
      leadsOf[entry] = beyond[step]
      entryBefore[entry] = from
      stepBefore[entry] = stepBack[step]
    }
  }
}
