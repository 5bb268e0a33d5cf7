/**
 * Where units wait. Every two seconds the crowd looks how far each unit came. It notes the cells that slow and standing
 * units fill, and for how long these have been slow. Units that hardly moved may search for a way around: in the order
 * of their places, a limited number of cells a step.
 */
import type { PlacedUnits } from './placed-units.ts'
import type { UnitColumns } from './unit-columns.ts'

const LOOK_SECONDS = 2
/** A unit is slow if it comes less than this share of the way of the fastest, and waits if less than of its own. */
const SLOW_SHARE = 0.1
/** A unit that searched may search again after this many looks. */
const LOOKS_BETWEEN = 4
/** Searches of a step begin until they have looked at this many cells together. */
const CELLS_A_STEP = 2048

export class Jams {
  private readonly width: number
  /** By the number of a cell: the longest time for which a unit there has been slow. */
  private readonly secondsOfCell = new Map<number, number>()
  private readonly searchedAt = new Map<number, number>()
  private waiting: number[] = []
  private looks = 0
  private seconds = 0

  constructor(width: number) {
    this.width = width
  }

  /** Called after each step; `search` lets a unit search, and returns the number of cells it looked at. */
  step(units: UnitColumns, placed: PlacedUnits, seconds: number, search: (unit: number) => number): void {
    this.seconds += seconds
    if (this.seconds >= LOOK_SECONDS) this.look(units, placed)
    for (let left = CELLS_A_STEP; left > 0 && this.waiting.length > 0; ) {
      const unit = this.waiting.pop()!
      const cells = search(unit)
      if (cells > 0) this.searchedAt.set(unit, this.looks)
      left -= cells
    }
  }

  forget(unit: number): void {
    this.searchedAt.delete(unit)
  }

  /** For how long a unit in a cell has been slow; 0 where none is. */
  secondsAt(x: number, y: number): number {
    return this.secondsOfCell.get(y * this.width + x) ?? 0
  }

  /** Whether no slow unit fills a cell along the segment between two places. */
  isOpen(x0: number, y0: number, x1: number, y1: number): boolean {
    const steps = Math.ceil(2 * Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 0.5))
    for (let step = 0; step <= steps; step++) {
      const x = x0 + ((x1 - x0) * step) / steps
      const y = y0 + ((y1 - y0) * step) / steps
      if (this.secondsAt(Math.floor(x), Math.floor(y)) > 0) return false
    }
    return true
  }

  private look(units: UnitColumns, { count, unitOf }: PlacedUnits): void {
    const { x, y, wasX, wasY, slowSeconds, speed } = units
    const far = SLOW_SHARE * this.seconds
    const farOfFastest = far * units.fastest()
    this.secondsOfCell.clear()
    this.waiting = []
    this.looks++
    for (let at = 0; at < count; at++) {
      const unit = unitOf[at]
      const came = Math.sqrt((x[unit] - wasX[unit]) ** 2 + (y[unit] - wasY[unit]) ** 2)
      wasX[unit] = x[unit]
      wasY[unit] = y[unit]
      // The way of a new unit is not a number.
      slowSeconds[unit] = came < farOfFastest ? slowSeconds[unit] + this.seconds : 0
      if (slowSeconds[unit] > 0) this.fill(units, unit)
      const searchedAt = this.searchedAt.get(unit) ?? -LOOKS_BETWEEN
      if (came < far * speed[unit] && this.looks - searchedAt >= LOOKS_BETWEEN) this.waiting.push(unit)
    }
    this.seconds = 0
  }

  /** Notes the cell in which a slow unit stands, and those whose middle it covers. */
  private fill({ x, y, radius, slowSeconds }: UnitColumns, unit: number): void {
    const [ownX, ownY] = [Math.floor(x[unit]), Math.floor(y[unit])]
    const reach = Math.floor(radius[unit] + 0.5)
    for (let cellY = ownY - reach; cellY <= ownY + reach; cellY++) {
      for (let cellX = ownX - reach; cellX <= ownX + reach; cellX++) {
        const isOwn = cellX === ownX && cellY === ownY
        if (!isOwn && (cellX + 0.5 - x[unit]) ** 2 + (cellY + 0.5 - y[unit]) ** 2 > radius[unit] ** 2) continue
        const seconds = Math.max(this.secondsAt(cellX, cellY), slowSeconds[unit])
        this.secondsOfCell.set(cellY * this.width + cellX, seconds)
      }
    }
  }
}
