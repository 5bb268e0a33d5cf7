/**
 * The cheapest path between two cells of a region that stays in it, by a flood of its block: what the bake did that wrote
 * the table.
 */
import { type Crossing, xOf, yOf } from '../atlas/crossing.ts'
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

  /** Appends it, from where the path stands to a landing. */
  take(to: Crossing, bends: Bends): void {
    const { flood, runs } = this
    const [x0, y0] = [bends.xOf(bends.count - 1), bends.yOf(bends.count - 1)]
    flood.load(this.terrain.blockOf(x0, y0))
    flood.addTarget(x0, y0)
    flood.flood(xOf(to), yOf(to))
    hold(flood.unitsTo(x0, y0) < Infinity, 'ways')
    // Flooded from its end, so that the runs back to that are the way there.
    const length = flood.runsBackFrom(x0, y0, runs)
    hold(length >= 0, 'regions')
    for (let i = 0; i < length; i += 2) bends.run(runs[i] ^ 2, runs[i + 1])
  }
}
