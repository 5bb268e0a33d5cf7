/**
 * Many paths to one goal, as a tree of some of their cells: each leads straight to the next one towards the goal. Paths
 * share the way from their first common cell on, so only the part of a new path before that cell is traced.
 */
import type { Point } from '../base/answer.ts'
import { Bends } from '../cells/bends.ts'

export class PathTree {
  private readonly nextOfCell = new Map<number, number>()
  private readonly width: number
  private readonly goalCell: number

  constructor(width: number, goal: Point) {
    this.width = width
    this.goalCell = this.cellOf(goal)
    this.nextOfCell.set(this.goalCell, this.goalCell)
  }

  has(cell: number): boolean {
    return this.nextOfCell.has(cell)
  }

  /** Adds a path: its first cells, and the cell of the tree where it goes on. */
  join(cells: readonly number[], known: number): void {
    for (let i = 0; i < cells.length; i++) this.nextOfCell.set(cells[i], i + 1 < cells.length ? cells[i + 1] : known)
  }

  /** The path from a cell that is in the tree. */
  pathFrom(start: Point): Bends {
    const bends = new Bends(64)
    for (let cell = this.cellOf(start); ; cell = this.nextOfCell.get(cell)!) {
      bends.add(cell % this.width, Math.floor(cell / this.width))
      if (cell === this.goalCell) return bends
    }
  }

  private cellOf({ x, y }: Point): number {
    return y * this.width + x
  }
}
