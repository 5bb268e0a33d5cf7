/**
 * Ways that the atlas does not keep are found again on the cells, by one of two means. The exact search goes through
 * several regions at once and may leave them, which makes a path cheaper than the tables promise; but all that bounds it
 * is that promise, and where the ground around costs far less than the way (a valley beside a ridge, a field beside the
 * windings of a maze) it would look at tens of thousands of cells. So it may be cut short, which says nothing about the
 * atlas. The flood stays inside one region, as the bake did that wrote the table: it always finds the way, and looks
 * at no more than a block.
 */
import { hold } from '../atlas/hold.ts'
import type { Bends } from '../cells/bends.ts'
import { BlockFlood } from '../cells/block-flood.ts'
import { NONE_BELOW } from '../cells/near-window.ts'
import type { Near } from '../cells/no-near.ts'
import { BLOCK_SIDE_CELLS, type Terrain } from '../map/terrain.ts'

/** Where a search can jump, one that finds a way of this length soon is cheap; the flood of a block costs about as much. */
const JUMP_EXPANSIONS_MAX = 500
/** Cell by cell, this crosses the 64 x 64 cells around two regions; more takes longer than the better path is worth. */
const STEP_EXPANSIONS_MAX = 8000

export class Across {
  private readonly terrain: Terrain
  private readonly near: Near
  private readonly flood: BlockFlood
  private readonly runs = new Int32Array(2 * BLOCK_SIDE_CELLS ** 2)

  constructor(terrain: Terrain, near: Near) {
    this.terrain = terrain
    this.near = near
    this.flood = new BlockFlood(terrain)
  }

  /** Appends the cheapest path between two cells, one of which costs less than `units`; false if it is not found soon. */
  search(x0: number, y0: number, x1: number, y1: number, units: number, bends: Bends): boolean {
    const { near } = this
    const expansionsMax = near.canJump(x0, y0, x1, y1, units) ? JUMP_EXPANSIONS_MAX : STEP_EXPANSIONS_MAX
    const found = near.find(x0, y0, x1, y1, units, expansionsMax)
    hold(found !== NONE_BELOW, 'ways')
    if (found < 0) return false
    bends.extend(near.bends, near.bendCount)
    return true
  }

  /** Appends the cheapest path between two cells of a region that stays in it. */
  stayInside(x0: number, y0: number, x1: number, y1: number, bends: Bends): void {
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

  /** The cheaper of both where the two cells are of one region: the search if it ends, else the flood. */
  inOneRegion(x0: number, y0: number, x1: number, y1: number, units: number, bends: Bends): void {
    if (!this.search(x0, y0, x1, y1, units, bends)) this.stayInside(x0, y0, x1, y1, bends)
  }
}
