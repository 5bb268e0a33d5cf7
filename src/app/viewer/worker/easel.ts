/**
 * Drawing: strokes become edits of a live map, and as long as there are any, one commit follows the other. A page that
 * draws faster than maps are made sees fewer versions, never older ones.
 */
import type { Atlas } from '../../../query.ts'
import type { DrawAsk } from '../protocol.ts'
import { type LiveMap, RebakedMap } from './live-map.ts'

export interface Drawn {
  readonly atlas: Atlas
  readonly version: number
  readonly cells: number
  /** The number of the last stroke that this version has. */
  readonly stroke: number
  readonly elapsedUs: number
}

export class Easel {
  private readonly atlas: Atlas
  private readonly onDrawn: (drawn: Drawn) => void
  /** Made by the first stroke: who only looks needs no copy of the map. */
  private live: LiveMap | null = null
  private stroke = 0
  private committed = 0
  private isCommitting = false
  private isClosed = false

  constructor(atlas: Atlas, onDrawn: (drawn: Drawn) => void) {
    this.atlas = atlas
    this.onDrawn = onDrawn
  }

  async draw({ areas, cost, stroke }: DrawAsk): Promise<void> {
    this.live ??= new RebakedMap(this.atlas)
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

  private async commit(live: LiveMap): Promise<void> {
    const stroke = this.stroke
    const fromMs = performance.now()
    const { version, cells } = await live.commit()
    this.committed = stroke
    const elapsedUs = 1000 * (performance.now() - fromMs)
    if (!this.isClosed) this.onDrawn({ atlas: live.snapshot(), version, cells, stroke, elapsedUs })
  }
}
