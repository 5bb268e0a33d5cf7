/**
 * The search inside regions with many inner entries, as in mazes: Dijkstra over them from each own slot. A way crosses at
 * each entry that it passes, so an entry reached through one of its children leads on through the other.
 */
import { Heap } from '../base/heap.ts'
import { HOME, type Inside } from './inside.ts'

export class SparseSearch {
  private readonly heap = new Heap(256)

  /** From own slot `own` to all inner entries. */
  reach(inside: Inside, own: number): void {
    const { heap } = this
    const { childrenOfInner, slotsOfInner, unitsOfInner, childToNext } = inside
    unitsOfInner.fill(Infinity, 0, inside.innerCount)
    heap.clear()
    this.relax(inside, inside.childOfOwn[own], inside.slotOfOwn[own], HOME, 0)
    while (heap.size > 0) {
      const inner = heap.pop()
      if (heap.poppedKey > unitsOfInner[inner]) continue
      const beyond = childrenOfInner[2 * inner] === childToNext[inner] ? 2 * inner + 1 : 2 * inner
      this.relax(inside, childrenOfInner[beyond], slotsOfInner[beyond], inner, unitsOfInner[inner])
    }
  }

  private relax(inside: Inside, child: number, slot: number, from: number, units: number): void {
    const { innerAt, slotAt, firstInnerOfChild, unitsOfInner, nextOfInner, childToNext } = inside
    for (let at = firstInnerOfChild[child]; at < firstInnerOfChild[child + 1]; at++) {
      const inner = innerAt[at]
      if (inner === from) continue
      const reached = units + inside.unitsWithin(child, slot, slotAt[at])
      if (reached >= unitsOfInner[inner]) continue
      unitsOfInner[inner] = reached
      nextOfInner[inner] = from
      childToNext[inner] = child
      this.heap.push(reached, inner)
    }
  }
}
