/**
 * A view: edits of its own over a map that changes. As long as it has none it is that map; from the first on it has columns of
 * its own, into which the commits of the map below are taken over, but for the cells that it has edited itself.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type Area, type Change, COST_MAX, checkCost, forEachCell } from './area.ts'
import { type ChangingMap, LiveFinder } from './live-finder.ts'

/** What a view asks of the map below it, and of the columns that become its own. */
export interface BaseMap extends ChangingMap {
  readonly width: number
  readonly height: number
  set(x: number, y: number, cost: number): void
  commit(): Change
  costAt(x: number, y: number): number
  islandOf(x: number, y: number): number
  isReachable(x0: number, y0: number, x1: number, y1: number): boolean
  listen(listener: (edits: ReadonlyMap<number, number>) => void): void
}

export class View {
  private readonly base: BaseMap
  private readonly copyBase: () => BaseMap
  private own: BaseMap | null = null
  /** What is to be committed: cells whose cost is set, and what is added to others. */
  private edits = new Map<number, number>()
  /** Cells that this view has edited. */
  private readonly edited = new Set<number>()
  /** Held here, so that it lives as long as the view. */
  private readonly follow = (edits: ReadonlyMap<number, number>) => this.followBase(edits)

  /** `copyBase` makes a map of its own that is as the base is now. */
  constructor(base: BaseMap, copyBase: () => BaseMap) {
    this.base = base
    this.copyBase = copyBase
    base.listen(this.follow)
  }

  get columns(): AtlasColumns {
    return (this.own ?? this.base).columns
  }

  settle(): void {
    ;(this.own ?? this.base).settle()
  }

  set(x: number, y: number, cost: number): void {
    this.fill({ x, y, width: 1, height: 1 }, cost)
  }

  fill(area: Area, cost: number): void {
    checkCost(cost)
    this.forEach(area, cell => this.edits.set(cell, cost))
  }

  /** Adds to the cost of all free cells of an area, up to the highest cost there is. */
  raise(area: Area, by: number): void {
    checkCost(Math.abs(by))
    const { width } = this.base
    this.forEach(area, cell => {
      const cost = this.edits.get(cell) ?? this.costAt(cell % width, Math.floor(cell / width))
      if (cost > 0) this.edits.set(cell, Math.max(1, Math.min(COST_MAX, cost + by)))
    })
  }

  /** Makes all edits since the last commit of this view take effect in it. */
  commit(): Change {
    this.own ??= this.copyBase()
    for (const [cell, cost] of this.edits) {
      this.edited.add(cell)
      this.own.set(cell % this.base.width, Math.floor(cell / this.base.width), cost)
    }
    this.edits.clear()
    return this.own.commit()
  }

  finder(): LiveFinder {
    return new LiveFinder(this)
  }

  costAt(x: number, y: number): number {
    return (this.own ?? this.base).costAt(x, y)
  }

  islandOf(x: number, y: number): number {
    return (this.own ?? this.base).islandOf(x, y)
  }

  isReachable(x0: number, y0: number, x1: number, y1: number): boolean {
    return (this.own ?? this.base).isReachable(x0, y0, x1, y1)
  }

  private forEach(area: Area, visit: (cell: number) => void): void {
    forEachCell(area, this.base.width, this.base.height, visit)
  }

  private followBase(edits: ReadonlyMap<number, number>): void {
    if (this.own === null) return
    const { width } = this.base
    for (const [cell, cost] of edits) {
      if (!this.edited.has(cell)) this.own.set(cell % width, Math.floor(cell / width), cost)
    }
    this.own.commit()
  }
}
