/**
 * The order of hubs: next comes the entry that most cheapest ways pass, not counting ways that pass an earlier hub. Ways are counted on
 * a sample of trees, each of all cheapest ways from one entry. The neighbours of an entry that many ways pass lie on the same ways,
 * so covered ways must not count. Any order gives right answers; a good one needs fewer hubs.
 */
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import type { Work } from '../base/work.ts'
import type { HubFloods } from './plain-floods.ts'

/** With four times this count entries know a twentieth fewer hubs, but counting takes as long as all the rest. */
const TREES_MAX = 64
/** Trees of more entries are fewer, so that they take no more memory. */
const TREE_ENTRIES_MAX = 1 << 21
/** Entries taken out of all trees at once. */
const ENTRIES_A_PIECE = 16

export function* orderByWays(floods: HubFloods): Work<Int32Array> {
  const { entryCount } = floods
  const ways = new Float64Array(entryCount)
  const trees: WayTree[] = []
  const treeCount = Math.min(TREES_MAX, entryCount, Math.ceil(TREE_ENTRIES_MAX / entryCount))
  for (let i = 0; i < treeCount; i++) {
    // Entries are numbered rank by rank and block by block: at even distances they lie all over the map.
    trees.push(yield* WayTree.grow(floods, Math.floor(((i + 0.5) * entryCount) / treeCount), ways))
    yield
  }
  // Most ways first, then the lowest entry, in one number each: numbers sort without a callback, in milliseconds.
  const keys = ways.map((count, entry) => entry - count * entryCount).sort()
  const byWays = Int32Array.from(keys, key => ((key % entryCount) + entryCount) % entryCount)
  const order = yield* takeFromTrees(byWays, ways, trees)
  // All ways of the sample are covered. The other entries follow by their first counts.
  const isTaken = new Uint8Array(entryCount)
  for (const entry of order) isTaken[entry] = 1
  for (const entry of byWays) if (isTaken[entry] === 0) order.push(entry)
  return Int32Array.from(order)
}

/** Takes the entry that most ways pass, again and again, without the ways that pass entries taken before. */
function* takeFromTrees(byWays: Int32Array, ways: Float64Array, trees: readonly WayTree[]): Work<number[]> {
  const heap = new Heap(byWays.length)
  for (const entry of byWays) if (ways[entry] > 0) heap.push(-ways[entry], entry)
  const order: number[] = []
  while (heap.size > 0) {
    yield
    takeSome(heap, ways, trees, order)
  }
  return order
}

function takeSome(heap: Heap, ways: Float64Array, trees: readonly WayTree[], order: number[]): void {
  for (let turn = 0; turn < ENTRIES_A_PIECE && heap.size > 0; turn++) {
    const entry = heap.pop()
    const count = ways[entry]
    if (count === 0) continue
    // Some of its ways were covered since: it waits for entries with more ways.
    if (-heap.poppedKey > count) {
      heap.push(-count, entry)
      continue
    }
    order.push(entry)
    for (const tree of trees) tree.cut(entry)
  }
}

/** Settled at once. */
const ENTRIES_A_TURN = 1 << 10
/** An entry counts by its depth in the tree, up to this. */
const DEPTH_MAX = 8

/**
 * All cheapest ways from one entry, as a tree. The count of ways that pass an entry is the count of entries behind it. Ways through a
 * hub need no other hub, so a hub is cut off with all behind it. An entry near the root counts for less: few ways from elsewhere
 * pass it.
 */
class WayTree {
  private readonly before: Int32Array
  /** The first entry right behind each entry, and the next one beside each of those. */
  private readonly firstBehind: Int32Array
  private readonly nextBehind: Int32Array
  /** The count of entries behind each, itself included; 0 where it is cut off. */
  private readonly sizeOf: Int32Array
  private readonly depthOf: Uint8Array
  private readonly ways: Float64Array
  private readonly pending: number[] = []

  /** Grows the tree of a root, and adds its ways to `ways`. Cutting subtracts them again. */
  static *grow(floods: HubFloods, root: number, ways: Float64Array): Work<WayTree> {
    const grown = new WayTree(ways)
    floods.plant(root)
    while (floods.grow(ENTRIES_A_TURN)) yield
    grown.addAll(floods)
    grown.countWays(floods)
    return grown
  }

  private constructor(ways: Float64Array) {
    const entryCount = ways.length
    this.before = new Int32Array(entryCount)
    this.firstBehind = new Int32Array(entryCount).fill(NONE)
    this.nextBehind = new Int32Array(entryCount).fill(NONE)
    this.sizeOf = new Int32Array(entryCount)
    this.depthOf = new Uint8Array(entryCount)
    this.ways = ways
  }

  /** Takes an entry and all behind it out of the tree. */
  cut(top: number): void {
    const { before, firstBehind, nextBehind, sizeOf, depthOf, ways, pending } = this
    const size = sizeOf[top]
    if (size === 0) return
    for (let entry = before[top]; entry !== NONE; entry = before[entry]) {
      sizeOf[entry] -= size
      ways[entry] -= size * depthOf[entry]
    }
    pending.push(top)
    while (pending.length > 0) {
      const entry = pending.pop()!
      ways[entry] -= sizeOf[entry] * depthOf[entry]
      sizeOf[entry] = 0
      for (let next = firstBehind[entry]; next !== NONE; next = nextBehind[next])
        if (sizeOf[next] > 0) pending.push(next)
    }
  }

  private addAll({ settled, settledCount, entryBefore }: HubFloods): void {
    const { firstBehind, nextBehind, depthOf } = this
    for (let i = 0; i < settledCount; i++) {
      const entry = settled[i]
      const before = entryBefore[entry]
      this.before[entry] = before
      if (before === NONE) continue
      depthOf[entry] = Math.min(DEPTH_MAX, depthOf[before] + 1)
      nextBehind[entry] = firstBehind[before]
      firstBehind[before] = entry
    }
  }

  /** Sums up counts from the leaves to the root. */
  private countWays({ settled, settledCount }: HubFloods): void {
    const { before, sizeOf, depthOf, ways } = this
    for (let i = settledCount - 1; i >= 0; i--) {
      const entry = settled[i]
      const size = ++sizeOf[entry]
      if (before[entry] !== NONE) sizeOf[before[entry]] += size
      ways[entry] += size * depthOf[entry]
    }
  }
}
