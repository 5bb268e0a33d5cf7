/**
 * Floods over the entries of a level in script, where no kernel can run: with the same rows as the kernel's, more slowly. One
 * entry after the other floods the level and becomes a hub of every entry that it reaches. Entries that most ways pass come first
 * (pruned landmark labelling, Akiba, Iwata and Yoshida 2013). A flood stops where earlier hubs already give as low a cost. So
 * late hubs reach a few neighbours, and lists stay short.
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

/** Floods of one entry after the other: whole ones, for the order of hubs, and then pruned ones, by which entries learn hubs. */
export interface HubFloods {
  readonly entryCount: number
  /** The entries that the last whole flood settled, in their order; `settledCount` of them. */
  readonly settled: Int32Array
  readonly settledCount: number
  /** For settled entries the entry before on the way from the root; NONE at the root. */
  readonly entryBefore: Int32Array
  /** Whether the flood has entries left. */
  readonly isWaiting: boolean
  /** The sum of all entries' counts of known hubs. */
  readonly knownCount: number
  /** Whether some cost is too high for the kernel: then its rows are wrong, and script must measure them. */
  readonly isFar: boolean
  /** Begins a flood; the one before must have no entry left. */
  plant(root: number): void
  /** Settles up to `count` entries, and lets ways lead on from all. Returns whether any are left. */
  grow(count: number): boolean
  /**
   * Settles up to `count` entries of a hub's flood. Entries with no earlier hub as near learn this hub, and ways lead on from
   * them. Returns the part of `count` that is left when the flood ends.
   */
  prune(count: number, hub: number): number
  /** The row of an entry, until it grows. */
  rowOf(entry: number): HubRow
}

/** The hubs that an entry knows, the lowest number first, with the cost of each and the step that leads there. */
interface Known {
  readonly hubs: number[]
  readonly units: number[]
  readonly steps: number[]
}

/** In `leadsOf`: ways lead on from both sides. */
const ROOT = -2

/**
 * Settles entries in order of cost (Dijkstra). Costs within a region obey the triangle inequality. So an entry reached through a
 * region leads on into the region beyond only.
 */
export class PlainFloods implements HubFloods {
  /** The costs of settled entries. */
  readonly unitsOf: Float64Array
  readonly entryBefore: Int32Array
  readonly settled: Int32Array
  settledCount = 0
  knownCount = 0
  readonly isFar = false
  readonly entryCount: number
  /** For settled entries the step back to the entry before; AT_HUB at the root. */
  private readonly stepBefore: Uint8Array
  private readonly steps: EntrySteps
  private readonly heap = new Heap()
  /** For waiting entries the side (2 * entry + side) from which they lead on. */
  private readonly leadsOf: Int32Array
  private readonly knownOf: readonly Known[]
  /** The hubs that the root of the present flood knew before, and its costs to them. */
  private knownOfRoot: Known = { hubs: [], units: [], steps: [] }
  private readonly unitsToHub: Float64Array

  constructor(steps: EntrySteps) {
    const { entryCount } = steps
    this.entryCount = entryCount
    this.steps = steps
    this.entryBefore = new Int32Array(entryCount)
    this.stepBefore = new Uint8Array(entryCount)
    this.unitsOf = new Float64Array(entryCount).fill(Infinity)
    this.leadsOf = new Int32Array(entryCount)
    this.settled = new Int32Array(entryCount)
    this.knownOf = Array.from({ length: entryCount }, () => ({ hubs: [], units: [], steps: [] }))
    this.unitsToHub = new Float64Array(entryCount).fill(Infinity)
  }

  get isWaiting(): boolean {
    return this.heap.size > 0
  }

  plant(root: number): void {
    const { unitsOf, settled } = this
    for (let i = 0; i < this.settledCount; i++) unitsOf[settled[i]] = Infinity
    this.settledCount = 0
    this.noteKnown(root)
    unitsOf[root] = 0
    this.entryBefore[root] = NONE
    this.stepBefore[root] = AT_HUB
    this.leadsOf[root] = ROOT
    this.heap.clear()
    this.heap.push(0, root)
  }

  grow(count: number): boolean {
    for (; count > 0; count--) {
      const entry = this.settle()
      if (entry === NONE) return false
      this.leadOn(entry)
    }
    return true
  }

  prune(count: number, hub: number): number {
    for (; count > 0; count--) {
      const entry = this.settle()
      if (entry === NONE) break
      const { hubs, units, steps } = this.knownOf[entry]
      if (this.isKnown(this.knownOf[entry], this.unitsOf[entry])) continue
      hubs.push(hub)
      units.push(this.unitsOf[entry])
      steps.push(this.stepBefore[entry])
      this.knownCount++
      this.leadOn(entry)
    }
    return count
  }

  rowOf(entry: number): HubRow {
    const { hubs, steps } = this.knownOf[entry]
    return { hubs: Int32Array.from(hubs), steps: Uint8Array.from(steps) }
  }

  /** Notes the costs from the root to the hubs that it knows. */
  private noteKnown(root: number): void {
    const { unitsToHub } = this
    for (const hub of this.knownOfRoot.hubs) unitsToHub[hub] = Infinity
    this.knownOfRoot = this.knownOf[root]
    const { hubs, units } = this.knownOfRoot
    for (let i = 0; i < hubs.length; i++) unitsToHub[hubs[i]] = units[i]
  }

  /** Whether hubs of a list give a way to the root that costs at most `unitsMax`. Mostly late ones do, which are near. */
  private isKnown({ hubs, units }: Known, unitsMax: number): boolean {
    for (let i = hubs.length - 1; i >= 0; i--) if (units[i] + this.unitsToHub[hubs[i]] <= unitsMax) return true
    return false
  }

  /** Settles the cheapest entry; NONE when none is left. */
  private settle(): number {
    const { heap, unitsOf } = this
    while (heap.size > 0) {
      const entry = heap.pop()
      // An entry that improved after it was pushed waits twice.
      if (heap.poppedKey > unitsOf[entry]) continue
      this.settled[this.settledCount++] = entry
      return entry
    }
    return NONE
  }

  /** Lets ways lead on from the entry settled last. */
  private leadOn(entry: number): void {
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
