/**
 * The hubs of every entry (pruned landmark labelling, Akiba, Iwata and Yoshida 2013). One entry after the other, those that
 * most ways pass first, floods the level and becomes a hub of every entry it reaches; but where hubs before it already tell
 * as low a cost, the flood goes no further. So late hubs reach a few neighbours, and lists stay short.
 */
import { AT_HUB, GAP_MORE, type HubSteps, stepThrough } from '../atlas/hubs.ts'
import { type LevelGraph, slotOfEntry } from '../atlas/level-graph.ts'
import { GrowingBytes } from '../base/growing.ts'
import type { Work } from '../base/work.ts'
import { EntryTree } from './entry-tree.ts'

const NONE = -1
/** Whose lists are made or copied at once. */
const ENTRIES_A_PIECE = 1 << 8

export class HubLists {
  private readonly graph: LevelGraph
  private readonly tree: EntryTree
  private readonly hubsOfEntry: Uint16Array[] = []
  private readonly unitsOfEntry: Float64Array[] = []
  private readonly stepsOfEntry: Uint8Array[] = []
  private readonly countOf: Int32Array
  /** What the hub at hand costs to the hubs before it. */
  private readonly unitsToHub: Float64Array

  /** Empty lists of all entries. */
  static *of(graph: LevelGraph): Work<HubLists> {
    const lists = new HubLists(graph)
    for (let entry = 0; entry < graph.entryCount; entry++) {
      if (entry % ENTRIES_A_PIECE === 0) yield
      lists.hubsOfEntry.push(new Uint16Array(16))
      lists.unitsOfEntry.push(new Float64Array(16))
      lists.stepsOfEntry.push(new Uint8Array(16))
    }
    return lists
  }

  private constructor(graph: LevelGraph) {
    const { entryCount } = graph
    this.graph = graph
    this.tree = new EntryTree(graph)
    this.countOf = new Int32Array(entryCount)
    this.unitsToHub = new Float64Array(entryCount).fill(Infinity)
  }

  /** Makes an entry the hub of that number. */
  *add(hub: number, root: number): Work<void> {
    const { unitsToHub } = this
    const known = this.hubsOfEntry[root].subarray(0, this.countOf[root])
    for (let i = 0; i < known.length; i++) unitsToHub[known[i]] = this.unitsOfEntry[root][i]
    yield* this.tree.grow(root, (entry, units) => {
      if (this.isKnown(entry, units)) return false
      this.push(entry, hub, units)
      return true
    })
    for (let i = 0; i < known.length; i++) unitsToHub[known[i]] = Infinity
  }

  /** What a file says of them. */
  *steps(): Work<HubSteps> {
    const { countOf } = this
    const gaps = new GrowingBytes()
    const steps = new GrowingBytes()
    for (let entry = 0; entry < countOf.length; entry++) {
      if (entry % ENTRIES_A_PIECE === 0) yield
      let next = 0
      for (let i = 0; i < countOf[entry]; i++) {
        const hub = this.hubsOfEntry[entry][i]
        for (; hub - next >= GAP_MORE; next += GAP_MORE) gaps.push(GAP_MORE)
        gaps.push(hub - next)
        next = hub + 1
        steps.push(this.stepsOfEntry[entry][i])
      }
    }
    return { hubCountOfEntry: Uint16Array.from(countOf), hubGaps: gaps.toArray(), hubSteps: steps.toArray() }
  }

  /** Whether hubs that the entry knows tell of a way to the root as cheap as that. */
  private isKnown(entry: number, units: number): boolean {
    const { unitsToHub } = this
    const hubs = this.hubsOfEntry[entry]
    const costs = this.unitsOfEntry[entry]
    for (let i = 0, count = this.countOf[entry]; i < count; i++)
      if (costs[i] + unitsToHub[hubs[i]] <= units) return true
    return false
  }

  private push(entry: number, hub: number, units: number): void {
    const count = this.countOf[entry]++
    if (count === this.hubsOfEntry[entry].length) this.widen(entry)
    this.hubsOfEntry[entry][count] = hub
    this.unitsOfEntry[entry][count] = units
    this.stepsOfEntry[entry][count] = this.stepFrom(entry)
  }

  /** The step from an entry back to the one before it on the way from the hub. */
  private stepFrom(entry: number): number {
    const { graph, tree } = this
    const before = tree.entryBefore[entry]
    if (before === NONE) return AT_HUB
    const region = tree.regionBefore[entry]
    const side = graph.regionOfSide[2 * entry] === region ? 0 : 1
    return stepThrough(graph, entry, side, slotOfEntry(graph, region, before))
  }

  private widen(entry: number): void {
    const length = 2 * this.hubsOfEntry[entry].length
    const hubs = new Uint16Array(length)
    hubs.set(this.hubsOfEntry[entry])
    this.hubsOfEntry[entry] = hubs
    const units = new Float64Array(length)
    units.set(this.unitsOfEntry[entry])
    this.unitsOfEntry[entry] = units
    const steps = new Uint8Array(length)
    steps.set(this.stepsOfEntry[entry])
    this.stepsOfEntry[entry] = steps
  }
}
