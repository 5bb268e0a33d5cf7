/**
 * Fills the gaps of a traced path by floods. The two ends lead to the first and the last entry: on even ground by a line where
 * these are in sight.
 */
import { hold } from '../atlas/level-graph.ts'
import type { Bends } from '../cells/bends.ts'
import { Flood } from '../cells/cell-flood.ts'
import { addSightLine } from '../cells/line.ts'
import type { Terrain } from '../map/terrain.ts'
import type { Stretch } from './corridor.ts'
import type { Gaps } from './unpack.ts'

export class FloodGaps implements Gaps {
  private readonly terrain: Terrain
  private readonly flood: Flood

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.flood = new Flood(terrain)
  }

  /** The map has changed. */
  forgetMap(): void {
    this.flood.forget()
  }

  fill({ count, from, goal }: Stretch, i: number, x: number, y: number, bends: Bends): void {
    const { terrain } = this
    const isToGoal = i === count
    const end = isToGoal ? goal! : i > 0 ? null : from
    if (end === null || typeof end === 'number') this.withinRegion(x, y, bends)
    else if (!addSightLine(terrain, x, y, bends)) {
      end.floodToEntries()
      if (isToGoal) end.addWayBack(bends)
      else end.addWayTo(x, y, bends)
    }
  }

  /** Appends the cheapest path inside the region to a landing, by a flood of its block from there, as the bake did. */
  private withinRegion(x: number, y: number, bends: Bends): void {
    const { flood } = this
    const [x0, y0] = [bends.xOf(bends.count - 1), bends.yOf(bends.count - 1)]
    flood.load(this.terrain.blockOf(x0, y0))
    flood.addTarget(x0, y0)
    flood.flood(x, y)
    hold(flood.addWayBack(bends), 'ways')
  }
}
