/**
 * The cheapest path between two cells of a region that stays in it, by a flood of its block: what the bake did that wrote
 * the table.
 */
import { hold } from '../atlas/hold.ts'
import type { Bends } from '../cells/bends.ts'
import { BlockFlood } from '../cells/block-flood.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'

export class RegionFlood {
  private readonly terrain: Terrain
  private readonly flood: BlockFlood
  private readonly runs = new Int32Array(2 * BLOCK_SIDE_CELLS ** 2)

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.flood = new BlockFlood(terrain)
  }

  /** Appends it. */
  take(x0: number, y0: number, x1: number, y1: number, bends: Bends): void {
    const { flood, runs } = this
    flood.load(this.terrain.blockOf(x0, y0))
    flood.addTarget(x0, y0)
    flood.flood(x1, y1)
    hold(flood.unitsTo(x0, y0) < Infinity, 'ways')
    // Flooded from its end, so that the runs back to that are the way there.
    const length = flood.runsBackFrom(x0, y0, runs)
    hold(length >= 0, 'regions')
    for (let i = 0; i < length; i += 2) bends.run(runs[i] ^ 2, runs[i + 1])
  }
}
