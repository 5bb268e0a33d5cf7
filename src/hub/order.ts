/**
 * Which entries are the first hubs: those that most cheapest ways pass which no hub before lies on. Ways are counted on a
 * sample of trees, each of all cheapest ways from one entry. Beside an entry that many ways pass lie others that the same
 * ones do: hence ways are not counted twice. The fewer hubs are needed the better this order is, but any order is right.
 */
import { Heap } from '../base/heap.ts'
import type { Work } from '../base/work.ts'
import { type GrownTree, WayTree } from './way-tree.ts'

/** With four times as many, a twentieth fewer hubs an entry are needed, and counting takes as long as the rest. */
const TREES_MAX = 64
/** Trees of more entries are fewer, so that they take no more memory. */
const TREE_ENTRIES_MAX = 1 << 21
/** Entries taken out of all trees at once. */
const ENTRIES_A_PIECE = 16

export function* orderByWays(entryCount: number, tree: GrownTree): Work<Int32Array> {
  const ways = new Float64Array(entryCount)
  const trees: WayTree[] = []
  const treeCount = Math.min(TREES_MAX, entryCount, Math.ceil(TREE_ENTRIES_MAX / entryCount))
  for (let i = 0; i < treeCount; i++) {
    // Entries are numbered rank by rank and block by block: at even distances they lie all over the map.
    trees.push(yield* WayTree.grow(tree, Math.floor(((i + 0.5) * entryCount) / treeCount), ways))
    yield
  }
  // Most ways first, then the lowest entry, in one number each: sorted without a call back, in some milliseconds at most.
  const keys = ways.map((count, entry) => entry - count * entryCount).sort()
  const byWays = Int32Array.from(keys, key => ((key % entryCount) + entryCount) % entryCount)
  const order = yield* takeFromTrees(byWays, ways, trees)
  // All ways of the sample are covered: of the others the entries that most of it passed come first.
  const isTaken = new Uint8Array(entryCount)
  for (const entry of order) isTaken[entry] = 1
  for (const entry of byWays) if (isTaken[entry] === 0) order.push(entry)
  return Int32Array.from(order)
}

/** The entry that most ways pass, again and again, each time without the ways that pass those before. */
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
    // Some of its ways have been covered since: it has to wait for those that pass as many.
    if (-heap.poppedKey > count) {
      heap.push(-count, entry)
      continue
    }
    order.push(entry)
    for (const tree of trees) tree.cut(entry)
  }
}
