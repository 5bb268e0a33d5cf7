/**
 * The corners of a block near which something has changed: what lies across them may be entered elsewhere then, as walls end
 * there, or a step leads over the corner where four blocks meet (atlas/crossing.ts).
 */
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'
import type { TouchedBlock } from './touched-blocks.ts'

const LAST = BLOCK_SIDE_CELLS - 1
/** Cells along its border beside a step over a corner that have a say in it. */
const CORNER_CELLS = 3

/** A corner's cell in its block, and the way to the block that lies across. */
export interface Corner {
  readonly column: number
  readonly row: number
  readonly towardsX: number
  readonly towardsY: number
}

const CORNERS: readonly Corner[] = [0, LAST].flatMap(row => {
  return [0, LAST].map(column => ({ column, row, towardsX: column === 0 ? -1 : 1, towardsY: row === 0 ? -1 : 1 }))
})

export function touchedCorners({ changed }: TouchedBlock, { isUniform }: Terrain): readonly Corner[] {
  const reach = isUniform ? 1 : CORNER_CELLS
  return CORNERS.filter(({ column, row, towardsX, towardsY }) => {
    for (let i = 0; i < reach; i++) {
      if (((changed[row] >>> (column - i * towardsX)) & 1) !== 0) return true
      if (((changed[row - i * towardsY] >>> column) & 1) !== 0) return true
    }
    return false
  })
}
