/**
 * Floods a block of ground of one cost from several cells at once: for what an edit that opened or closed them may have
 * changed. That is asked of maps that change alone, so what opens an atlas for a page does not carry it.
 */
import { BlockFlood, FAR } from '../cells/block-flood.ts'
import { frameCell } from '../cells/block-frame.ts'

export class ManySourceFlood extends BlockFlood {
  /** From free cells of the loaded block, x, y pairs, until all targets are reached; forgets the targets. */
  floodFrom(cells: readonly number[]): void {
    this.dist.fill(FAR)
    for (let i = 0; i < cells.length; i += 2) this.begin(frameCell(cells[i], cells[i + 1]), i >> 1)
    this.floodUniform(cells.length >> 1)
    this.forgetTargets()
  }
}
