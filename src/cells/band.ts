/**
 * The cheapest path beside a known one: Dijkstra among the cells that are not farther from it than so many. On weighted
 * ground a search of both ends' surroundings looks at thousands of cells, because the free cost says little there; what a
 * path that came along entries can be bettered by lies close to it.
 */
import type { Terrain } from '../map/terrain.ts'
import { BandFrame, FRAME } from './band-frame.ts'
import type { Bends } from './bends.ts'
import { FrameFlood } from './frame-flood.ts'
import { LIMIT_MAX_UNITS } from './near-window.ts'

const NONE = -1

export class BandSearch {
  private readonly frame: BandFrame
  private readonly flood: FrameFlood

  constructor(terrain: Terrain) {
    this.flood = new FrameFlood(FRAME, terrain.directions)
    this.frame = new BandFrame(terrain, this.flood.words)
  }

  /**
   * What the cheapest path within `reachCells` of a path from (x, y) costs in units; that is `runLength` numbers of `runs`:
   * direction, steps, ... Negative if there is none below `limitUnits`, or if the path is too long for the
   * frame; where only its surroundings are too wide for that, less of them is looked at.
   */
  find(runs: Int32Array, runLength: number, reachCells: number, x: number, y: number, limitUnits: number): number {
    const { flood, frame } = this
    // The frame holds whole numbers.
    const limit = Math.ceil(Math.min(limitUnits, LIMIT_MAX_UNITS))
    if (!frame.layOut(runs, runLength, reachCells, x, y, limit)) return NONE
    const units = flood.flood(frame.start, frame.goal, frame.costMin, frame.costMax)
    return units < limit ? units : NONE
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    const { start, goal, left, top } = this.frame
    this.flood.writeBends(start, goal, left + (goal % FRAME), top + Math.floor(goal / FRAME), 1, bends)
  }
}
