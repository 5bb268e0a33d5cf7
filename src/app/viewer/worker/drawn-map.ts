/**
 * A map that is drawn on: strokes, then a commit that repairs what they touch, then the next version. The page lists islands
 * and regions, so each version is put in the order of a bake for it, which is no part of the commit; of a large map that
 * would take too long, and its islands are listed as they come.
 */

import { countsOf } from '../../../atlas/columns.ts'
import { atlasSizeBytes } from '../../../atlas/layout.ts'
import { Atlas } from '../../../find/atlas.ts'
import { exact } from '../../../find/extra-exact.ts'
import type { LiveMap } from '../../../live/live-map.ts'
import type { Area } from '../../../map/place.ts'
import { livingMap } from './living.ts'
import { Strokes } from './strokes.ts'

export type Rect = Area

export interface DrawnChange {
  readonly version: number
  /** How many cells have another cost than before. */
  readonly cells: number
  readonly islandsMerged: number
  readonly islandsSplit: number
  /** What the commit took. */
  readonly elapsedUs: number
  /** How many gestures can be taken back, and made again. */
  readonly undoCount: number
  readonly redoCount: number
}

type Stroke =
  | { readonly kind: 'fill'; readonly area: Rect; readonly cost: number; readonly gesture: number }
  | { readonly kind: 'undo' | 'redo' }

const ORDERED_CELLS_MAX = 4096 * 4096

export class DrawnMap {
  private atlas: Atlas
  private live: LiveMap | null = null
  private strokes: Stroke[] = []
  private readonly history = new Strokes()
  private readonly orderedCellsMax: number

  constructor(atlas: Atlas, orderedCellsMax = ORDERED_CELLS_MAX) {
    this.atlas = atlas
    this.orderedCellsMax = orderedCellsMax
  }

  /** What lies off the map is left out. */
  fill(area: Rect, cost: number, gesture = 0): void {
    this.strokes.push({ kind: 'fill', area, cost, gesture })
  }

  /** Takes the last gesture back, or makes the last one again that was. */
  step(kind: 'undo' | 'redo'): void {
    this.strokes.push({ kind })
  }

  /** Makes a version of all that was drawn; strokes that come meanwhile are of the next. */
  async commit(): Promise<DrawnChange> {
    const { strokes, history } = this
    this.strokes = []
    this.live ??= livingMap(this.atlas.columns)
    this.edit(this.live, strokes)
    const fromMs = performance.now()
    const { version, cells, islandsMerged, islandsSplit } = this.live.commit()
    const elapsedUs = 1000 * (performance.now() - fromMs)
    this.atlas = this.version(this.live)
    const { undoCount, redoCount } = history
    return { version, cells, islandsMerged, islandsSplit, elapsedUs, undoCount, redoCount }
  }

  /** The newest version. */
  snapshot(): Atlas {
    return this.atlas
  }

  /** An atlas file of the newest version; null where nothing was drawn. */
  save(): Uint8Array<ArrayBuffer> | null {
    return this.live?.save() ?? null
  }

  private version(live: LiveMap): Atlas {
    const { width, height } = this.atlas
    if (width * height > this.orderedCellsMax) return live.snapshot()
    const columns = live.inOrder()
    return new Atlas(columns, atlasSizeBytes(countsOf(columns)), exact)
  }

  private edit(live: LiveMap, strokes: readonly Stroke[]): void {
    const { history } = this
    const { width, height } = this.atlas
    const drawn = new Map<number, number>()
    for (const stroke of strokes) {
      if (stroke.kind !== 'fill') {
        for (const [cell, cost] of stroke.kind === 'undo' ? history.undo() : history.redo()) drawn.set(cell, cost)
        continue
      }
      const { area, cost, gesture } = stroke
      const xEnd = Math.min(width, area.x + area.width)
      const yEnd = Math.min(height, area.y + area.height)
      for (let y = Math.max(0, area.y); y < yEnd; y++) {
        for (let x = Math.max(0, area.x); x < xEnd; x++) {
          const cell = y * width + x
          const before = drawn.get(cell) ?? live.costAt(x, y)
          if (before === cost) continue
          history.note(gesture, cell, before, cost)
          drawn.set(cell, cost)
        }
      }
    }
    for (const [cell, cost] of drawn) live.set(cell % width, Math.floor(cell / width), cost)
  }
}
