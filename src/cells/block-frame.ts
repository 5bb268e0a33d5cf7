/** A block as floods inside it lay it out: in a frame of walls, so that nothing tests bounds. */
import { DX, DY } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SIDE_CELLS } from '../map/terrain.ts'

export const FRAME = BLOCK_SIDE_CELLS + 2
export const FRAME_CELLS = FRAME * FRAME

/** From a cell of the frame to its neighbour in each direction. */
export const FRAME_OFFSETS = Int32Array.from(DX, (dx, direction) => DY[direction] * FRAME + dx)

/** Where the map's cell (x, y), or cell (x, y) of the block, lies in the frame. */
export function frameCell(x: number, y: number): number {
  return ((y & BLOCK_MASK) + 1) * FRAME + (x & BLOCK_MASK) + 1
}
