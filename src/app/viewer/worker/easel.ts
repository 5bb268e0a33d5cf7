/**
 * Drawing: strokes become edits of a live map, and as long as there are any, one commit follows the other. A page that
 * draws faster than maps are made sees fewer versions, never older ones.
 */
import type { Atlas } from '../../../query.ts'
import type { DrawAsk } from '../protocol.ts'
import { type DrawnChange, DrawnMap } from './drawn-map.ts'

export interface Drawn extends DrawnChange {
  readonly atlas: Atlas
  /** The number of the last stroke that this version has. */
  readonly stroke: number
}

export class Easel {
  private readonly atlas: Atlas
  private readonly onDrawn: (drawn: Drawn) => void
  /** Made by the first stroke: who only looks needs no copy of the map. */
  private live: DrawnMap | null = null
  private stroke = 0
  private committed = 0
  private isCommitting = false
  private isClosed = false

  constructor(atlas: Atlas, onDrawn: (drawn: Drawn) => void) {
    this.atlas = atlas
    this.onDrawn = onDrawn
  }

  async draw({ areas, cost, stroke }: DrawAsk): Promise<void> {
    this.live ??= new DrawnMap(this.atlas)
    for (const area of areas) this.live.fill(area, cost)
    this.stroke = stroke
    if (this.isCommitting) return
    this.isCommitting = true
    while (this.committed < this.stroke && !this.isClosed) await this.commit(this.live)
    this.isCommitting = false
  }

  /** Another map is shown: what is still being made is for nobody. */
  close(): void {
    this.isClosed = true
  }

  private async commit(live: DrawnMap): Promise<void> {
    const stroke = this.stroke
    const change = await live.commit()
    this.committed = stroke
    if (!this.isClosed) this.onDrawn({ atlas: live.snapshot(), stroke, ...change })
  }
}
