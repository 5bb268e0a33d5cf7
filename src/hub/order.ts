/**
 * Which entries are the first hubs: those that most cheapest ways pass. Ways are counted on a sample of trees, each of all
 * cheapest ways from one entry: in a tree, as many pass an entry as lie behind it. The fewer hubs are needed the better
 * this order is, but any order is right.
 */
import type { LevelGraph } from '../atlas/level-graph.ts'
import type { Work } from '../base/work.ts'
import { EntryTree } from './entry-tree.ts'

/** With four times as many, a tenth fewer hubs an entry are needed, and counting takes as long as the rest. */
const TREES = 64
const NONE = -1

export function* orderByWays(graph: LevelGraph): Work<Int32Array> {
  const { entryCount } = graph
  const tree = new EntryTree(graph)
  const waysOfEntry = new Float64Array(entryCount)
  const behind = new Int32Array(entryCount)
  const settled = new Int32Array(entryCount)
  const treeCount = Math.min(TREES, entryCount)
  for (let i = 0; i < treeCount; i++) {
    // Entries are numbered rank by rank and block by block: at even distances they lie all over the map.
    const root = Math.floor(((i + 0.5) * entryCount) / treeCount)
    let count = 0
    yield* tree.grow(root, entry => {
      settled[count++] = entry
      return true
    })
    behind.fill(0)
    for (let at = count - 1; at > 0; at--) {
      const entry = settled[at]
      waysOfEntry[entry] += ++behind[entry]
      const before = tree.entryBefore[entry]
      if (before !== NONE) behind[before] += behind[entry]
    }
    yield
  }
  // Most ways first, then the lowest entry, in one number each: sorted without a call back, in some milliseconds at most.
  const order = waysOfEntry.map((ways, entry) => entry - ways * entryCount).sort()
  return Int32Array.from(order, key => ((key % entryCount) + entryCount) % entryCount)
}
