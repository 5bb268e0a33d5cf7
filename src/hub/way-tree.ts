/**
 * All cheapest ways from one entry, as a tree: as many pass an entry as lie behind it. Ways through an entry that has become
 * a hub need no other, so it is cut off with all that lies behind it.
 *
 * An entry near the root counts for less: from elsewhere few ways pass it, and all of this tree do.
 */
import { NONE } from '../base/none.ts'
import type { Work } from '../base/work.ts'

const ENTRIES_A_PIECE = 1 << 10
/** From so many entries on after the root an entry counts in full, and so many fold. */
const DEPTH_MAX = 8

/** What grows a tree from a root, and then tells of those settled, in their order, which entry was before each. */
export interface GrownTree {
  readonly settled: Int32Array
  readonly settledCount: number
  readonly entryBefore: Int32Array
  plant(root: number): void
  grow(count: number): boolean
}

export class WayTree {
  private readonly before: Int32Array
  /** Of the entries right behind one the first, and of each of these the next. */
  private readonly firstBehind: Int32Array
  private readonly nextBehind: Int32Array
  /** How many entries lie behind each, itself included; 0 where it is cut off. */
  private readonly sizeOf: Int32Array
  private readonly depthOf: Uint8Array
  private readonly ways: Float64Array
  private readonly pending: number[] = []

  /** Grows the tree of a root and adds what ways pass each entry to `ways`, from which cutting takes them away. */
  static *grow(tree: GrownTree, root: number, ways: Float64Array): Work<WayTree> {
    const grown = new WayTree(ways)
    tree.plant(root)
    while (tree.grow(ENTRIES_A_PIECE)) yield
    grown.addAll(tree)
    grown.countWays(tree)
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

  private addAll({ settled, settledCount, entryBefore }: GrownTree): void {
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

  /** Each entry after all behind it. */
  private countWays({ settled, settledCount }: GrownTree): void {
    const { before, sizeOf, depthOf, ways } = this
    for (let i = settledCount - 1; i >= 0; i--) {
      const entry = settled[i]
      const size = ++sizeOf[entry]
      if (before[entry] !== NONE) sizeOf[before[entry]] += size
      ways[entry] += size * depthOf[entry]
    }
  }
}
