/**
 * The cheapest path beside a known one, among the cells that are not farther from it than so many. On weighted ground a
 * search of both ends' surroundings looks at thousands of cells, because the free cost says little there; what a path that
 * came along entries can be bettered by lies close to it.
 */
import type { Terrain } from '../map/terrain.ts'
import { BandFrame, type Beside, FRAME } from './band-frame.ts'
import type { Bends } from './bends.ts'
import { Sweep } from './sweep.ts'

const NONE = -1
const NOTHING: Beside = { boxes: [], lines: [] }

export class BandSearch {
  private readonly terrain: Terrain
  private readonly swift: BandFrame
  /** Of paths that cost more than swift sweeps count to; made when it is first needed. */
  private knownWide: BandFrame | null = null
  /** The one of the path found last. */
  private frame: BandFrame

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.swift = new BandFrame(terrain, new Sweep(FRAME, terrain))
    this.frame = this.swift
  }

  private get wide(): BandFrame {
    this.knownWide ??= new BandFrame(this.terrain, new Sweep(FRAME, this.terrain, true))
    return this.knownWide
  }

  /**
   * What the cheapest path within `reachCells` of a guide costs in units, from where that begins to where it ends. Negative
   * if there is none below `limitUnits`, or if the guide is too long for the frame; where only its surroundings are too wide
   * for that, less of them is looked at. Where some units are enough, it may be a dearer path that costs no more than these.
   * What is named `beside` the guide is looked at as well.
   */
  find(guide: Bends, reachCells: number, limitUnits: number, enoughUnits = NONE, beside = NOTHING): number {
    const frame = limitUnits < this.swift.sweep.unitsMax ? this.swift : this.wide
    this.frame = frame
    if (!frame.layOut(guide, reachCells, beside)) return NONE
    const units = frame.sweep.run(frame.start, frame.goal, frame.rowCount, enoughUnits)
    return units < limitUnits ? units : NONE
  }

  /** Goes on along the path found last, from where that begins. */
  goOn(bends: Bends): void {
    const { sweep, goal, isTurned } = this.frame
    sweep.goOn(goal, isTurned, bends)
  }
}
