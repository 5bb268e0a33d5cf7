/**
 * What a border needs beside its cover by cost (border-cover.ts), where cheap parts of the one block (cheap-parts.ts) hang
 * together by way of parts of the other: an entry for each two parts that are joined, since a way that goes without one of
 * them pays for dear cells. Small parts that lead nowhere else are left out, and what only they join.
 */
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { type Candidates, EAST } from './candidates.ts'
import { CheapParts, type Parts } from './cheap-parts.ts'

/** Where along the border the crossings of a group stand on the one side and the other. */
export type Landings = readonly [Int32Array, Int32Array]

export class PartCover {
  private readonly terrain: Terrain
  private readonly cheapParts: CheapParts
  private readonly partsOfBlock = new Map<number, Parts>()
  /** Of each crossing of the group: the parts that it joins, the nearer one's number first; 0 for one that joins none. */
  private readonly joinOf = new Int32Array(BLOCK_SIDE_CELLS)

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.cheapParts = new CheapParts(terrain)
  }

  /** Blocks may have changed since. */
  forget(): void {
    this.partsOfBlock.clear()
  }

  /** Forgets the blocks above this row, which no further border touches. */
  forgetAbove(blockY: number): void {
    for (const block of this.partsOfBlock.keys()) {
      if (block < blockY * this.terrain.blocksWide) this.partsOfBlock.delete(block)
    }
  }

  /** Keeps what is needed of the crossings of a group, of which some are kept by now. */
  mark(candidates: Candidates, group: ArrayLike<number>, count: number, landings: Landings): void {
    const { blockX, blockY, direction, throughOf, isKept } = candidates
    const near = this.partsOf(blockX, blockY)
    const far = direction === EAST ? this.partsOf(blockX + 1, blockY) : this.partsOf(blockX, blockY + 1)
    if (near.costEnd === Infinity && far.costEnd === Infinity) return
    this.findJoins(candidates, near, far, count, landings)
    this.leaveOutEnds(near, far, count, direction)
    const { joinOf } = this
    const kept = new Set<number>()
    for (let i = 0; i < count; i++) if (isKept[group[i]] === 1) kept.add(joinOf[i])
    const best = new Map<number, number>()
    for (let i = 0; i < count; i++) {
      const join = joinOf[i]
      if (join === 0 || kept.has(join)) continue
      const other = best.get(join)
      if (other === undefined || throughOf[group[i]] < throughOf[other]) best.set(join, group[i])
    }
    for (const i of best.values()) isKept[i] = 1
  }

  private partsOf(blockX: number, blockY: number): Parts {
    const block = blockY * this.terrain.blocksWide + blockX
    let known = this.partsOfBlock.get(block)
    if (known === undefined) {
      known = this.cheapParts.of(blockX, blockY)
      this.partsOfBlock.set(block, known)
    }
    return known
  }

  private findJoins(candidates: Candidates, near: Parts, far: Parts, count: number, [from, to]: Landings): void {
    const { blockX, blockY, direction } = candidates
    const costEnd = Math.min(near.costEnd, far.costEnd)
    const isEast = direction === EAST
    const [left, top] = [blockX << BLOCK_SHIFT, blockY << BLOCK_SHIFT]
    for (let i = 0; i < count; i++) {
      const a = isEast
        ? this.partAt(near, left + BLOCK_MASK, top + from[i], costEnd)
        : this.partAt(near, left + from[i], top + BLOCK_MASK, costEnd)
      const b = isEast
        ? this.partAt(far, left + BLOCK_SIDE_CELLS, top + to[i], costEnd)
        : this.partAt(far, left + to[i], top + BLOCK_SIDE_CELLS, costEnd)
      this.joinOf[i] = a > 0 && b > 0 ? (a << 16) | b : 0
    }
  }

  private partAt({ costEnd, partOfCell }: Parts, x: number, y: number, costEndOfOther: number): number {
    if (costEnd < Infinity) return partOfCell[((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)]
    return this.terrain.costAt(x, y) < costEndOfOther ? 1 : 0
  }

  /** Leaves out joins that lead into a small part which touches nothing but the border, and that only once; and so on. */
  private leaveOutEnds(near: Parts, far: Parts, count: number, direction: number): void {
    const { joinOf } = this
    for (let isDone = false; !isDone; ) {
      isDone = true
      for (let i = 0; i < count; i++) {
        const join = joinOf[i]
        if (join === 0) continue
        const [a, b] = [join >> 16, join & 0xffff]
        const endsNear = isEndOf(near, a, 1 << direction) && !this.isJoinedTwice(count, join, ~0 << 16)
        const endsFar = isEndOf(far, b, 4 << direction) && !this.isJoinedTwice(count, join, 0xffff)
        if (!endsNear && !endsFar) continue
        for (let j = 0; j < count; j++) if (joinOf[j] === join) joinOf[j] = 0
        isDone = false
      }
    }
  }

  /** Whether a part, the bits of `mask` in a join, is in another join too. */
  private isJoinedTwice(count: number, join: number, mask: number): boolean {
    const { joinOf } = this
    for (let i = 0; i < count; i++) {
      if (joinOf[i] !== 0 && joinOf[i] !== join && ((joinOf[i] ^ join) & mask) === 0) return true
    }
    return false
  }
}

/** Whether a part is small and touches no side of its block but that one. */
function isEndOf({ costEnd, sidesOfPart }: Parts, part: number, side: number): boolean {
  return costEnd < Infinity && (sidesOfPart[part] & ~side) === 0
}
