/**
 * Polishes a path on weighted ground, window by window: the cheapest path among the cells beside a window replaces it.
 * What entries cost a path lies within some cells of it, yet for long: the better way may run beside it over many blocks.
 * So windows are as long as the search has room for, and what is looked at grows with their length alone.
 */
import { BandSearch } from '../cells/band.ts'
import { Bends, cellCountOf, goAlong } from '../cells/bends.ts'
import { runUnits, unitsAlong } from '../cells/line.ts'
import { SWIFT_UNITS_MAX } from '../cells/swift-rows.ts'
import type { Terrain } from '../map/terrain.ts'

export interface BesideSettings {
  /** So many rounds, every second one with windows shifted by half. */
  readonly rounds: number
  readonly windowCells: number
  /** How far from the path the search looks. */
  readonly reachCells: number
}

/** What the windows of one round part, those of the next may hold; those of a third would be the first's again. */
const ROUNDS_IN_VAIN = 2
/** So many times what the path does on average a window may cost a cell, and still not more than swift sweeps count to. */
const DEARER = 1.5

export class BesidePolisher {
  private readonly terrain: Terrain
  private readonly band: BandSearch
  /** The path before the round. */
  private readonly before = new Bends()
  /** The window at hand, and what it costs. */
  private readonly window = new Bends()
  private units = 0
  /** Windows beside which nothing is cheaper: where they begin and end, and what they cost. */
  private readonly searched = new Set<string>()

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.band = new BandSearch(terrain)
  }

  polish(bends: Bends, { rounds, windowCells, reachCells }: BesideSettings): void {
    this.searched.clear()
    const meanUnits = unitsAlong(this.terrain, bends) / (cellCountOf(bends) - 1)
    const swiftCells = Math.floor(SWIFT_UNITS_MAX / (DEARER * meanUnits))
    const cells = Math.max(2, Math.min(windowCells, swiftCells))
    for (let round = 0, inVain = 0; round < rounds && inVain < ROUNDS_IN_VAIN; round++)
      inVain = this.runRound(bends, cells >> (round % 2), cells, reachCells) ? 0 : inVain + 1
  }

  /** Whether any window became cheaper. */
  private runRound(bends: Bends, firstCells: number, windowCells: number, reachCells: number): boolean {
    const { before } = this
    before.take(bends.xy, bends.count)
    bends.start(bends.xOf(0), bends.yOf(0))
    this.startWindow(bends)
    let isAnyCheaper = false
    let room = firstCells
    for (let i = 0; i + 1 < before.count; i++) {
      for (let left = before.stepsAfter(i); left > 0; ) {
        const taken = Math.min(left, room)
        this.note(before.directionAfter(i), taken)
        left -= taken
        room -= taken
        if (room > 0) continue
        if (this.endWindow(bends, reachCells)) isAnyCheaper = true
        this.startWindow(bends)
        room = windowCells
      }
    }
    return this.endWindow(bends, reachCells) || isAnyCheaper
  }

  private startWindow(bends: Bends): void {
    this.window.start(bends.xOf(bends.count - 1), bends.yOf(bends.count - 1))
    this.units = 0
  }

  /** Appends the cheapest of what is known of the window; whether that is news. */
  private endWindow(bends: Bends, reachCells: number): boolean {
    const { band, window, units, searched } = this
    const last = window.count - 1
    const key = [window.xOf(0), window.yOf(0), window.xOf(last), window.yOf(last), units].join()
    const isCheaper = units > 0 && !searched.has(key) && band.find(window, reachCells, units) >= 0
    if (isCheaper) band.goOn(bends)
    else {
      searched.add(key)
      goAlong(bends, window.xy, window.count)
    }
    return isCheaper
  }

  private note(direction: number, steps: number): void {
    const { window } = this
    const last = window.count - 1
    this.units += runUnits(this.terrain, window.xOf(last), window.yOf(last), direction, steps)
    window.run(direction, steps)
  }
}
