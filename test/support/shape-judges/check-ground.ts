/**
 * The ground under a segment as the judges of shapes see it: cell by cell from the map's costs, column by column, with
 * no bits, no blocks and no additions that carry over. Shaping goes by rows of bits, so a fault of one does not hide in
 * the other.
 */
import type { CellCosts } from '../../../src/map/movement.ts'
import { squareLimit, squareToCell } from '../../../src/shape/clearance.ts'

export interface SegmentGround {
  /** In words, the first wall that the segment touches; empty where it touches none. */
  readonly wall: string
  /** In cell lengths: chords times costs. */
  readonly cost: number
}

/** Every cell that the segment between two centres of cells touches, corners included. */
export function groundOf(map: CellCosts, x0: number, y0: number, x1: number, y1: number): SegmentGround {
  const ax = Math.abs(x1 - x0)
  const dy = y1 - y0
  const stepX = Math.sign(x1 - x0)
  let mean = 0
  for (let column = 0; column <= ax; column++) {
    // Where the segment enters and leaves the column, in 1 / (2 * ax) of its way; in halves where it is one column.
    const parts = 2 * Math.max(1, ax)
    const enter = ax === 0 ? 0 : Math.max(0, 2 * column - 1)
    const leave = ax === 0 ? 2 : Math.min(parts, 2 * column + 1)
    const yA = Math.min(dy * enter, dy * leave)
    const yB = Math.max(dy * enter, dy * leave)
    const x = x0 + stepX * column
    for (let y = Math.ceil((yA - parts / 2) / parts); y <= Math.floor((yB + parts / 2) / parts); y++) {
      const cost = map.costAt(x, y0 + y)
      if (cost === 0) return { wall: `the wall at ${x},${y0 + y}`, cost: Infinity }
      // Both bounds are this many times the height of a row, so their difference is exact.
      const from = Math.max(yA, parts * y - parts / 2)
      const to = Math.min(yB, parts * y + parts / 2)
      mean += cost * (dy === 0 ? (leave - enter) / parts : Math.max(0, to - from) / (parts * Math.abs(dy)))
    }
  }
  return { wall: '', cost: Math.hypot(ax, dy) * mean }
}

/** In words, a wall closer to a segment between any two points than `radius`; empty where there is none. */
export function wallWithin(map: CellCosts, x0: number, y0: number, x1: number, y1: number, radius: number): string {
  const squareMin = squareLimit(radius)
  const reach = radius + 0.51
  for (let x = Math.ceil(Math.min(x0, x1) - reach); x <= Math.max(x0, x1) + reach; x++) {
    // The part of the segment that is near enough to this column.
    const shareA = x0 === x1 ? 0 : Math.max(0, Math.min(1, (x - reach - x0) / (x1 - x0)))
    const shareB = x0 === x1 ? 1 : Math.max(0, Math.min(1, (x + reach - x0) / (x1 - x0)))
    const yA = y0 + (y1 - y0) * shareA
    const yB = y0 + (y1 - y0) * shareB
    for (let y = Math.ceil(Math.min(yA, yB) - reach); y <= Math.max(yA, yB) + reach; y++) {
      if (map.costAt(x, y) !== 0) continue
      if (squareToCell(x0 - x, y0 - y, x1 - x, y1 - y) < squareMin) return `the wall at ${x},${y}`
    }
  }
  return ''
}
