/**
 * Polishes a path window by window: where a stretch costs more than open ground would ask, the exact search looks for a
 * cheaper one between its two ends, bounded by what the stretch costs, so it looks at little more than what could be
 * better. Where that helped, another round with windows shifted by half mends what the ends of the first ones held fast.
 */
import { doubled } from '../base/growing.ts'
import { type Bends, cellCountOf, goAlong } from '../cells/bends.ts'
import { oneCostBetween, runUnits } from '../cells/line.ts'
import type { NearSearch } from '../cells/near-search.ts'
import { DX, DY, freeUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

export interface PolishSettings {
  readonly windowCells: number
  readonly rounds: number
  readonly expansionsMax: number
  /** A stretch of fewer runs than this bends around little, and is hardly ever slack: it is left alone. */
  readonly runsMin: number
  /** The same of the stretches at the path's two ends, whose first entries are chosen by estimates. */
  readonly runsMinAtEnds: number
  /** After so many windows the search goes on only as long as it made every second one cheaper. */
  readonly windowsOnTrial: number
  /** A stretch that costs more than this many times what open ground asks is bound to its corridor, and left alone. */
  readonly detourMax: number
}

/** Leaves a window as it is. */
const UNTOUCHED: PolishSettings = {
  windowCells: 0,
  rounds: 0,
  expansionsMax: 0,
  runsMin: 0,
  runsMinAtEnds: 0,
  windowsOnTrial: 0,
  detourMax: 0,
}

/** What the windows of one path came to. */
export class PolishRecord {
  searched = 0
  cheaper = 0
  /** Whether the stretch at the path's start is behind. */
  hasBegun = false
}

export class Polisher {
  private readonly terrain: Terrain
  private readonly near: NearSearch
  /** The path before the round, as runs. */
  private runCount = 0
  private directionOf = new Int32Array(1024)
  private stepsOf = new Int32Array(1024)
  /** The runs of the window at hand. */
  private windowRuns = new Int32Array(1024)
  private windowCount = 0
  private record = new PolishRecord()

  constructor(terrain: Terrain, near: NearSearch) {
    this.terrain = terrain
    this.near = near
  }

  /** Windows that begin within the last `sparedCells` of the path are left as they are. */
  polish(bends: Bends, settings: PolishSettings, sparedCells: number, record: PolishRecord): void {
    this.record = record
    const endCells = cellCountOf(bends) - sparedCells
    for (let round = 0; round < settings.rounds && this.isPaying(settings); round++) {
      const firstCells = round % 2 === 0 ? settings.windowCells : settings.windowCells >> 1
      if (!this.mayBeSlack(bends, firstCells, settings, sparedCells === 0)) break
      if (!this.runRound(bends, firstCells, endCells, settings, sparedCells === 0)) break
    }
    record.hasBegun = true
  }

  /** Whether any stretch has as many runs as it takes to be looked at, and goes straight enough. */
  private mayBeSlack(bends: Bends, firstCells: number, settings: PolishSettings, isPathEnd: boolean): boolean {
    let runsMin = this.record.hasBegun ? settings.runsMin : settings.runsMinAtEnds
    let cells = firstCells
    let left = cells
    let runs = 0
    let fromX = bends.xOf(0)
    let fromY = bends.yOf(0)
    for (let i = 0; i + 1 < bends.count; i++) {
      runs++
      left -= bends.stepsAfter(i)
      if (left > 0) continue
      const direction = bends.directionAfter(i)
      const x = bends.xOf(i + 1) + left * DX[direction]
      const y = bends.yOf(i + 1) + left * DY[direction]
      if (runs >= runsMin && this.isWithinDetour(x - fromX, y - fromY, cells, settings)) return true
      runsMin = settings.runsMin
      cells = settings.windowCells
      // What is left of the run is the first of the next stretch.
      runs = 1
      while (left <= 0) left += cells
      fromX = bends.xOf(i + 1) - (cells - left) * DX[direction]
      fromY = bends.yOf(i + 1) - (cells - left) * DY[direction]
    }
    const last = bends.count - 1
    if (runs < (isPathEnd ? settings.runsMinAtEnds : runsMin)) return false
    return this.isWithinDetour(bends.xOf(last) - fromX, bends.yOf(last) - fromY, cells - left, settings)
  }

  /** Whether a stretch of so many steps may cost as little as one that is looked at; in a maze hardly one does. */
  private isWithinDetour(dx: number, dy: number, steps: number, { detourMax }: PolishSettings): boolean {
    const { isUniform, costMin, directions } = this.terrain
    if (!isUniform) return true
    return UNITS_PER_CELL * costMin * steps <= freeUnits(dx, dy, costMin, directions) * detourMax
  }

  /** Whether any stretch became cheaper. */
  private runRound(
    bends: Bends,
    firstCells: number,
    endCells: number,
    settings: PolishSettings,
    isPathEnd: boolean,
  ): boolean {
    this.takeRuns(bends)
    let x = bends.xOf(0)
    let y = bends.yOf(0)
    bends.start(x, y)
    let isAnyCheaper = false
    let left = firstCells
    let startCells = 0
    let effort = settings
    let runsMin = this.record.hasBegun ? settings.runsMin : settings.runsMinAtEnds
    let units = 0
    let fromX = x
    let fromY = y
    this.windowCount = 0
    for (let run = 0; run < this.runCount; run++) {
      const direction = this.directionOf[run]
      for (let steps = this.stepsOf[run]; steps > 0; ) {
        const taken = Math.min(steps, left)
        units += runUnits(this.terrain, x, y, direction, taken)
        this.note(direction, taken)
        x += taken * DX[direction]
        y += taken * DY[direction]
        steps -= taken
        left -= taken
        if (left > 0) continue
        if (this.endWindow(fromX, fromY, x, y, units, effort, runsMin, bends)) isAnyCheaper = true
        runsMin = settings.runsMin
        startCells += startCells === 0 ? firstCells : settings.windowCells
        if (startCells >= endCells) effort = UNTOUCHED
        left = settings.windowCells
        units = 0
        fromX = x
        fromY = y
      }
    }
    if (isPathEnd) runsMin = settings.runsMinAtEnds
    return this.endWindow(fromX, fromY, x, y, units, effort, runsMin, bends) || isAnyCheaper
  }

  /** Appends the cheapest of what is known of the window; whether that is news. */
  private endWindow(
    fromX: number,
    fromY: number,
    x: number,
    y: number,
    units: number,
    settings: PolishSettings,
    runsMin: number,
    bends: Bends,
  ): boolean {
    const { terrain, near, record } = this
    const cost = oneCostBetween(terrain, fromX, fromY, x, y)
    const free = freeUnits(x - fromX, y - fromY, cost || terrain.costMin, terrain.directions)
    const isSlack = units > free && units <= free * settings.detourMax && this.windowCount >= 2 * runsMin
    const isSearched = isSlack && this.isPaying(settings)
    const isCheaper = isSearched && near.find(fromX, fromY, x, y, units, settings.expansionsMax) >= 0
    if (isSearched) record.searched++
    if (isCheaper) record.cheaper++
    if (isCheaper) goAlong(bends, near.bends, near.bendCount)
    else for (let i = 0; i < this.windowCount; i += 2) bends.run(this.windowRuns[i], this.windowRuns[i + 1])
    this.windowCount = 0
    return isCheaper
  }

  private isPaying({ windowsOnTrial }: PolishSettings): boolean {
    const { searched, cheaper } = this.record
    return searched < windowsOnTrial || 2 * cheaper >= searched
  }

  private note(direction: number, steps: number): void {
    if (this.windowCount === this.windowRuns.length) this.windowRuns = doubled(this.windowRuns)
    this.windowRuns[this.windowCount] = direction
    this.windowRuns[this.windowCount + 1] = steps
    this.windowCount += 2
  }

  private takeRuns(bends: Bends): void {
    while (this.directionOf.length < bends.count) {
      this.directionOf = doubled(this.directionOf)
      this.stepsOf = doubled(this.stepsOf)
    }
    this.runCount = bends.count - 1
    for (let i = 0; i < this.runCount; i++) {
      this.directionOf[i] = bends.directionAfter(i)
      this.stepsOf[i] = bends.stepsAfter(i)
    }
  }
}
