/**
 * A crossing is where a path may go over a block border: two adjacent free cells, one on each side. Seen from one of its
 * sides it is packed in one number: that side's cell and the direction that leads across.
 *
 * Side 0 is the western or northern cell, side 1 the eastern or southern one. Where costs differ, a path may land beside the
 * cells that a crossing names.
 */
import type { Point } from '../base/answer.ts'
import type { Id } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { DIAGONAL_UNITS, DX, DY, freeUnits, STRAIGHT_UNITS } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'

/** A number that the compiler keeps apart from other numbers; a cast makes one of a column's number. */
export type Crossing = number & { readonly kind: 'crossing' }

/** A plain number may be one as well, but no region, entry or slot. */
export type AnyCrossing = Id<'crossing'>

/** Stands for no crossing: the path is still at its start. */
export const NOWHERE = 0 as Crossing

/** The number of bits of x and y together, and of x on maps. In a crown of many tiles x may have more bits, or fewer. */
export const PLACE_BITS = 30
export const X_BITS = 15
/** The bits of a crossing that name its cell. */
const PLACE_MASK = 0x3fffffff

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

/** The cell that a crossing is seen from. */
export function cellOf(crossing: AnyCrossing): Point {
  return { x: xOf(crossing), y: yOf(crossing) }
}

/** As `packCrossing`, where x has `xBits` bits. */
export function packIn(xBits: number, x: number, y: number, direction: number): Crossing {
  return (x | (y << xBits) | (direction << PLACE_BITS)) as Crossing
}

export function xIn(xBits: number, crossing: AnyCrossing): number {
  return crossing & ((1 << xBits) - 1)
}

export function yIn(xBits: number, crossing: AnyCrossing): number {
  return (crossing & PLACE_MASK) >>> xBits
}

export function directionOfCrossing(crossing: AnyCrossing): number {
  return crossing >>> 30
}

/** The side from which the crossing is seen: 0 where it leads east or south, 1 where it leads west or north. */
export function sideOf(crossing: AnyCrossing): number {
  return crossing >>> 31
}

/** The highest level with a block border at this crossing. */
export function borderLevelOf(crossing: AnyCrossing, xBits = X_BITS): number {
  // The bits above those of x or y do not count.
  const at = (directionOfCrossing(crossing) & 1) === 0 ? crossing : crossing >> xBits
  // The border lies behind the cell to the east and south, before it to the west and north.
  const block = (at + 1 - sideOf(crossing)) >> BLOCK_SHIFT
  return 31 - Math.clz32(block & -block)
}

/** The same crossing seen from its other side. */
export function reversed(crossing: AnyCrossing): Crossing {
  const direction = directionOfCrossing(crossing)
  return ((crossing + DX[direction] + (DY[direction] << 15)) ^ (1 << 31)) as Crossing
}

/** The same where x has `xBits` bits. */
export function reversedIn(xBits: number, crossing: AnyCrossing): Crossing {
  const direction = directionOfCrossing(crossing)
  return ((crossing + DX[direction] + (DY[direction] << xBits)) ^ (1 << 31)) as Crossing
}

/*
 * Landings: where a path stands on the two sides of a crossing, and the cost of the step over it. Mostly that is a straight step
 * between the two cells of the crossing. But one cell may be expensive while a cheap cell lies next to it along the border. Then the
 * cheap cell is the landing. The path steps diagonally past the corner of the expensive cell, as it would inside a block. Else cheap
 * ground that touches at corners would be cut off at every border. If both cells are equally expensive, a much cheaper neighbour is
 * the landing too. Landings follow from four or six cells around the crossing, all in the two blocks of the border. A cell in the
 * corner of its block stays a landing at any cost: a path may step past it into a third block.
 */

/**
 * Each side of a straight step pays half of it. A diagonal step costs 99 units for each of its cells. The other side pays 70 for
 * its cell, as for a straight step. This side pays the 29 that are left, and 99 for the landing.
 */
const LEFT_OF_BEYOND = 29
/** A diagonal landing may be nearer than the middle of the crossing by this. */
const NEARER_UNITS = { even: 0, mixed: 41 }
/** The difference between the numbers of two crossings, one cell to the south of the other. */
const SOUTHWARDS = 0x8000

