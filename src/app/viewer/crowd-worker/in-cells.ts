/**
 * A fleet: one unit a cell, each on its way to a cell of its own and, once there, to the next. After walls were drawn, those
 * that stand on ground form a new fleet with new goals.
 */
import { Fleet } from '../../../crowd.ts'
import type { LiveMap } from '../../../live.ts'
import type { Cell } from '../protocol.ts'
import type { Moving } from './moving.ts'

const CELLS_A_SECOND = 6

export class InCells implements Moving {
  readonly radius = 0.42
  readonly budgetMs = 1000 / CELLS_A_SECOND
  private readonly map: LiveMap
  private readonly cellLike: (cell: Cell) => Cell
  private fleet: Fleet
  private reachedBefore = 0

  /** `cellLike` gives a random cell of the island of another. */
  constructor(map: LiveMap, cells: readonly Cell[], cellLike: (cell: Cell) => Cell) {
    this.map = map
    this.cellLike = cellLike
    this.fleet = this.fleetFrom(cells)
  }

  get count(): number {
    return this.fleet.count
  }

  get goalsReached(): number {
    return this.reachedBefore + this.fleet.stats().goalsReached
  }

  tick(): void {
    this.fleet.tick()
  }

  xOf(unit: number): number {
    return this.fleet.x[unit] + 0.5
  }

  yOf(unit: number): number {
    return this.fleet.y[unit] + 0.5
  }

  isThere(): boolean {
    return false
  }

  goTo(): void {}

  mapChanged(): void {
    const { x, y, count } = this.fleet
    this.reachedBefore = this.goalsReached
    const cells = Array.from({ length: count }, (_, unit) => ({ x: x[unit], y: y[unit] }))
    this.fleet = this.fleetFrom(cells.filter(cell => this.map.costAt(cell.x, cell.y) > 0))
  }

  private fleetFrom(starts: readonly Cell[]): Fleet {
    const goals = starts.map(this.cellLike)
    const fleet: Fleet = new Fleet(this.map.snapshot(), {
      starts,
      goals,
      nextGoal: unit => this.cellLike({ x: fleet.x[unit], y: fleet.y[unit] }),
    })
    return fleet
  }
}
