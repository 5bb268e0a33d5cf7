/**
 * The cheapest path beside a known one, among the cells that are not farther from it than so many. On weighted ground a
 * search of both ends' surroundings looks at thousands of cells, because the free cost says little there; what a path that
 * came along entries can be bettered by lies close to it.
 */
import type { Terrain } from '../map/terrain.ts'
import { BandFrame, FRAME } from './band-frame.ts'
import type { Bends } from './bends.ts'
import { NONE_ENOUGH, Sweep } from './sweep.ts'

const NONE = -1

export class BandSearch {
  private readonly frame: BandFrame
  private readonly sweep: Sweep

  constructor(terrain: Terrain) {
    this.sweep = new Sweep(FRAME, terrain.directions)
    this.frame = new BandFrame(terrain, this.sweep)
  }

  /**
   * What the cheapest path within `reachCells` of a path from (x, y) costs in units; that is `runLength` numbers of `runs`:
   * direction, steps, ... Negative if there is none below `limitUnits`, or if the path is too long for the frame; where
   * only its surroundings are too wide for that, less of them is looked at. Where some units are enough (sweep.ts), it may
   * be a path near the cheapest, which costs no more than is said.
   */
  find(
    runs: Int32Array,
    runLength: number,
    reachCells: number,
    x: number,
    y: number,
    limitUnits: number,
    enoughUnits = NONE_ENOUGH,
  ): number {
    const { sweep, frame } = this
    if (!frame.layOut(runs, runLength, reachCells, x, y)) return NONE
    const units = sweep.run(frame.start, frame.goal, frame.rowCount, enoughUnits)
    return units < limitUnits ? units : NONE
  }

  /** Writes the path found last. */
  writeBends(bends: Bends): void {
    const { start, goal, goalX, goalY, isTurned } = this.frame
    this.sweep.writeBends(start, goal, goalX, goalY, 1, isTurned, bends)
  }
}
