/**
 * A map that is drawn on: edits, then a commit, then the next version. This one bakes the whole map anew at each commit; a
 * map that repairs only what an edit touches can take its place behind the same few calls.
 */
import { exact } from '../../../exact.ts'
import { type Atlas, openAtlas } from '../../../query.ts'

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Change {
  readonly version: number
  /** How many cells have another cost than before. */
  readonly cells: number
}

export interface LiveMap {
  set(x: number, y: number, cost: number): void
  /** What lies off the map is left out. */
  fill(area: Rect, cost: number): void
  /** Makes a version of all that was set; edits that come meanwhile are of the next. */
  commit(): Promise<Change>
  /** The newest version. */
  snapshot(): Atlas
}

export class RebakedMap implements LiveMap {
  private atlas: Atlas
  private version = 0
  private cells = 0
  private readonly costOfCell: Uint8Array

  constructor(atlas: Atlas) {
    const { width, height } = atlas
    this.atlas = atlas
    this.costOfCell = new Uint8Array(width * height)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) this.costOfCell[y * width + x] = atlas.terrain.costAt(x, y)
    }
  }

  set(x: number, y: number, cost: number): void {
    const { width, height } = this.atlas
    if (x < 0 || y < 0 || x >= width || y >= height || this.costOfCell[y * width + x] === cost) return
    this.costOfCell[y * width + x] = cost
    this.cells++
  }

  fill({ x, y, width, height }: Rect, cost: number): void {
    for (let row = y; row < y + height; row++) for (let at = x; at < x + width; at++) this.set(at, row, cost)
  }

  async commit(): Promise<Change> {
    const { width, height, directions } = this.atlas
    const { cells } = this
    this.cells = 0
    const { bakeGrid } = await import('./making.ts')
    // A copy: while it is baked, the next strokes are drawn.
    const bytes = await bakeGrid({ width, height, cost: this.costOfCell.slice() }, directions)
    this.atlas = openAtlas(bytes, exact)
    this.version++
    return { version: this.version, cells }
  }

  snapshot(): Atlas {
    return this.atlas
  }
}
