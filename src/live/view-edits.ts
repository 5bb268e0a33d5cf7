/**
 * Edits of a view that wait for its next commit, in the order in which they were given. Those that give cells a cost of the
 * view's own are forgotten where it begins anew as unknown; what lies over the ground, and what grounds cost, stays.
 */
import { forEachCell, keptPlace, type Place, partsOf } from './area.ts'
import type { Blocks } from './cell-pages.ts'

type Edit = () => void

export class ViewEdits {
  private readonly blocks: Blocks
  private pending: Edit[] = []
  private readonly ofCells = new WeakSet<Edit>()

  constructor(blocks: Blocks) {
    this.blocks = blocks
  }

  add(edit: Edit): void {
    this.pending.push(edit)
  }

  addOfCells(edit: Edit): void {
    this.ofCells.add(edit)
    this.pending.push(edit)
  }

  /** Edits each cell of a place, as it is now. */
  addPlace(place: Place, edit: (cell: number) => void): void {
    this.forEachPart(place, part =>
      this.addOfCells(() => forEachCell(part, this.blocks.width, this.blocks.height, edit)),
    )
  }

  /** Visits a place, as it is now, in parts of few cells. */
  forEachPart(place: Place, visit: (part: Place) => void): void {
    for (const part of partsOf(keptPlace(place), this.blocks.width, this.blocks.height)) visit(part)
  }

  /** All of them, for a commit. */
  take(): Edit[] {
    return this.pending.splice(0)
  }

  /** What a commit has not made comes before all that was given since. */
  giveBack(edits: readonly Edit[]): void {
    this.pending.unshift(...edits)
  }

  forgetCells(): void {
    this.pending = this.pending.filter(edit => !this.ofCells.has(edit))
  }
}
