/**
 * A crossing is where a path may go over a block border: two adjacent free cells, one on each side. Seen from one of its
 * sides it is packed in one number: that side's cell and the direction that leads across.
 *
 * Side 0 is the western or northern cell, side 1 the eastern or southern one.
 */
import type { Id } from '../base/ids.ts'
import { DX, DY } from '../map/movement.ts'

/** A number that the compiler keeps apart from other numbers; a cast makes one of a column's number. */
export type Crossing = number & { readonly kind: 'crossing' }

/** A plain number may be one as well, but no region, entry or slot. */
export type AnyCrossing = Id<'crossing'>

/** Of a path that has not set out. */
export const NOWHERE = 0 as Crossing

/** x, y below 32,768; direction 0..3. */
export function packCrossing(x: number, y: number, direction: number): Crossing {
  return (x | (y << 15) | (direction << 30)) as Crossing
}

export function xOf(crossing: AnyCrossing): number {
  return crossing & 0x7fff
}

export function yOf(crossing: AnyCrossing): number {
  return (crossing >>> 15) & 0x7fff
}

export function directionOfCrossing(crossing: AnyCrossing): number {
  return crossing >>> 30
}

/** The side from which this is the view: 0 where it leads east or south, 1 where it leads west or north. */
export function sideOf(crossing: AnyCrossing): number {
  return crossing >>> 31
}

/** The same crossing seen from its other side. */
export function reversed(crossing: AnyCrossing): Crossing {
  const direction = directionOfCrossing(crossing)
  return packCrossing(xOf(crossing) + DX[direction], yOf(crossing) + DY[direction], direction ^ 2)
}
