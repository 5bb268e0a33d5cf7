/**
 * Dijkstra over the weighted cells of a block without a heap: cells wait in a row of buckets by cost. A bucket is as
 * wide as the cheapest step of the block, or few steps are cheaper, so that what a cell leads to mostly lies in a later
 * one; a cell that is bettered within its own bucket has another turn. Either way what a cell costs in the end does not
 * depend on the order of turns. What is too dear for the row waits in a list of its own until the row is empty, which
 * then begins anew with the cheapest of these.
 *
 * A bucket's cells are a list through columns of the cells themselves, linked both ways: one that is bettered moves, so
 * none waits twice. Units are floats, exact to 2^53: with costs of 16 bits a way through a block exceeds 2^31.
 */

import { FRAME, FRAME_CELLS } from '../kernel/block-layout.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../map/movement.ts'

const BUCKETS = 1024
/** So many cells of a block may be cheaper to cross than a bucket is wide: they cost each other some turns more. */
const CHEAP_CELLS_MAX = 32
/** Where the buckets begin. */
const HEADS = FRAME_CELLS

// A module's own constants are compiled into its code, while those of others are loaded at each use: hence the copies.
const STRAIGHT = STRAIGHT_UNITS
const DIAGONAL = DIAGONAL_UNITS
const NONE = -1
const SIDE = FRAME

/** The list of what is too dear for the row, behind the buckets. */
const DEAR = HEADS + BUCKETS

export class BlockRow {
  /** Behind the cells stand the buckets, as the heads of their lists; 0, a wall of the frame, ends a list. */
  private readonly next = new Int32Array(DEAR + 1)
  private readonly before = new Int32Array(DEAR + 1)

  /** The width of a bucket, as a power of two, for a block whose free cells cost from `costMin` to `costMax`. */
  static shiftFor(cost: Uint16Array, costMin: number, costMax: number): number {
    const narrow = 31 - Math.clz32(2 * STRAIGHT_UNITS * costMin)
    const wide = 32 - Math.clz32(Math.ceil((2 * DIAGONAL_UNITS * costMax) / (BUCKETS - 2)))
    for (let shift = wide; shift > narrow; shift--) {
      const cheap = 2 ** shift / STRAIGHT_UNITS
      let count = 0
      for (const own of cost) if (own > 0 && own < cheap) count++
      if (count <= CHEAP_CELLS_MAX) return shift
    }
    return narrow
  }

  /**
   * Completes `dist`, infinite but for 0 at the source, until all targets have their turn; returns how many are left. Legal
   * steps are the bits of steps[cell].
   */
  flood(
    source: number,
    shift: number,
    cost: Uint16Array,
    steps: Uint8Array,
    dist: Float64Array,
    isTarget: Uint8Array,
    targetsLeft: number,
  ): number {
    const { next, before } = this
    const perUnit = 2 ** -shift
    next.fill(0)
    before.fill(0)
    next[HEADS] = source
    before[source] = HEADS
    // The buckets from the source to the first of the row.
    let first = 0
    let head = HEADS
    let waiting = 1
    for (;;) {
      for (let cell = next[head]; cell !== 0; cell = next[head]) {
        unlink(cell, next, before)
        waiting--
        if (isTarget[cell] !== 0) {
          isTarget[cell] = 0
          targetsLeft--
        }
        const legal = steps[cell]
        const own = cost[cell]
        const units = dist[cell]
        // One by one instead of in a loop: half as fast again.
        const east = units + STRAIGHT * (own + cost[cell + 1])
        if ((legal & 1) !== 0 && east < dist[cell + 1])
          waiting += move(cell + 1, east, first, perUnit, dist, next, before)
        const south = units + STRAIGHT * (own + cost[cell + SIDE])
        if ((legal & 2) !== 0 && south < dist[cell + SIDE])
          waiting += move(cell + SIDE, south, first, perUnit, dist, next, before)
        const west = units + STRAIGHT * (own + cost[cell - 1])
        if ((legal & 4) !== 0 && west < dist[cell - 1])
          waiting += move(cell - 1, west, first, perUnit, dist, next, before)
        const north = units + STRAIGHT * (own + cost[cell - SIDE])
        if ((legal & 8) !== 0 && north < dist[cell - SIDE])
          waiting += move(cell - SIDE, north, first, perUnit, dist, next, before)
        if (legal < 16) continue
        const southEast = units + DIAGONAL * (own + cost[cell + SIDE + 1])
        if ((legal & 16) !== 0 && southEast < dist[cell + SIDE + 1])
          waiting += move(cell + SIDE + 1, southEast, first, perUnit, dist, next, before)
        const southWest = units + DIAGONAL * (own + cost[cell + SIDE - 1])
        if ((legal & 32) !== 0 && southWest < dist[cell + SIDE - 1])
          waiting += move(cell + SIDE - 1, southWest, first, perUnit, dist, next, before)
        const northWest = units + DIAGONAL * (own + cost[cell - SIDE - 1])
        if ((legal & 64) !== 0 && northWest < dist[cell - SIDE - 1])
          waiting += move(cell - SIDE - 1, northWest, first, perUnit, dist, next, before)
        const northEast = units + DIAGONAL * (own + cost[cell - SIDE + 1])
        if ((legal & 128) !== 0 && northEast < dist[cell - SIDE + 1])
          waiting += move(cell - SIDE + 1, northEast, first, perUnit, dist, next, before)
      }
      if (targetsLeft === 0) return 0
      head++
      if (waiting > 0) continue
      first = firstBucketOf(next, dist, perUnit)
      if (first === NONE) return targetsLeft
      waiting = this.beginAt(first, dist, perUnit)
      head = HEADS
    }
  }

  /** Puts into the row what is not too dear for one that begins with this bucket; returns how many cells. */
  private beginAt(first: number, dist: Float64Array, perUnit: number): number {
    const { next, before } = this
    let count = 0
    for (let cell = next[DEAR], after = 0; cell !== 0; cell = after) {
      after = next[cell]
      if (dist[cell] * perUnit - first >= BUCKETS) continue
      unlink(cell, next, before)
      move(cell, dist[cell], first, perUnit, dist, next, before)
      count++
    }
    return count
  }
}

/** Of the cells that are too dear for the row so far; NONE where none is. */
function firstBucketOf(next: Int32Array, dist: Float64Array, perUnit: number): number {
  let least = Infinity
  for (let cell = next[DEAR]; cell !== 0; cell = next[cell]) if (dist[cell] < least) least = dist[cell]
  return least === Infinity ? NONE : Math.floor(least * perUnit)
}

/** Takes a cell out of its list; one that is in no list follows 0, the end of all. */
function unlink(cell: number, next: Int32Array, before: Int32Array): void {
  const after = next[cell]
  next[before[cell]] = after
  before[after] = before[cell]
  next[cell] = 0
  before[cell] = 0
}

/** Puts a cell into the bucket of what it costs now, or among the dear; returns 1 if it is new to the row, else 0. */
function move(
  cell: number,
  units: number,
  first: number,
  perUnit: number,
  dist: Float64Array,
  next: Int32Array,
  before: Int32Array,
): number {
  const previous = before[cell]
  const isNew = previous === 0 || dist[cell] * perUnit - first >= BUCKETS
  dist[cell] = units
  const after = next[cell]
  next[previous] = after
  before[after] = previous
  const bucket = units * perUnit - first
  const head = bucket < BUCKETS ? HEADS + (bucket | 0) : DEAR
  const follower = next[head]
  next[head] = cell
  before[cell] = head
  next[cell] = follower
  before[follower] = cell
  return isNew && head !== DEAR ? 1 : 0
}
