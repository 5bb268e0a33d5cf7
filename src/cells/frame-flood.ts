/**
 * Dijkstra over cells that are laid out in a frame of words, two a cell: what it costs, 0 for a wall, and what it is
 * reached for. Around the cells stand walls, so nothing tests bounds.
 *
 * Cells wait in a ring of buckets as wide as the cheapest step, or wider where steps are so unlike that the ring would be too
 * long; then a cell that is bettered within its bucket has another turn.
 */
import { DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS } from '../map/movement.ts'
import { type Bends, turnRound } from './bends.ts'

const BUCKETS = 1024
const BUCKET_MASK = BUCKETS - 1
/** Numbers to what waits: the next in its bucket (0 ends the list), its cell's word, and what that was reached for. */
const ITEM = 3
const NEIGHBOURS = 8
const NONE = -1

// A module's own constants are compiled into its code, while those of others are loaded at each use: hence the copies.
const STRAIGHT = STRAIGHT_UNITS
const DIAGONAL = DIAGONAL_UNITS
/** From a cell's words to those of its neighbour in the east. */
const EAST = 2

export class FrameFlood {
  /** words[2 * cell] is what the cell costs, words[2 * cell + 1] what it is reached for. */
  readonly words: Int32Array
  private readonly side: number
  private readonly directionCount: number
  private readonly offsets: Int32Array
  /** The first item of each. */
  private readonly buckets = new Int32Array(BUCKETS)
  private items = new Int32Array(ITEM << 12)

  constructor(side: number, directionCount: number) {
    this.words = new Int32Array(2 * side * side)
    this.side = side
    this.directionCount = directionCount
    this.offsets = Int32Array.from(DX, (dx, direction) => 2 * (DY[direction] * side + dx))
  }

  /**
   * What the cell `goal` costs from the cell `start`, all cells being reached already for what is too much; free cells cost
   * from `costMin` to `costMax`.
   */
  flood(start: number, goal: number, costMin: number, costMax: number): number {
    const { words, buckets, directionCount } = this
    const south = 2 * this.side
    const reachedGoal = 2 * goal + 1
    // As wide as the cheapest step, unless the dearest then leads beyond the ring.
    const narrow = 31 - Math.clz32(2 * STRAIGHT * costMin)
    const wide = 32 - Math.clz32(Math.ceil((2 * DIAGONAL * costMax) / (BUCKETS - 2)))
    const shift = Math.max(narrow, wide)
    let { items } = this
    buckets.fill(0)
    let end = reach(2 * start, 0, words, items, ITEM, buckets, shift)
    for (let turn = 0, turns = ITEM; turns < end; turn++) {
      const bucket = turn & BUCKET_MASK
      for (let item = buckets[bucket]; item !== 0; item = buckets[bucket]) {
        buckets[bucket] = items[item]
        turns += ITEM
        const at = items[item + 1]
        const units = items[item + 2]
        if (units !== words[at + 1]) continue
        if (end + ITEM * NEIGHBOURS > items.length) items = this.reserve()
        const own = words[at]
        const above = at - south
        const below = at + south
        const east = words[at + EAST]
        const down = words[below]
        const west = words[at - EAST]
        const up = words[above]
        // One by one instead of in a loop: half as fast again.
        if (east !== 0) end = reach(at + EAST, units + STRAIGHT * (own + east), words, items, end, buckets, shift)
        if (down !== 0) end = reach(below, units + STRAIGHT * (own + down), words, items, end, buckets, shift)
        if (west !== 0) end = reach(at - EAST, units + STRAIGHT * (own + west), words, items, end, buckets, shift)
        if (up !== 0) end = reach(above, units + STRAIGHT * (own + up), words, items, end, buckets, shift)
        if (directionCount === 4) continue
        const diagonal = units + DIAGONAL * own
        const downEast = words[below + EAST]
        if (east !== 0 && down !== 0 && downEast !== 0)
          end = reach(below + EAST, diagonal + DIAGONAL * downEast, words, items, end, buckets, shift)
        const downWest = words[below - EAST]
        if (west !== 0 && down !== 0 && downWest !== 0)
          end = reach(below - EAST, diagonal + DIAGONAL * downWest, words, items, end, buckets, shift)
        const upWest = words[above - EAST]
        if (west !== 0 && up !== 0 && upWest !== 0)
          end = reach(above - EAST, diagonal + DIAGONAL * upWest, words, items, end, buckets, shift)
        const upEast = words[above + EAST]
        if (east !== 0 && up !== 0 && upEast !== 0)
          end = reach(above + EAST, diagonal + DIAGONAL * upEast, words, items, end, buckets, shift)
      }
      // Whatever bettered the goal within its bucket has had its turn.
      if (words[reachedGoal] >> shift <= turn) break
    }
    return words[reachedGoal]
  }

  /** Writes a cheapest path from the cell `start` to `goal`, which is (x, y); neighbours are `apart` from each other. */
  writeBends(start: number, goal: number, x: number, y: number, apart: number, bends: Bends): void {
    let direction = NONE
    bends.start(x, y)
    for (let at = 2 * goal; at !== 2 * start; at -= this.offsets[direction]) {
      if (direction === NONE || !this.isStepBack(at, direction)) {
        if (direction !== NONE) bends.add(x, y)
        direction = 0
        while (!this.isStepBack(at, direction)) direction++
      }
      x -= apart * DX[direction]
      y -= apart * DY[direction]
    }
    bends.add(x, y)
    turnRound(bends)
  }

  /** Whether a cheapest path may enter the cell of the word `at` by a step in `direction`. */
  private isStepBack(at: number, direction: number): boolean {
    const { words } = this
    const from = at - this.offsets[direction]
    if (words[from] === 0) return false
    const across = EAST * DX[direction]
    if (direction >= 4 && (words[from + across] === 0 || words[at - across] === 0)) return false
    return words[from + 1] + (direction < 4 ? STRAIGHT : DIAGONAL) * (words[from] + words[at]) === words[at + 1]
  }

  private reserve(): Int32Array<ArrayBuffer> {
    const grown = new Int32Array(2 * this.items.length)
    grown.set(this.items)
    this.items = grown
    return grown
  }
}

/** Puts the cell of the word `at` into the bucket of `units` if it costs more so far; returns the end of the items. */
function reach(
  at: number,
  units: number,
  words: Int32Array,
  items: Int32Array,
  end: number,
  buckets: Int32Array,
  shift: number,
): number {
  if (units >= words[at + 1]) return end
  words[at + 1] = units
  const bucket = (units >> shift) & BUCKET_MASK
  items[end] = buckets[bucket]
  items[end + 1] = at
  items[end + 2] = units
  buckets[bucket] = end
  return end + ITEM
}
