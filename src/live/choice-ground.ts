/**
 * The ground that entries are chosen on, if it differs from the traveller's own. Travellers with the same walls share
 * their entries, and a bake chooses these on the mean of the travellers' costs (bake-travellers.ts). Each edit changes
 * this ground too, so entries chosen again equal those of a bake.
 */
import {
  BLOCK_CELLS,
  BLOCK_CELLS_SHIFT,
  BLOCK_MASK,
  BLOCK_SHIFT,
  groundOfBlocks,
  type Terrain,
} from '../map/terrain.ts'
import { Arena } from './arena.ts'
import type { Writable } from './live-level.ts'
import { copyOf } from './store.ts'
import { Versions } from './versions.ts'

export class ChoiceGround {
  readonly terrain: Writable<Terrain>
  /** The costs of cells of mixed blocks. */
  private readonly room: Arena<Uint16Array>

  constructor(terrain: Terrain) {
    this.terrain = copyOf(terrain)
    const { costOfCell } = terrain
    this.room = new Arena(new Versions(), Uint16Array.from(costOfCell), costOfCell.length / BLOCK_CELLS, BLOCK_CELLS)
    this.terrain.costOfCell = this.room.data
  }

  /** Sets the costs of a block's cells. */
  set(block: number, costs: Uint16Array): void {
    const { terrain, room } = this
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
    if (costOfBlock[block] < 0) room.give(~costOfBlock[block], 1)
    costOfBlock[block] = one
    if (one >= 0) return
    const n = room.take(1)
    room.data.set(costs, n << BLOCK_CELLS_SHIFT)
    terrain.costOfCell = room.data
    costOfBlock[block] = ~n
  }

  /** Call once all blocks of a commit are set. */
  end(): void {
    const { terrain } = this
    terrain.ground = groundOfBlocks(terrain.costOfBlock, terrain.costMin, terrain.directions)
  }
}
