/**
 * Which cheap parts of a block (cheap-parts.ts) lie a hop apart: one dear cell touches both. Where cheap ground hangs together
 * nowhere, paths hop from part to part, and a small part that leads nowhere else may be where the cheapest hop is.
 */
import { canStep, DX, DY } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_MASK, BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'

/** Two parts as one number. */
export const pairOf = (a: number, b: number): number => (a < b ? (a << 16) | b : (b << 16) | a)

/** The parts of a block that a cell of it touches, as its steps go there, added to a list. */
export function partsBeside(
  terrain: Terrain,
  x: number,
  y: number,
  partOfCell: ArrayLike<number>,
  list: number[] = [],
): number[] {
  for (let direction = 0; direction < terrain.directions; direction++) {
    const [toX, toY] = [x + DX[direction], y + DY[direction]]
    if ((((toX ^ x) | (toY ^ y)) & ~BLOCK_MASK) !== 0) continue
    const part = partOfCell[((toY & BLOCK_MASK) << BLOCK_SHIFT) | (toX & BLOCK_MASK)]
    if (part > 0 && !list.includes(part) && canStep(terrain, x, y, direction)) list.push(part)
  }
  return list
}

/** Of a block: the pairs of parts a hop apart. */
export function hopsOf(terrain: Terrain, left: number, top: number, partOfCell: ArrayLike<number>): Set<number> {
  const hops = new Set<number>()
  const list: number[] = []
  for (let cell = 0; cell < BLOCK_CELLS; cell++) {
    const [x, y] = [left + (cell & BLOCK_MASK), top + (cell >> BLOCK_SHIFT)]
    if (partOfCell[cell] > 0 || terrain.costAt(x, y) === 0) continue
    list.length = 0
    partsBeside(terrain, x, y, partOfCell, list)
    for (let i = 1; i < list.length; i++) for (let j = 0; j < i; j++) hops.add(pairOf(list[i], list[j]))
  }
  return hops
}
