/**
 * Dijkstra over the cells of one weighted block without a heap: cells wait in a ring of buckets by cost. A bucket is as
 * wide as the cheapest step of the block, so that what a cell leads to lies in a later one; where steps are so unlike that
 * the ring would be too long, buckets are wider, and a cell that is bettered within its own bucket has another turn.
 * Either way what a cell costs in the end does not depend on the order of turns.
 */
import { doubled } from '../base/growing.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../map/movement.ts'

const BUCKETS = 1024
const BUCKET_MASK = BUCKETS - 1
/** Buckets as wide as the cheapest step see no cell of a block more often than from each neighbour. */
const ITEMS_MIN = 8 * 32 ** 2 + 8

export class BlockRing {
  private readonly firstOfBucket = new Int32Array(BUCKETS)
  /** What waits is numbered from 1; 0 ends a bucket's list. */
  private nextOf = new Int32Array(ITEMS_MIN)
  private cellOf = new Int32Array(ITEMS_MIN)
  private unitsOf = new Int32Array(ITEMS_MIN)
  private readonly offsetOf: Int32Array

  /** Steps lead over the offsets of the directions. */
  constructor(offsetOf: Int32Array) {
    this.offsetOf = offsetOf
  }

  /** The width of a bucket, as a power of two, for a block whose free cells cost from `costMin` to `costMax`. */
  static shiftFor(costMin: number, costMax: number): number {
    const narrow = 31 - Math.clz32(2 * STRAIGHT_UNITS * costMin)
    const wide = 32 - Math.clz32(Math.ceil((2 * DIAGONAL_UNITS * costMax) / (BUCKETS - 2)))
    return Math.max(narrow, wide)
  }

  /**
   * Completes `dist`, FAR but for 0 at the source, until all targets have their turn; returns how many are left. Legal
   * steps are the bits of steps[cell].
   */
  flood(
    source: number,
    shift: number,
    cost: Uint16Array,
    steps: Uint8Array,
    dist: Int32Array,
    isTarget: Uint8Array,
    targetsLeft: number,
  ): number {
    const { firstOfBucket, offsetOf } = this
    let { nextOf, cellOf, unitsOf } = this
    firstOfBucket.fill(0)
    cellOf[1] = source
    unitsOf[1] = 0
    nextOf[1] = 0
    firstOfBucket[0] = 1
    let count = 2
    for (let bucket = 0, waiting = 1; waiting > 0; bucket = (bucket + 1) & BUCKET_MASK) {
      for (let item = firstOfBucket[bucket]; item !== 0; item = firstOfBucket[bucket]) {
        firstOfBucket[bucket] = nextOf[item]
        waiting--
        const cell = cellOf[item]
        const units = unitsOf[item]
        if (units !== dist[cell]) continue
        if (isTarget[cell] !== 0) {
          isTarget[cell] = 0
          targetsLeft--
        }
        if (count + 8 > cellOf.length) {
          this.grow()
          nextOf = this.nextOf
          cellOf = this.cellOf
          unitsOf = this.unitsOf
        }
        const own = cost[cell]
        for (let rest = steps[cell]; rest !== 0; rest &= rest - 1) {
          const direction = 31 - Math.clz32(rest & -rest)
          const to = cell + offsetOf[direction]
          const reached = units + (direction < 4 ? STRAIGHT_UNITS : DIAGONAL_UNITS) * (own + cost[to])
          if (reached >= dist[to]) continue
          dist[to] = reached
          const at = (reached >> shift) & BUCKET_MASK
          cellOf[count] = to
          unitsOf[count] = reached
          nextOf[count] = firstOfBucket[at]
          firstOfBucket[at] = count++
          waiting++
        }
      }
      if (targetsLeft === 0) return 0
    }
    return targetsLeft
  }

  private grow(): void {
    this.nextOf = doubled(this.nextOf)
    this.cellOf = doubled(this.cellOf)
    this.unitsOf = doubled(this.unitsOf)
  }
}
