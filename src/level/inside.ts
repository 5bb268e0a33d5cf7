/**
 * The inside of a region of the upper level: its children, the entries between them (inner entries), and its own slots.
 * A way between two of its own slots enters and leaves children by inner entries only, so those are the nodes of every
 * search inside; own slots are where ways end. Costs within a child are read from the child's table.
 */
import type { LevelGraph, LevelTopology } from '../atlas/level-graph.ts'
import { entryAt, entryIn, firstPairOf, firstSlotOf, pairOf, slotCountOf, unitsOfStep } from '../atlas/level-graph.ts'
import { NONE } from '../base/none.ts'

/** Where only the own slot is left on a way back. */
export const HOME = -1
/** Above all numbers of inner entries. */
const OWN = 1 << 30

/** The nodes of the current region by entry. Searches that take turns may share it. */
export class NodeNumbers {
  /** One plus the node: OWN + own slot, or the number of an inner entry. 0 means none, so new memory needs no fill. */
  nodeOfEntry = new Int32Array(0)
  private entries = new Int32Array(256)
  private count = 0

  /** Begins a region of `slotCount` slots, on a level of `entryCount` entries. */
  begin(entryCount: number, slotCount: number): void {
    for (let i = 0; i < this.count; i++) this.nodeOfEntry[this.entries[i]] = 0
    this.count = 0
    if (entryCount > this.nodeOfEntry.length) this.nodeOfEntry = new Int32Array(entryCount)
    if (slotCount > this.entries.length) this.entries = new Int32Array(2 * slotCount)
  }

  number(entry: number, node: number): void {
    this.nodeOfEntry[entry] = node + 1
    this.entries[this.count++] = entry
  }
}

export class Inside {
  readonly lower: LevelGraph
  private readonly parentOfRegion: Int32Array
  private readonly nodes: NodeNumbers

  ownCount = 0
  innerCount = 0
  childCount = 0
  /** Index of each own slot's child among the children, and its slot in that child. */
  childOfOwn = new Int32Array(64)
  slotOfOwn = new Int32Array(64)
  /** The two children of inner entry i at 2 * i and 2 * i + 1, and its slots in them. */
  childrenOfInner = new Int32Array(128)
  slotsOfInner = new Int32Array(128)
  /** The inner entries of a child: innerAt[firstInnerOfChild[child] ..], and beside each its slot in that child. */
  firstInnerOfChild = new Int32Array(64)
  innerAt = new Int32Array(128)
  slotAt = new Int32Array(128)
  /** What a search from one own slot finds: the cost to each inner entry, the next one on the way back, and the child between. */
  unitsOfInner = new Float64Array(128)
  nextOfInner = new Int32Array(128)
  childToNext = new Int32Array(128)
  private firstPairOfChild = new Int32Array(64)
  private scaleOfChild = new Float64Array(64)

  constructor(lower: LevelGraph, parentOfRegion: Int32Array, nodes: NodeNumbers) {
    this.lower = lower
    this.parentOfRegion = parentOfRegion
    this.nodes = nodes
  }

  /** Loads `region`, which has the slots from..end - 1 of `upper` and consists of `children`. */
  load(region: number, upper: LevelTopology, from: number, end: number, children: Int32Array): void {
    this.ownCount = end - from
    this.innerCount = 0
    this.childCount = children.length
    this.reserve(children)
    for (let slot = from; slot < end; slot++) this.nodes.number(entryAt(upper, slot), OWN + slot - from)
    let at = 0
    for (let child = 0; child < children.length; child++) {
      this.firstInnerOfChild[child] = at
      at = this.loadChild(region, child, children[child], at)
    }
    this.firstInnerOfChild[children.length] = at
  }

  /** The cost in units between two slots of a child. */
  unitsWithin(child: number, slotA: number, slotB: number): number {
    return this.lower.tables[this.firstPairOfChild[child] + pairOf(slotA, slotB)] * this.scaleOfChild[child]
  }

  private loadChild(region: number, child: number, childRegion: number, at: number): number {
    const { lower, nodes, parentOfRegion } = this
    const { nodeOfEntry } = nodes
    const { slots, regionOfSide } = lower
    const firstSlot = firstSlotOf(lower, childRegion)
    const size = slotCountOf(lower, childRegion)
    this.firstPairOfChild[child] = firstPairOf(lower, childRegion)
    this.scaleOfChild[child] = size < 2 ? 0 : unitsOfStep(lower, childRegion)
    for (let slot = 0; slot < size; slot++) {
      const entry = entryIn(slots[2 * (firstSlot + slot)])
      let node = nodeOfEntry[entry] - 1
      if (node >= OWN) {
        this.childOfOwn[node - OWN] = child
        this.slotOfOwn[node - OWN] = slot
        continue
      }
      const side = node === NONE ? 0 : 1
      if (node === NONE) {
        const beyond = regionOfSide[2 * entry] === childRegion ? regionOfSide[2 * entry + 1] : regionOfSide[2 * entry]
        if (parentOfRegion[beyond] !== region) continue
        node = this.innerCount++
        nodes.number(entry, node)
      }
      this.childrenOfInner[2 * node + side] = child
      this.slotsOfInner[2 * node + side] = slot
      this.innerAt[at] = node
      this.slotAt[at++] = slot
    }
    return at
  }

  private reserve(children: Int32Array): void {
    let slotCount = this.ownCount
    for (const child of children) slotCount += slotCountOf(this.lower, child)
    if (children.length + 1 > this.firstInnerOfChild.length) {
      this.firstInnerOfChild = new Int32Array(2 * children.length + 2)
      this.firstPairOfChild = new Int32Array(2 * children.length + 2)
      this.scaleOfChild = new Float64Array(2 * children.length + 2)
    }
    this.nodes.begin(this.lower.entryCount, slotCount)
    if (this.ownCount > this.childOfOwn.length) {
      this.childOfOwn = new Int32Array(2 * this.ownCount)
      this.slotOfOwn = new Int32Array(2 * this.ownCount)
    }
    if (slotCount > this.innerAt.length) {
      this.innerAt = new Int32Array(2 * slotCount)
      this.slotAt = new Int32Array(2 * slotCount)
      this.childrenOfInner = new Int32Array(2 * slotCount)
      this.slotsOfInner = new Int32Array(2 * slotCount)
      this.unitsOfInner = new Float64Array(2 * slotCount)
      this.nextOfInner = new Int32Array(2 * slotCount)
      this.childToNext = new Int32Array(2 * slotCount)
    }
  }
}