/** Where both sides of a crossing cost the same, a landing beside it must be this many times cheaper. */
const ALIKE_APART = 16
/** The crossing with its landing instead of its cell, on the side from which it is seen. */
export function landingOf(terrain: Terrain, crossing: AnyCrossing): Crossing {
  if (!terrain.ground.hasDiagonalCosts) return crossing as Crossing
  const cost = costOf(terrain, crossing)
  const apart = cost - costOf(terrain, reversed(crossing))
  // Only the more expensive side has a diagonal landing: no step leads between two of them.
  const least = apart === 0 ? leastIfAlike(terrain, crossing, cost) : STRAIGHT_UNITS * apart
  const landing = besideOf(terrain, crossing, least)
  // A way may touch a crossing and turn back. From a diagonal landing that would cost less than any way past the corner.
  return landing === crossing || pastCorner(terrain, crossing) === Infinity ? landing : (crossing as Crossing)
}

/** The cheaper of the two neighbours along the border whose diagonal step costs less than `unitsEnd`; else the cell itself. */
function besideOf(terrain: Terrain, crossing: AnyCrossing, unitsEnd: number): Crossing {
  let landing = crossing as Crossing
  let least = unitsEnd
  if (least <= DIAGONAL_UNITS * terrain.costMin) return landing
  const along = directionOfCrossing(crossing) % 2 === 0 ? SOUTHWARDS : 1
  for (let by = -along; by <= along; by += 2 * along) {
    const beside = (crossing + by) as Crossing
    const units = DIAGONAL_UNITS * costBeside(terrain, beside)
    const isInBlock = ((beside ^ crossing) & (along << BLOCK_SHIFT)) === 0
    if (isInBlock && units > 0 && units < least && costBeside(terrain, reversed(beside)) > 0) {
      least = units
      landing = beside
    }
  }
  return landing
}

/**
 * The limit for a diagonal landing where both sides cost the same. Paths also step diagonally into far more expensive ground. If
 * both sides may have such a landing, the western or northern one has it.
 */
function leastIfAlike(terrain: Terrain, crossing: AnyCrossing, cost: number): number {
  // Units are whole numbers, and so is their limit: a fraction would be an object on the heap.
  const least = Math.ceil((DIAGONAL_UNITS * cost) / ALIKE_APART) | 0
  const other = reversed(crossing)
  return sideOf(other) === 1 || besideOf(terrain, other, least) === other ? least : 0
}

/** The cost from the landing to the middle of the crossing. Both sides together are the step. */
export function halfStepUnits(
  terrain: Terrain,
  crossing: AnyCrossing,
  landing: Crossing = landingOf(terrain, crossing),
): number {
  if (landing === crossing) return STRAIGHT_UNITS * costOf(terrain, crossing)
  return DIAGONAL_UNITS * costOf(terrain, landing) + LEFT_OF_BEYOND * costOf(terrain, reversed(crossing))
}

/** The cost of the whole step. */
export function stepOverUnits(terrain: Terrain, crossing: AnyCrossing): number {
  return halfStepUnits(terrain, crossing) + halfStepUnits(terrain, reversed(crossing))
}

/** Whether two crossings of a region share a cell, which then lies in a corner of its block. */
function isOneCell(one: AnyCrossing, other: AnyCrossing): boolean {
  return ((one ^ other) & PLACE_MASK) === 0
}

/**
 * The cost between the middles of two crossings of one corner cell, by a step past that cell. This diagonal step joins the cells
 * beyond the crossings, over the corner where four blocks meet. The halves beyond are paid there. Infinity where there is no such
 * step, or where it saves too little.
 */
export function cornerUnits(terrain: Terrain, one: AnyCrossing, other: AnyCrossing): number {
  return isOneCell(one, other) ? pastCorner(terrain, one) : Infinity
}

/**
 * The same for a crossing and the other one that its cell may have. At each corner a path may take one of the two diagonals: the
 * cheaper one, so that no path takes both. It is let past a cell that costs as much as the first and the last cell do in the mean.
 */
