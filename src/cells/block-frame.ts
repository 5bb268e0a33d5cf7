/** A block as floods inside it lay it out: in a frame of walls, so that nothing tests bounds. */
import { FRAME } from '../kernel/block-layout.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_MASK } from '../map/terrain.ts'

/** From a cell of the frame to its neighbour in each direction. */
export const FRAME_OFFSETS = Int32Array.from(DX, (dx, direction) => DY[direction] * FRAME + dx)

/** Where the map's cell (x, y), or cell (x, y) of the block, lies in the frame. */
export function frameCell(x: number, y: number): number {
  return ((y & BLOCK_MASK) + 1) * FRAME + (x & BLOCK_MASK) + 1
}
