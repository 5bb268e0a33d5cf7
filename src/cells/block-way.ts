/**
 * The cheapest way between two cells of one block whose cells differ in cost, by sweeps over the whole block. What it costs
 * is known from the tables, so sweeps end as soon as it is found.
 */
import type { Terrain } from '../map/terrain.ts'
import { BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { Bends } from './bends.ts'
import { Sweep } from './sweep.ts'
import { WALL } from './sweep-rows.ts'

/** Walls around. */
const FRAME = BLOCK_SIDE_CELLS + 2

export class BlockWay {
  private readonly terrain: Terrain
  private readonly sweep: Sweep
  private readonly found = new Bends(64)

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.sweep = new Sweep(FRAME, terrain.directions)
    this.sweep.firstOfRow.fill(1)
    this.sweep.lastOfRow.fill(BLOCK_SIDE_CELLS)
  }

  /**
   * Appends a way from (x0, y0), where the guide ends, to (x1, y1) in the same block that costs no more than `enoughUnits`, or
   * the cheapest there is; false if there is none that sweeps can count.
   */
  append(x0: number, y0: number, x1: number, y1: number, enoughUnits: number, guide: Bends): boolean {
    const { sweep, found } = this
    const start = cellOf(x0, y0)
    const goal = cellOf(x1, y1)
    this.load(this.terrain.blockOf(x0, y0))
    if (sweep.run(start, goal, BLOCK_SIDE_CELLS, enoughUnits, false) === Infinity) return false
    sweep.writeBends(start, goal, x1, y1, false, found)
    for (let i = 1; i < found.count; i++) guide.add(found.xOf(i), found.yOf(i))
    return true
  }

  private load(block: number): void {
    const { terrain, sweep } = this
    const { costs } = sweep
    const { costOfCell } = terrain
    let from = ~terrain.costOfBlock[block] << BLOCK_CELLS_SHIFT
    for (let row = 1; row <= BLOCK_SIDE_CELLS; row++) {
      const end = row * FRAME + 1 + BLOCK_SIDE_CELLS
      for (let at = row * FRAME + 1; at < end; at++) costs[at] = costOfCell[from++] || WALL
    }
    sweep.forget(BLOCK_SIDE_CELLS)
  }
}

function cellOf(x: number, y: number): number {
  return ((y & BLOCK_MASK) + 1) * FRAME + (x & BLOCK_MASK) + 1
}
