/**
 * Polishes a path on weighted ground, window by window: the cheapest path among the cells beside a window replaces it.
 * What entries cost a path lies within a few cells of it, and windows as long as some blocks cost little, since what is
 * looked at grows with their length alone. Only around the two ends of a path is more looked at: where a path leaves the
 * start, entries of the first border may be far from where it would best cross.
 */
import { BandSearch } from '../cells/band.ts'
import { Bends, cellCountOf, goAlong } from '../cells/bends.ts'
import { runUnits } from '../cells/line.ts'
import type { Terrain } from '../map/terrain.ts'

export interface BesideSettings {
  /** So many rounds, each with windows shifted by half; a round that finds nothing cheaper is the last. */
  readonly rounds: number
  readonly windowCells: number
  /** How far from the path the search looks. */
  readonly reachCells: number
  /** The same for the windows at the two ends; 0 cells where they are like all others. */
  readonly endCells: number
  readonly endReachCells: number
}

export class BesidePolisher {
  private readonly terrain: Terrain
  private readonly band: BandSearch
  private settings!: BesideSettings
  private round = 0
  private isPathEnd = false
  /** The path before the round, and how many steps it has. */
  private readonly before = new Bends()
  private stepCount = 0
  /** The window at hand, and what it costs. */
  private readonly window = new Bends()
  private units = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.band = new BandSearch(terrain)
  }

  /** `isPathEnd` says whether the path ends where these bends do, or goes on. */
  polish(bends: Bends, settings: BesideSettings, isPathEnd: boolean): void {
    this.settings = settings
    this.isPathEnd = isPathEnd
    for (this.round = 0; this.round < settings.rounds; this.round++) {
      if (!this.runRound(bends)) return
    }
  }

  /** Whether any window became cheaper. */
  private runRound(bends: Bends): boolean {
    const { before } = this
    before.take(bends.xy, bends.count)
    this.stepCount = cellCountOf(bends) - 1
    bends.start(bends.xOf(0), bends.yOf(0))
    this.startWindow(bends)
    let isAnyCheaper = false
    let step = 0
    let from = 0
    let end = this.stepsOfWindow(0)
    for (let i = 0; i + 1 < before.count; i++) {
      for (let left = before.stepsAfter(i); left > 0; ) {
        const taken = Math.min(left, end - step)
        this.note(before.directionAfter(i), taken)
        left -= taken
        step += taken
        if (step < end) continue
        if (this.endWindow(bends, this.reachOfWindow(from))) isAnyCheaper = true
        this.startWindow(bends)
        from = step
        end = step + this.stepsOfWindow(step)
      }
    }
    return this.endWindow(bends, this.reachOfWindow(from)) || isAnyCheaper
  }

  /** How many steps a window has that begins after so many. */
  private stepsOfWindow(from: number): number {
    const { windowCells, endCells } = this.settings
    if (this.round > 0 || endCells === 0) return from === 0 && this.round % 2 === 1 ? windowCells >> 1 : windowCells
    if (this.isShort) return this.stepCount
    if (from === 0) return endCells
    const left = this.stepCount - from
    if (!this.isPathEnd || left <= endCells) return windowCells
    return Math.min(windowCells, left - endCells)
  }

  /** Whether what is left of the path is no more than its two ends: then it is one window. */
  private get isShort(): boolean {
    return this.isPathEnd && this.stepCount <= 2 * this.settings.endCells
  }

  private reachOfWindow(from: number): number {
    const { reachCells, endCells, endReachCells } = this.settings
    if (this.round > 0 || endCells === 0) return reachCells
    if (this.isShort) return 2 * endReachCells
    return from === 0 || (this.isPathEnd && this.stepCount - from <= endCells) ? endReachCells : reachCells
  }

  private startWindow(bends: Bends): void {
    this.window.start(bends.xOf(bends.count - 1), bends.yOf(bends.count - 1))
    this.units = 0
  }

  /** Appends the cheapest of what is known of the window; whether that is news. */
  private endWindow(bends: Bends, reachCells: number): boolean {
    const { band, window, units } = this
    if (units === 0) return false
    const isCheaper = band.find(window, reachCells, units) >= 0
    if (isCheaper) band.writeBends(window)
    goAlong(bends, window.xy, window.count)
    return isCheaper
  }

  private note(direction: number, steps: number): void {
    const { window } = this
    const last = window.count - 1
    this.units += runUnits(this.terrain, window.xOf(last), window.yOf(last), direction, steps)
    window.run(direction, steps)
  }
}
