/**
 * Many paths to one goal, as a tree of some of their cells: each leads straight to the next one towards the goal. Paths
 * share the way from their first common cell on, so only the part of a new path before that cell is traced.
 *
 * The tree is a hash table in flat arrays. One of objects would grow in pauses of milliseconds.
 */
import type { Point } from '../base/answer.ts'
import { NONE } from '../base/none.ts'
import { Bends } from '../cells/bends.ts'

/** Cells that a path adds to the tree, about. */
const CELLS_OF_PATH = 16
/** Scatters cells over the table: the golden ratio in 32 bits. */
const SCATTER = 0x9e3779b1

export class PathTree {
  private readonly width: number
  private readonly goalCell: number
  /** By place: a cell, or NONE; and the cell that it leads to. */
  private cellAt = new Float64Array(0)
  private nextAt = new Float64Array(0)
  private count = 0
  /** The first cells of a path that is not joined yet. */
  private readonly path: number[] = []
  private pathCount = 0

  constructor(width: number, goal: Point, expectedPaths: number) {
    this.width = width
    this.goalCell = this.cellOf(goal)
    this.makePlaces(32 - Math.clz32(2 * CELLS_OF_PATH * expectedPaths))
    this.set(this.goalCell, this.goalCell)
  }

  /** Begins another path; one that did not join the tree is forgotten. */
  begin(): void {
    this.pathCount = 0
  }

  /** Adds the next cell of a path. Returns whether the tree knows the way from there, so the path is complete. */
  add(x: number, y: number): boolean {
    const { path } = this
    path[this.pathCount++] = y * this.width + x
    if (this.cellAt[this.placeOf(path[this.pathCount - 1])] === NONE) return false
    for (let i = 1; i < this.pathCount; i++) this.set(path[i - 1], path[i])
    return true
  }

  /** The path from a cell that is in the tree. */
  pathFrom(start: Point): Bends {
    const bends = new Bends(64)
    for (let cell = this.cellOf(start); ; cell = this.nextAt[this.placeOf(cell)]) {
      bends.add(cell % this.width, Math.floor(cell / this.width))
      if (cell === this.goalCell) return bends
    }
  }

  private set(cell: number, next: number): void {
    if (2 * this.count >= this.cellAt.length) this.grow()
    const place = this.placeOf(cell)
    if (this.cellAt[place] === NONE) this.count++
    this.cellAt[place] = cell
    this.nextAt[place] = next
  }

  /** Where a cell is, or would be. */
  private placeOf(cell: number): number {
    const { cellAt } = this
    const mask = cellAt.length - 1
    let place = (Math.imul(cell, SCATTER) >>> 8) & mask
    while (cellAt[place] !== cell && cellAt[place] !== NONE) place = (place + 1) & mask
    return place
  }

  private makePlaces(bits: number): void {
    this.cellAt = new Float64Array(2 ** bits).fill(NONE)
    this.nextAt = new Float64Array(2 ** bits)
  }

  private grow(): void {
    const { cellAt, nextAt } = this
    this.makePlaces(Math.log2(2 * cellAt.length))
    this.count = 0
    for (let i = 0; i < cellAt.length; i++) if (cellAt[i] !== NONE) this.set(cellAt[i], nextAt[i])
  }

  private cellOf({ x, y }: Point): number {
    return y * this.width + x
  }
}
