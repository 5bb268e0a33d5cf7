/**
 * A tile in memory: the atlas of its window, which takes and returns coordinates of the map.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point, Quality } from '../base/answer.ts'
import { Finder } from '../find/finder.ts'
import type { Route } from '../find/route.ts'
import { ANY_ISLAND, nearestCell } from '../route/nearest.ts'
import { blaming, damaged } from './sections.ts'
import { inWindow, isWithin, type Plan, type TileWindow, windowOf } from './tile-plan.ts'

/** Cells of the map as x, y pairs: as 32-bit numbers where these hold all coordinates of the map. */
export type MapCells = Int32Array | Float64Array

/** Room for the x, y pairs of cells of the map. */
export function cellsFor({ width, height }: Pick<Plan, 'width' | 'height'>, length: number): MapCells {
  return Math.max(width, height) <= 2 ** 31 ? new Int32Array(length) : new Float64Array(length)
}

export function cellsOnMap(plan: Plan, { x, y }: TileWindow, cells: Int32Array): MapCells {
  const moved = cellsFor(plan, cells.length)
  for (let i = 0; i < cells.length; i += 2) {
    moved[i] = cells[i] + x
    moved[i + 1] = cells[i + 1] + y
  }
  return moved
}

export class LoadedTile {
  readonly window: TileWindow
  readonly columns: AtlasColumns
  private readonly plan: Plan
  private readonly name: string
  private readonly finder: Finder

  constructor(plan: Plan, index: number, name: string, columns: AtlasColumns) {
    this.plan = plan
    this.name = name
    this.columns = columns
    this.window = windowOf(plan, index)
    this.finder = new Finder(this, { extras: {} })
  }

  holds(point: Point): boolean {
    return isWithin(point, this.window)
  }

  /** The island of the window that a cell is on; -1 for a wall. */
  islandOf(point: Point): number {
    const { x, y } = inWindow(point, this.window)
    return islandOfCell(this.columns, x, y)
  }

  /** The free cell of the window that is closest to a point, on an island that passes the test. */
  nearestFree(point: Point, withinCells: number, isWanted: ((island: number) => boolean) | null): Point | null {
    const { x, y } = inWindow(point, this.window)
    const near = nearestCell(this.columns, x, y, isWanted ?? ANY_ISLAND, withinCells)
    return near && { x: near.x + this.window.x, y: near.y + this.window.y }
  }

  /** The route between two cells of one island of the window, in coordinates of the window. */
  find(start: Point, goal: Point, quality: Quality): Route {
    const route = blaming(this.name, () =>
      this.finder.find(inWindow(start, this.window), inWindow(goal, this.window), { quality }),
    )
    if (route.status !== 'found') throw damaged(this.name, 'it does not fit the crown')
    return route
  }

  cellsOf(start: Point, goal: Point, quality: Quality): MapCells {
    return this.onMap(blaming(this.name, () => this.find(start, goal, quality).cells()))
  }

  headOf(route: Route, count: number): MapCells {
    return this.onMap(blaming(this.name, () => route.head(count)))
  }

  /** The cost of a path inside the window, given as cells of the map, in cell lengths. */
  costOf(cells: MapCells): number {
    const { x, y } = this.window
    const inWindow = new Int32Array(cells.length)
    for (let i = 0; i < cells.length; i += 2) {
      inWindow[i] = cells[i] - x
      inWindow[i + 1] = cells[i + 1] - y
    }
    return this.finder.costOf(inWindow)
  }

  private onMap(cells: Int32Array): MapCells {
    return cellsOnMap(this.plan, this.window, cells)
  }
}
