/**
 * What a border needs beside its cover by cost (border-cover.ts), where cheap parts of the one block (cheap-parts.ts) hang
 * together by way of parts of the other: an entry for each two parts that are joined, since a way that goes without one of
 * them pays for dear cells. Small parts that lead nowhere else are left out, and what only they join. Where parts lie a dear
 * cell apart, what hop-cover.ts keeps is more.
 */
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import { type Candidates, EAST } from './candidates.ts'
import { CheapParts, type Parts } from './cheap-parts.ts'
import { type BorderParts, HopCover } from './hop-cover.ts'

/** Where along the border the crossings of a group stand on the one side and the other. */
export type Landings = readonly [Int32Array, Int32Array]

/** As many numbers of parts as there are where costs are of one kind: 1 for all that is free, 0 for the rest. */
const ONE_KIND_PARTS = 2

type BorderWholes = BorderParts & { readonly wholeOf: number[] }

export class PartCover {
  private readonly terrain: Terrain
  private readonly hops: HopCover
  private readonly cheapParts: CheapParts
  private readonly partsOfBlock = new Map<number, Parts>()
  /** Of each crossing of the group: the parts that it joins, the nearer one's number first; 0 for one that joins none. */
  private readonly joinOf = new Int32Array(BLOCK_SIDE_CELLS)

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.hops = new HopCover(terrain)
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
    const parts = {
      sides: [near, far],
      firstOfSide: [0, Math.max(ONE_KIND_PARTS, near.sidesOfPart.length)],
      wholeOf: [],
    } as BorderWholes
    this.unite(parts, count)
    this.leaveOutEnds(parts, count, direction)
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
    if (near.costEnd < Infinity && far.costEnd < Infinity) {
      this.hops.mark(candidates, group, count, parts)
    }
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

  /** Notes what hangs together of the parts of both blocks by way of the border. */
  private unite({ sides, firstOfSide, wholeOf }: BorderWholes, count: number): void {
    const { joinOf } = this
    const firstOf = (part: number): number => {
      while (wholeOf[part] !== part) part = wholeOf[part]
      return part
    }
    for (let part = 0; part < firstOfSide[1] + Math.max(ONE_KIND_PARTS, sides[1].sidesOfPart.length); part++)
      wholeOf.push(part)
    for (let i = 0; i < count; i++) {
      if (joinOf[i] === 0) continue
      const a = firstOf(joinOf[i] >> 16)
      const b = firstOf(firstOfSide[1] + (joinOf[i] & 0xffff))
      wholeOf[Math.max(a, b)] = Math.min(a, b)
    }
    for (let part = 0; part < wholeOf.length; part++) wholeOf[part] = firstOf(part)
  }

  /**
   * Leaves out joins that lead into a small part which touches nothing but the border, and that only once, and from which no dear
   * cell leads to what does not hang together with it; and so on.
   */
  private leaveOutEnds({ sides, firstOfSide, wholeOf }: BorderWholes, count: number, direction: number): void {
    const { joinOf } = this
    const isEnd = (side: number, part: number, join: number) =>
      isEndOf(sides[side], part, (side === 0 ? 1 : 4) << direction) &&
      !this.isJoinedTwice(count, join, side === 0 ? ~0 << 16 : 0xffff) &&
      !hopsOn(sides[side], part, firstOfSide[side], wholeOf)
    for (let isDone = false; !isDone; ) {
      isDone = true
      for (let i = 0; i < count; i++) {
        const join = joinOf[i]
        if (join === 0 || !(isEnd(0, join >> 16, join) || isEnd(1, join & 0xffff, join))) continue
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

/** Whether a dear cell leads from a part to another one of its block that does not hang together with it. */
function hopsOn({ hops }: Parts, part: number, first: number, wholeOf: ArrayLike<number>): boolean {
  for (const pair of hops) {
    const [a, b] = [pair >> 16, pair & 0xffff]
    if ((a === part || b === part) && wholeOf[first + a] !== wholeOf[first + b]) return true
  }
  return false
}
