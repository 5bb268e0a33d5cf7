/**
 * Measures hubs in script where no kernel can run: the same rows as the kernel's, more slowly. One entry after the other floods the
 * level and becomes a hub of every entry that it reaches; entries that most ways pass come first (pruned landmark labelling,
 * Akiba, Iwata and Yoshida 2013). A flood stops where earlier hubs already give as low a cost. So late hubs reach a few neighbours,
 * and lists stay short.
 */
import { AT_HUB } from '../atlas/hubs.ts'
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import type { EntrySteps } from './entry-steps.ts'

/** The hubs that an entry knows, the lowest number first, and the steps that lead there. */
export interface HubRow {
  readonly hubs: Int32Array
  readonly steps: Uint8Array
}

/** Measures which entry knows which hub, a few entries of a flood at a time. */
export interface HubMeter {
  /** The count of hubs so far. The flood of the last one is under way. */
  readonly hubCount: number
  /** The sum of all entries' counts of known hubs. */
  readonly knownCount: number
  /** Whether some cost is too high for the kernel: then its rows are wrong, and script must measure them. */
  readonly isFar: boolean
  /** Settles up to `count` entries of the floods of hubs, one flood after the other. Returns whether any are left. */
  takeTurns(count: number): boolean
  /** The row of an entry, until it grows. */
  rowOf(entry: number): HubRow
}

/** The hubs that an entry knows, the lowest number first, with the cost of each and the step that leads there. */
interface Known {
  readonly hubs: number[]
  readonly units: number[]
  readonly steps: number[]
}

export class HubLists implements HubMeter {
  hubCount = 0
  knownCount = 0
  readonly isFar = false
  private readonly order: Int32Array
  private readonly tree: EntryTree
  private readonly knownOf: readonly Known[]
  /** The costs of the current hub to the hubs that it knows. */
  private readonly unitsToHub: Float64Array

  /** Hub number n is the entry order[n]. */
  constructor(entrySteps: EntrySteps, order: Int32Array) {
    const { entryCount } = entrySteps
    this.order = order
    this.tree = new EntryTree(entrySteps)
    this.knownOf = Array.from({ length: entryCount }, () => ({ hubs: [], units: [], steps: [] }))
    this.unitsToHub = new Float64Array(entryCount).fill(Infinity)
  }

  takeTurns(count: number): boolean {
    const { tree } = this
    for (; count > 0; count--) {
      const entry = tree.settle()
      if (entry === NONE) {
        if (this.hubCount === this.order.length) return false
        this.beginHub()
      } else if (!this.isKnown(this.knownOf[entry], tree.unitsOf[entry])) {
        const { hubs, units, steps } = this.knownOf[entry]
        hubs.push(this.hubCount - 1)
        units.push(tree.unitsOf[entry])
        steps.push(tree.stepBefore[entry])
        this.knownCount++
        tree.leadOn(entry)
      }
    }
    return true
  }

  rowOf(entry: number): HubRow {
    const { hubs, steps } = this.knownOf[entry]
    return { hubs: Int32Array.from(hubs), steps: Uint8Array.from(steps) }
  }

  /** Makes the next entry a hub. */
  private beginHub(): void {
    const { order, unitsToHub, knownOf } = this
    if (this.hubCount > 0) for (const hub of knownOf[order[this.hubCount - 1]].hubs) unitsToHub[hub] = Infinity
    const root = order[this.hubCount++]
    const { hubs, units } = knownOf[root]
    for (let i = 0; i < hubs.length; i++) unitsToHub[hubs[i]] = units[i]
    this.tree.plant(root)
  }

  /** Whether hubs of a list give a way to the root that costs at most `unitsMax`. Mostly late ones do, which are near. */
  private isKnown({ hubs, units }: Known, unitsMax: number): boolean {
    for (let i = hubs.length - 1; i >= 0; i--) if (units[i] + this.unitsToHub[hubs[i]] <= unitsMax) return true
    return false
  }
}

/** In `leadsOf`: ways lead on from both sides. */
const ROOT = -2

/**
 * The cheapest ways from one entry of a level to all others, settled in order of cost (Dijkstra). The caller decides for each settled
 * entry whether ways lead on from it. Costs within a region obey the triangle inequality, so an entry that was reached through a
 * region leads on into the region beyond only.
 */
export class EntryTree {
  /** The costs of settled entries. */
  readonly unitsOf: Float64Array
  /** For settled entries the entry before on the way from the root, and the step back to it; NONE and AT_HUB at the root. */
  readonly entryBefore: Int32Array
  readonly stepBefore: Uint8Array
  /** The settled entries in their order; `settledCount` of them. */
  readonly settled: Int32Array
  settledCount = 0
  private readonly steps: EntrySteps
  private readonly heap = new Heap()
  /** For waiting entries the side (2 * entry + side) from which they lead on. */
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
    this.heap.clear()
    this.heap.push(0, root)
  }

  /** Settles up to `count` entries, and lets ways lead on from all. Returns whether any are left. */
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
    const { heap, isSettled } = this
    while (heap.size > 0) {
      const entry = heap.pop()
      // An entry that improved after it was pushed waits twice.
      if (isSettled[entry] === 1) continue
      isSettled[entry] = 1
      this.settled[this.settledCount++] = entry
      return entry
    }
    return NONE
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
      // Of equal ways the one with the lowest step counts, whichever is found first.
      if (reached > unitsOf[entry] || (reached === unitsOf[entry] && stepBack[step] >= stepBefore[entry])) continue
      if (unitsOf[entry] === Infinity) this.met[this.metCount++] = entry
      if (reached < unitsOf[entry]) {
        unitsOf[entry] = reached
        this.heap.push(reached, entry)
      }
      leadsOf[entry] = beyond[step]
      entryBefore[entry] = from
      stepBefore[entry] = stepBack[step]
    }
  }
}
