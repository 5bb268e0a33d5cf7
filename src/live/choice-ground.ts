/**
 * The ground that entries are chosen on, if it differs from the traveller's own. Travellers with the same walls share
 * their entries, and a bake chooses these on the mean of the travellers' costs (bake-travellers.ts). Each edit changes
 * this ground too, so entries chosen again equal those of a bake.
 */
import { grownTo } from '../base/growing.ts'
import {
  BLOCK_CELLS,
  BLOCK_CELLS_SHIFT,
  BLOCK_MASK,
  BLOCK_SHIFT,
  groundOfBlocks,
  type Terrain,
} from '../map/terrain.ts'
import type { Writable } from './live-level.ts'
import { copyOf } from './store.ts'

export class ChoiceGround {
  readonly terrain: Writable<Terrain>
  /** Places in `costOfCell` that no block uses. */
  private readonly free: number[] = []

  constructor(terrain: Terrain) {
    this.terrain = copyOf(terrain)
    this.terrain.costOfCell = Uint16Array.from(terrain.costOfCell)
  }

  /** Sets the costs of a block's cells. */
  set(block: number, costs: Uint16Array): void {
    const { terrain, free } = this
    const { rowBits, costOfBlock } = terrain
    rowBits.fill(0, block << BLOCK_SHIFT, (block + 1) << BLOCK_SHIFT)
    let one = 0
    for (let place = 0; place < BLOCK_CELLS; place++) {
      const cost = costs[place]
      if (cost === 0) continue
      rowBits[(block << BLOCK_SHIFT) | (place >> BLOCK_SHIFT)] |= 1 << (place & BLOCK_MASK)
      one = one === 0 || one === cost ? cost : -1
      if (cost < terrain.costMin) terrain.costMin = cost
    }
    if (costOfBlock[block] < 0) free.push(~costOfBlock[block])
    costOfBlock[block] = one
    if (one >= 0) return
    if (free.length === 0) this.grow()
    const n = free.pop()!
    terrain.costOfCell.set(costs, n << BLOCK_CELLS_SHIFT)
    costOfBlock[block] = ~n
  }

  /** Call once all blocks of a commit are set. */
  end(): void {
    const { terrain } = this
    terrain.ground = groundOfBlocks(terrain.costOfBlock, terrain.costMin, terrain.directions)
  }

  private grow(): void {
    const { terrain, free } = this
    const count = terrain.costOfCell.length >> BLOCK_CELLS_SHIFT
    const more = Math.max(8, count >> 2)
    terrain.costOfCell = grownTo(terrain.costOfCell, (count + more) << BLOCK_CELLS_SHIFT)
    for (let n = count + more - 1; n >= count; n--) free.push(n)
  }
}