export function pastCorner(terrain: Terrain, crossing: AnyCrossing): number {
  const out = outOfCorner(crossing)
  if (out === NONE || !terrain.ground.hasDiagonalCosts) return Infinity
  const beyond = reversed(crossing)
  const other = packCrossing(xOf(crossing), yOf(crossing), out)
  const own = costOf(terrain, crossing)
  const last = costBeside(terrain, crossing + alongOf(out))
  const ends = costOf(terrain, beyond) + last
  const opposite = costBeside(terrain, beyond + alongOf(out))
  return last > 0 &&
    opposite > 0 &&
    2 * own >= ends &&
    (ends < own + opposite || (ends === own + opposite && leadsOn(terrain, crossing, out, ends))) &&
    hasOwn(terrain, crossing, out) &&
    hasOwn(terrain, other, directionOfCrossing(crossing)) &&
    landingOf(terrain, beyond) === beyond &&
    landingOf(terrain, reversed(other)) === reversed(other)
    ? LEFT_OF_BEYOND * ends
    : Infinity
}

/** The cost of the step over a crossing, or of the cheaper step over a corner that leads past one of its cells. */
export function leastStepUnits(terrain: Terrain, crossing: AnyCrossing): number {
  const past = Math.min(pastCorner(terrain, crossing), pastCorner(terrain, reversed(crossing)))
  return Math.min(stepOverUnits(terrain, crossing), (DIAGONAL_UNITS / LEFT_OF_BEYOND) * past)
}

/** Whether the diagonal past this cell leads on to cheaper cells than the other diagonal at this corner, which costs the same. */
function leadsOn(terrain: Terrain, crossing: AnyCrossing, out: number, units: number): boolean {
  const costAt = (byAcross: number, byOut: number) =>
    costBeside(terrain, crossing + byAcross * alongOf(directionOfCrossing(crossing)) + byOut * alongOf(out)) || Infinity
  return costAt(2, -1) + costAt(-1, 2) < Math.min(units, costAt(-1, -1) + costAt(2, 2))
}

/** Whether the diagonal step that a crossing gives up, to be one in a corner, is that of the crossing next to it. */
function hasOwn(terrain: Terrain, crossing: AnyCrossing, out: number): boolean {
  const along = alongOf(out)
  const beside = reversed(crossing) - along
  const isOpen = costBeside(terrain, beside) > 0 && costBeside(terrain, reversed(beside)) > 0
  return !isOpen || landingOf(terrain, beside) !== beside - along
}

/** The change of a crossing's number with each cell in a direction. */
function alongOf(direction: number): number {
  return DX[direction] + SOUTHWARDS * DY[direction]
}

/** The direction along the border in which the corner cell of a crossing leads out of its block; NONE for other cells. */
export function outOfCorner(crossing: AnyCrossing): number {
  const isAlongX = directionOfCrossing(crossing) % 2
  const place = (isAlongX ? xOf(crossing) : yOf(crossing)) & BLOCK_MASK
  return place === 0 ? 3 - isAlongX : place === BLOCK_MASK ? 1 - isAlongX : NONE
}

/** Whether a path over these two crossings, one after the other, steps past the corner of the region between them. */
export function isOverCorner(terrain: Terrain, left: AnyCrossing, leftNext: AnyCrossing): boolean {
  return isOneCell(reversed(left), leftNext) && pastCorner(terrain, leftNext) < Infinity
}

/** The cost without walls from the middle of a crossing to (x, y): no way costs less. */
export function flightUnits(terrain: Terrain, crossing: AnyCrossing, x: number, y: number): number {
  const direction = directionOfCrossing(crossing)
  // In half cells.
  const dx = 2 * (xOf(crossing) - x) + DX[direction]
  const dy = 2 * (yOf(crossing) - y) + DY[direction]
  return freeUnits(dx, dy, terrain.costMin, terrain.directions) / 2 - terrain.ground.of(NEARER_UNITS) * terrain.costMin
}

/** The cost of the cell of a crossing, which is free. */
function costOf(terrain: Terrain, crossing: AnyCrossing): number {
  return terrain.costOfFree(xOf(crossing), yOf(crossing))
}

/** The same of a cell that may be a wall, or outside the map. */
function costBeside(terrain: Terrain, crossing: AnyCrossing): number {
  return terrain.costAt(xOf(crossing), yOf(crossing))
}
