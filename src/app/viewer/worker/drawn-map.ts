/**
 * A map that is drawn on: strokes, then a commit that repairs what they touch, then the next version. The page lists islands
 * and regions, so each version is put in the order of a bake for it, which is no part of the commit.
 */
import { headerOf } from '../../../atlas/columns.ts'
import { place } from '../../../atlas/layout.ts'
import { exact } from '../../../find/extra-exact.ts'
import type { LiveMap } from '../../../live/live-map.ts'
import { Atlas } from '../../../query.ts'

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface DrawnChange {
  readonly version: number
  /** How many cells have another cost than before. */
  readonly cells: number
  readonly islandsMerged: number
  readonly islandsSplit: number
  /** What the commit took. */
  readonly elapsedUs: number
}

export class DrawnMap {
  private atlas: Atlas
  private live: LiveMap | null = null
  private strokes: { readonly area: Rect; readonly cost: number }[] = []

  constructor(atlas: Atlas) {
    this.atlas = atlas
  }

  /** What lies off the map is left out. */
  fill(area: Rect, cost: number): void {
    this.strokes.push({ area, cost })
  }

  /** Makes a version of all that was drawn; strokes that come meanwhile are of the next. */
  async commit(): Promise<DrawnChange> {
    const { strokes } = this
    this.strokes = []
    const { livingMap } = await import('./making.ts')
    this.live ??= livingMap(this.atlas.columns)
    for (const { area, cost } of strokes) this.live.fill(area, cost)
    const fromMs = performance.now()
    const { version, cells, islandsMerged, islandsSplit } = this.live.commit()
    const elapsedUs = 1000 * (performance.now() - fromMs)
    const columns = this.live.inOrder()
    this.atlas = new Atlas(columns, place(headerOf(columns)).sizeBytes, exact)
    return { version, cells, islandsMerged, islandsSplit, elapsedUs }
  }

  /** The newest version. */
  snapshot(): Atlas {
    return this.atlas
  }
}
