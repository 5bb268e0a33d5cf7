/**
 * Units that only follow the field, a cell a tick, and go through each other: what `field.advance` alone costs.
 */
import type { Field } from '../../../query.ts'
import type { Cell } from '../protocol.ts'
import type { Moving } from './moving.ts'

const CELLS_A_SECOND = 6

export class Through implements Moving {
  readonly radius = 0.35
  readonly budgetMs = 1000 / CELLS_A_SECOND
  readonly goalsReached = 0
  private readonly field: Field
  private readonly x: Int32Array
  private readonly y: Int32Array

  constructor(field: Field, cells: readonly Cell[]) {
    this.field = field
    this.x = Int32Array.from(cells, ({ x }) => x)
    this.y = Int32Array.from(cells, ({ y }) => y)
  }

  get count(): number {
    return this.x.length
  }

  tick(): void {
    this.field.advance(this.x, this.y)
  }

  xOf(unit: number): number {
    return this.x[unit] + 0.5
  }

  yOf(unit: number): number {
    return this.y[unit] + 0.5
  }

  isThere(unit: number): boolean {
    const { x, y } = this.field.goal
    return this.x[unit] === x && this.y[unit] === y
  }

  goTo(): void {}

  mapChanged(): void {}
}
