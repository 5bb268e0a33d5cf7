/**
 * Where units wait, and the ways around. Every two seconds the crowd looks how far each unit came. It notes the cells
 * that slow and standing units fill, and for how long these have been slow. Units that hardly moved may search for a way
 * around: in the order of their places, a limited number of cells a step.
 */

import { Heap } from '../base/heap.ts'
import { canStep, DX, DY, freeUnits, stepUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { PlacedUnits } from './placed-units.ts'
import type { UnitColumns } from './unit-columns.ts'
import type { WallLimits } from './wall-limits.ts'

const LOOK_SECONDS = 2
/**
 * A unit is slow if it comes less than this share of the way of the fastest. It waits if it comes less than this share of its
 * own.
 */
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

/** A jam begins within this many cells of the way, and ends before as many without slow units. */
const JAM_CELLS = 8
/** The side of the square of cells that is searched, and the most cells that a search looks at. */
const SIDE_CELLS = 192
const CELLS_MAX = 8192
const NONE = -1

/** The cells of a detour as x, y pairs, and the index of the point where the way goes on. */
export interface Detour {
  readonly cells: number[]
  readonly next: number
}

/** A unit in a cell, and its way as x, y pairs. The way begins in this cell unless the unit has lost it. */
export interface Asker {
  readonly x: number
  readonly y: number
  readonly radius: number
  readonly speed: number
  readonly way: ArrayLike<number>
  readonly isLost: boolean
}

export class JamSearch {
  /** The number of cells that the last search looked at. */
  searched = 0
  private readonly walls: WallLimits
  private readonly jams: Jams
  private readonly heap = new Heap()
  /** By cell of the square: its cost, -1 if unknown; the cost from the unit to it and from it along the way. */
  private readonly ground = new Float64Array(SIDE_CELLS ** 2)
  private readonly costTo = new Float64Array(SIDE_CELLS ** 2)
  private readonly costFrom = new Float64Array(SIDE_CELLS ** 2)
  private readonly before = new Int32Array(SIDE_CELLS ** 2)
  private readonly nextPoint = new Int32Array(SIDE_CELLS ** 2)
  private left = 0
  private top = 0
  private radius = 0
  /** The cost of the present way in the square, and for how long units in the jam ahead have been slow. */
  private present = 0
  private jamSeconds = 0

  constructor(walls: WallLimits, jams: Jams) {
    this.walls = walls
    this.jams = jams
  }

  /** The best detour; null where waiting is as good, or none leads back to a lost way. */
  find(asker: Asker): Detour | null {
    this.begin(asker)
    const end = this.measure(asker)
    return end === NONE ? null : this.search(asker, end)
  }

  private begin({ x, y, radius }: Asker): void {
    this.left = x - SIDE_CELLS / 2
    this.top = y - SIDE_CELLS / 2
    this.radius = radius
    this.jamSeconds = 0
    this.ground.fill(-1)
    this.costTo.fill(Infinity)
    this.costFrom.fill(Infinity)
    this.heap.clear()
    this.searched = 1
  }

  /** Sets what the way costs from its cells in the square, behind the jam, to the last of these; returns the last. */
  private measure({ way, isLost }: Asker): number {
    const cells: number[] = []
    const next: number[] = []
    let [x, y] = [Math.floor(way[0] + 0.5), Math.floor(way[1] + 0.5)]
    for (let point = 0; 2 * point < way.length && this.cellOf(x, y) !== NONE; point++) {
      const [fromX, fromY] = [x, y]
      const dx = Math.floor(way[2 * point] + 0.5) - fromX
      const dy = Math.floor(way[2 * point + 1] + 0.5) - fromY
      const steps = Math.max(1, Math.abs(dx), Math.abs(dy))
      for (let step = 1; step <= steps && this.cellOf(x, y) !== NONE; step++) {
        x = fromX + Math.round((dx * step) / steps)
        y = fromY + Math.round((dy * step) / steps)
        cells.push(this.cellOf(x, y))
        next.push(point)
      }
    }
    if (cells.at(-1) === NONE) cells.pop()
    const behind = isLost ? 0 : this.behindJam(cells)
    let cost = 0
    for (let i = cells.length - 1; i >= 0; i--) {
      if (i < cells.length - 1) cost += this.stepCost(cells[i], cells[i + 1])
      // Where a way crosses itself, it goes on from the last time.
      if (i < behind || this.costFrom[cells[i]] < Infinity) continue
      this.costFrom[cells[i]] = cost
      this.nextPoint[cells[i]] = next[i]
    }
    this.present = cost
    return behind < cells.length ? cells[cells.length - 1] : NONE
  }

  /** The index of the first cell behind the jam ahead; the number of cells where none is, or the way ends in it. */
  private behindJam(cells: readonly number[]): number {
    let behind = 0
    for (let i = 0; i < cells.length && i < behind + JAM_CELLS; i++) {
      const seconds = this.jams.secondsAt(this.xOf(cells[i]), this.yOf(cells[i]))
      if (seconds > 0) behind = i + 1
      this.jamSeconds = Math.max(this.jamSeconds, seconds)
    }
    // The first cell is that of the unit itself.
    return behind > 1 && behind + JAM_CELLS <= cells.length ? behind : cells.length
  }

  private search({ x, y, speed, isLost }: Asker, end: number): Detour | null {
    const { heap, costTo, costFrom, before } = this
    const start = this.cellOf(x, y)
    let limit = isLost ? Infinity : this.present + this.jamSeconds * speed * UNITS_PER_CELL * this.walls.terrain.costMin
    const map = { costAt: (x: number, y: number) => this.costAt(x, y, isLost) }
    this.ground[start] = this.wayCost(start)
    let best = NONE
    this.reach(start, NONE, 0, end)
    for (; heap.size > 0 && heap.leastKey < limit && this.searched < CELLS_MAX; this.searched++) {
      const cell = heap.pop()
      if (heap.poppedKey > costTo[cell] + this.leastCost(cell, end)) continue
      if (costTo[cell] + costFrom[cell] < limit) {
        limit = costTo[cell] + costFrom[cell]
        best = cell
      }
      const [cellX, cellY] = [this.xOf(cell), this.yOf(cell)]
      for (let direction = 0; direction < 8; direction++) {
        const to = this.cellOf(cellX + DX[direction], cellY + DY[direction])
        if (to === NONE || !canStep(map, cellX, cellY, direction)) continue
        const cost = costTo[cell] + stepUnits(direction, this.ground[cell], this.ground[to])
        if (cost < costTo[to]) this.reach(to, cell, cost, end)
      }
    }
    if (best === NONE) return null
    const cells: number[] = []
    for (let cell = best; cell !== NONE; cell = before[cell]) cells.push(this.yOf(cell), this.xOf(cell))
    return { cells: cells.reverse(), next: this.nextPoint[best] }
  }

  private reach(cell: number, from: number, cost: number, end: number): void {
    this.costTo[cell] = cost
    this.before[cell] = from
    this.heap.push(cost + this.leastCost(cell, end), cell)
  }

  private leastCost(a: number, b: number): number {
    return freeUnits(this.xOf(a) - this.xOf(b), this.yOf(a) - this.yOf(b), this.walls.terrain.costMin, 8)
  }

  private stepCost(a: number, b: number): number {
    const isStraight = this.xOf(a) === this.xOf(b) || this.yOf(a) === this.yOf(b)
    return stepUnits(isStraight ? 0 : 4, this.wayCost(a), this.wayCost(b))
  }

  /** The cost of a cell of the way, which may lead over cells where the unit does not fit. */
  private wayCost(cell: number): number {
    const { terrain } = this.walls
    return terrain.costAt(this.xOf(cell), this.yOf(cell)) || terrain.costMin
  }

  /** The cost of a cell; 0 where the unit does not fit or, unless it is lost, has to wait. */
  private costAt(x: number, y: number, isLost: boolean): number {
    const cell = this.cellOf(x, y)
    if (cell === NONE) return 0
    if (this.ground[cell] < 0) {
      const isPassed = this.fits(x, y) && (isLost || this.jams.secondsAt(x, y) === 0)
      this.ground[cell] = isPassed ? this.wayCost(cell) : 0
    }
    return this.ground[cell]
  }

  /** Whether the unit fits somewhere in a cell: in its middle or, on its way through a gap of even width, on an edge. */
  private fits(x: number, y: number): boolean {
    const { walls, radius } = this
    if (radius <= 0.5) return walls.terrain.isFree(x, y)
    const hasRoom = (x: number, y: number) => walls.hasRoom(x, y, radius)
    return hasRoom(x + 0.5, y + 0.5) || hasRoom(x, y + 0.5) || hasRoom(x + 0.5, y) || hasRoom(x, y)
  }

  private cellOf(x: number, y: number): number {
    const [column, row] = [x - this.left, y - this.top]
    return column >= 0 && row >= 0 && column < SIDE_CELLS && row < SIDE_CELLS ? row * SIDE_CELLS + column : NONE
  }

  private xOf(cell: number): number {
    return this.left + (cell % SIDE_CELLS)
  }

  private yOf(cell: number): number {
    return this.top + Math.floor(cell / SIDE_CELLS)
  }
}
