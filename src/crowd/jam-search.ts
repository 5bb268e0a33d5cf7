/**
 * The search for a way around a jam, or back to a way that a unit lost. It finds, among the cells around the unit, the
 * place from which the rest of its way is the best in all.
 *
 * Cells that slow units fill cost the wait, and nobody knows how long that takes: it counts as long as the jam has
 * lasted. So a unit takes a way around, over cells without slow units, if it is shorter than that.
 */
import { Heap } from '../base/heap.ts'
import { canStep, DX, DY, freeUnits, stepUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Jams } from './jams.ts'
import type { WallLimits } from './wall-limits.ts'

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
