/**
 * Drawing: strokes become edits of a live map, and as long as there are any, one commit follows the other. A page that
 * draws faster than maps are made sees fewer versions, never older ones.
 */
import type { Atlas } from '../../../query.ts'
import type { DrawAsk, StepAsk } from '../protocol.ts'
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
  /** Settles when all strokes so far are committed; null while none are. */
  private work: Promise<void> | null = null
  private isClosed = false

  constructor(atlas: Atlas, onDrawn: (drawn: Drawn) => void) {
    this.atlas = atlas
    this.onDrawn = onDrawn
  }

  draw(ask: DrawAsk | StepAsk): Promise<void> {
    const live = this.live ?? new DrawnMap(this.atlas)
    this.live = live
    if (ask.kind === 'step') live.step(ask.step)
    else for (const area of ask.areas) live.fill(area, ask.cost, ask.gesture)
    this.stroke = ask.stroke
    this.work ??= this.commitAll(live).finally(() => {
      this.work = null
    })
    return this.work
  }

  /** The newest version as an atlas file, when all that was drawn is in it; null where nothing was drawn. */
  async save(): Promise<Uint8Array<ArrayBuffer> | null> {
    await this.work
    return this.live?.save() ?? null
  }

  /** Another map is shown: what is still being made is for nobody. */
  close(): void {
    this.isClosed = true
  }

  private async commitAll(live: DrawnMap): Promise<void> {
    while (this.committed < this.stroke && !this.isClosed) await this.commit(live)
  }

  private async commit(live: DrawnMap): Promise<void> {
    const stroke = this.stroke
    const change = await live.commit()
    this.committed = stroke
    if (!this.isClosed) this.onDrawn({ atlas: live.snapshot(), stroke, ...change })
  }
}
