/**
 * The edge of a set of cells as rings of corners. Every ring has an edge along the top of one of its cells; from the first of these, row
 * by row, it is walked with the set on the right hand until it closes.
 */
import { BLOCK_MASK, BLOCK_SHIFT } from '../map/terrain.ts'

export interface CellSet {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** As `ReachedCells.rows`. */
  readonly rows: Uint32Array
  has(x: number, y: number): boolean
}

/** Headings: east, south, west, north. The two cells ahead, of the four around a corner, as offsets from the corner. */
const AHEAD_X = [1, 0, -1, 0]
const AHEAD_Y = [0, 1, 0, -1]
const RIGHT_X = [0, -1, -1, 0]
const RIGHT_Y = [0, 0, -1, -1]
const LEFT_X = [0, 0, -1, -1]
const LEFT_Y = [-1, 0, 0, -1]
const EAST = 0

export function outlineOf(set: CellSet): Int32Array<ArrayBuffer>[] {
  const { left, top, rows, height } = set
  const pitch = set.width >> BLOCK_SHIFT
  /** Bits of cells along whose top no ring was walked yet. */
  const tops = rows.map((word, i) => word & ~(i < pitch ? 0 : rows[i - pitch]))
  const rings: Int32Array<ArrayBuffer>[] = []
  for (let at = 0; at < pitch * height; at++) {
    while (tops[at] !== 0) {
      const bit = 31 - Math.clz32(tops[at] & -tops[at])
      const y = top + Math.floor(at / pitch)
      rings.push(walk(set, tops, left + ((at % pitch) << BLOCK_SHIFT) + bit, y))
    }
  }
  return rings
}

/** Walks a ring from its first top edge. The edge to its left is no top edge, or an earlier walk had found it: so the ring turns there. */
function walk(set: CellSet, tops: Uint32Array, startX: number, startY: number): Int32Array<ArrayBuffer> {
  const { left, top, width } = set
  const pitch = width >> BLOCK_SHIFT
  const ring = [startX, startY]
  let [x, y, heading] = [startX, startY, EAST]
  do {
    if (heading === EAST) tops[(y - top) * pitch + ((x - left) >> BLOCK_SHIFT)] &= ~(1 << (x & BLOCK_MASK))
    x += AHEAD_X[heading]
    y += AHEAD_Y[heading]
    let turn = 0
    if (!set.has(x + RIGHT_X[heading], y + RIGHT_Y[heading])) turn = 1
    else if (set.has(x + LEFT_X[heading], y + LEFT_Y[heading])) turn = 3
    if (turn !== 0) ring.push(x, y)
    heading = (heading + turn) & 3
  } while (x !== startX || y !== startY || heading !== EAST)
  return Int32Array.from(ring)
}
