/**
 * The hubs of every entry (pruned landmark labelling, Akiba, Iwata and Yoshida 2013). One entry after the other, those that
 * most ways pass first, floods the level and becomes a hub of every entry it reaches; but where hubs before it already tell
 * as low a cost, the flood goes no further. So late hubs reach a few neighbours, and lists stay short.
 */
import { AT_HUB, GAP_MORE, type HubSteps, stepThrough } from '../atlas/hubs.ts'
import { type LevelGraph, slotOfEntry } from '../atlas/level-graph.ts'
import { doubled, GrowingBytes, grownTo } from '../base/growing.ts'
import type { Work } from '../base/work.ts'
import { EntryTree } from './entry-tree.ts'

const NONE = -1
/** Whose lists are copied at once. */
const ENTRIES_A_PIECE = 1 << 8
/** What a list has room for at first. */
const ROOM = 16

export class HubLists {
  private readonly graph: LevelGraph
  private readonly tree: EntryTree
  /** Entry e knows hubs[first[e]] and on, as many as countOf[e]; a list that is full moves to where the last one ends. */
  private hubs: Uint16Array
  private units: Float64Array
  private steps: Uint8Array
  private readonly firstOf: Int32Array
  private readonly countOf: Int32Array
  private readonly roomOf: Int32Array
  private end: number
  /** What the hub at hand costs to the hubs before it. */
  private readonly unitsToHub: Float64Array

  constructor(graph: LevelGraph) {
    const { entryCount } = graph
    this.end = ROOM * entryCount
    this.hubs = new Uint16Array(2 * this.end)
    this.units = new Float64Array(2 * this.end)
    this.steps = new Uint8Array(2 * this.end)
    this.firstOf = Int32Array.from({ length: entryCount }, (_, entry) => ROOM * entry)
    this.roomOf = new Int32Array(entryCount).fill(ROOM)
    this.graph = graph
    this.tree = new EntryTree(graph)
    this.countOf = new Int32Array(entryCount)
    this.unitsToHub = new Float64Array(entryCount).fill(Infinity)
  }

  /** Makes an entry the hub of that number. */
  *add(hub: number, root: number): Work<void> {
    const { unitsToHub } = this
    const known = this.hubs.slice(this.firstOf[root], this.firstOf[root] + this.countOf[root])
    for (let i = 0; i < known.length; i++) unitsToHub[known[i]] = this.units[this.firstOf[root] + i]
    yield* this.tree.grow(root, (entry, units) => {
      if (this.isKnown(entry, units)) return false
      this.push(entry, hub, units)
      return true
    })
    for (let i = 0; i < known.length; i++) unitsToHub[known[i]] = Infinity
  }

  /** What a file says of them. */
  *told(): Work<HubSteps> {
    const { countOf, firstOf, hubs } = this
    const gaps = new GrowingBytes()
    const steps = new GrowingBytes()
    for (let entry = 0; entry < countOf.length; entry++) {
      if (entry % ENTRIES_A_PIECE === 0) yield
      let next = 0
      for (let at = firstOf[entry]; at < firstOf[entry] + countOf[entry]; at++) {
        const hub = hubs[at]
        for (; hub - next >= GAP_MORE; next += GAP_MORE) gaps.push(GAP_MORE)
        gaps.push(hub - next)
        next = hub + 1
        steps.push(this.steps[at])
      }
    }
    return { hubCountOfEntry: Uint16Array.from(countOf), hubGaps: gaps.toArray(), hubSteps: steps.toArray() }
  }

  /** Whether hubs that the entry knows tell of a way to the root as cheap as that. */
  private isKnown(entry: number, units: number): boolean {
    const { unitsToHub, hubs, units: unitsOf } = this
    const first = this.firstOf[entry]
    const end = first + this.countOf[entry]
    for (let at = first; at < end; at++) if (unitsOf[at] + unitsToHub[hubs[at]] <= units) return true
    return false
  }

  private push(entry: number, hub: number, units: number): void {
    if (this.countOf[entry] === this.roomOf[entry]) this.move(entry)
    const at = this.firstOf[entry] + this.countOf[entry]++
    this.hubs[at] = hub
    this.units[at] = units
    this.steps[at] = this.stepFrom(entry)
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

  /** To where there is twice the room. */
  private move(entry: number): void {
    const [from, to, count] = [this.firstOf[entry], this.end, this.countOf[entry]]
    this.end += 2 * count
    if (this.end > this.hubs.length) {
      this.hubs = grownTo(this.hubs, 2 * this.hubs.length)
      this.units = doubled(this.units)
      this.steps = doubled(this.steps)
    }
    for (const column of [this.hubs, this.units, this.steps]) column.copyWithin(to, from, from + count)
    this.firstOf[entry] = to
    this.roomOf[entry] = 2 * count
  }
}
