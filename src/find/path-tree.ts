/**
 * Many paths to one goal, as a tree of some of their cells: each leads straight to the next one towards the goal. Paths
 * share the way from their first common cell on, so only the part of a new path before that cell is traced.
 *
 * The tree is hash tables in flat arrays. Where one is full, a larger one takes the next cells: a table that grew would
 * make a pause of milliseconds.
 */
import type { Point } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import { Bends } from '../cells/bends.ts'

const PLACES_OF_FIRST = 1 << 15
/** Scatters cells over a table: the golden ratio in 32 bits. */
const SCATTER = 0x9e3779b1

/** By place: a cell and the cell that it leads to, each plus one; 0 where there is none. */
interface Table {
  readonly cellAt: Float64Array
  readonly nextAt: Float64Array
}

export class PathTree {
  private readonly width: number
  private readonly goalCell: number
  /** The newest first. */
  private readonly tables: Table[] = []
  /** Cells that the newest table has room for. */
  private room = 0
  /** The first cells of a path that is not joined yet. */
  private readonly path: number[] = []
  private pathCount = 0

  constructor(width: number, goal: Point) {
    this.width = width
    this.goalCell = this.cellOf(goal)
    this.insert(this.goalCell, this.goalCell)
  }

  /** Begins another path; one that did not join the tree is forgotten. */
  begin(): void {
    this.pathCount = 0
  }

  /** Adds the next cell of a path. Returns whether the tree knows the way from there, so the path is complete. */
  add(x: number, y: number): boolean {
    const { path } = this
    const cell = y * this.width + x
    path[this.pathCount++] = cell
    if (this.nextOf(cell) === NONE) return false
    for (let i = 1; i < this.pathCount; i++) this.insert(path[i - 1], path[i])
    return true
  }

  /** The path from a cell that is in the tree. */
  pathFrom(start: Point): Bends {
    const bends = new Bends(64)
    for (let cell = this.cellOf(start); ; cell = this.nextOf(cell)) {
      bends.add(cell % this.width, Math.floor(cell / this.width))
      if (cell === this.goalCell) return bends
    }
  }

  /** The cell that a cell leads to; NONE where the tree does not have it. */
  private nextOf(cell: number): number {
    for (const { cellAt, nextAt } of this.tables) {
      const place = placeOf(cellAt, cell)
      if (cellAt[place] !== 0) return nextAt[place] - 1
    }
    return NONE
  }

  /** Adds a cell that the tree does not have. */
  private insert(cell: number, next: number): void {
    if (this.room === 0) {
      const places = this.tables.length === 0 ? PLACES_OF_FIRST : 2 * this.tables[0].cellAt.length
      this.tables.unshift({ cellAt: new Float64Array(places), nextAt: new Float64Array(places) })
      this.room = places / 2
    }
    this.room--
    const { cellAt, nextAt } = this.tables[0]
    const place = placeOf(cellAt, cell)
    cellAt[place] = cell + 1
    nextAt[place] = next + 1
  }

  private cellOf({ x, y }: Point): number {
    return y * this.width + x
  }
}

/** Where a cell is in a table, or would be. */
function placeOf(cellAt: Float64Array, cell: number): number {
  const mask = cellAt.length - 1
  let place = (Math.imul(cell, SCATTER) >>> 8) & mask
  while (cellAt[place] !== cell + 1 && cellAt[place] !== 0) place = (place + 1) & mask
  return place
}
