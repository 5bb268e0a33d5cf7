/**
 * A tile in memory: the atlas of its window, which takes and returns coordinates of the map.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point, Quality } from '../base/answer.ts'
import type { Region } from '../base/ids.ts'
import { Finder } from '../find/finder.ts'
import type { Route } from '../find/route.ts'
import { ANY_ISLAND, nearestCell } from '../route/nearest.ts'
import type { Crown } from './crown-file.ts'
import type { CrownSearch } from './crown-search.ts'
import type { ReachFile } from './reach-file.ts'
import { SeamCosts } from './seam-costs.ts'
import { blaming, damaged } from './sections.ts'
import type { CellFacts } from './tile-ground.ts'
import { isWithin, type TileWindow, windowOf } from './tile-plan.ts'

export class LoadedTile {
  readonly index: number
  readonly reachBytes: number
  readonly window: TileWindow
  readonly columns: AtlasColumns
  private readonly name: string
  private readonly finder: Finder
  private readonly reach: ReachFile
  /** Made for the first end in the tile. */
  private costs: SeamCosts | null = null
  /** By region and slot: the number of the entry on the tile's borders. */
  private readonly numbersOfRegion = new Map<Region, Int32Array>()

  constructor(crown: Crown, index: number, name: string, columns: AtlasColumns, reach: ReachFile, reachBytes: number) {
    this.reach = reach
    this.index = index
    this.name = name
    this.columns = columns
    this.reachBytes = reachBytes
    this.window = windowOf(crown.plan, index)
    this.finder = new Finder(columns, {})
  }

  holds(point: Point): boolean {
    return isWithin(point, this.window)
  }

  /** The island of the window that a cell is on; -1 for a wall. */
  islandOf({ x, y }: Point): number {
    return islandOfCell(this.columns, x - this.window.x, y - this.window.y)
  }

  factsOf(point: Point): CellFacts {
    const { x, y } = this.inWindow(point)
    return { cost: this.columns.terrain.costAt(x, y), island: this.islandOf(point) }
  }

  /** The free cell of the window that is closest to a cell of the map. */
  nearestFree(point: Point, withinCells: number): Point | null {
    const { x, y } = this.inWindow(point)
    const near = nearestCell(this.columns, x, y, ANY_ISLAND, withinCells)
    return near && { x: near.x + this.window.x, y: near.y + this.window.y }
  }

  /** The costs from a cell of a region to the region's entries, by slot, in units. */
  unitsOf(search: CrownSearch, region: Region, point: Point): Float64Array<ArrayBuffer> {
    const { columns, reach, name } = this
    let numbers = this.numbersOfRegion.get(region)
    if (numbers === undefined) {
      numbers = Int32Array.from(search.placesOf(region), ({ side, place }) =>
        reach.sideOf.findIndex((other, i) => other === side && reach.placeOf[i] === place),
      )
      if (numbers.includes(-1)) throw damaged(name, 'it does not fit the crown')
      this.numbersOfRegion.set(region, numbers)
    }
    const units = blaming(name, () => {
      this.costs ??= new SeamCosts(columns, reach)
      return this.costs.from(this.costs.endAt(this.inWindow(point)), reach)
    })
    return Float64Array.from(numbers, number => units[number])
  }

  /** The route between two cells of one island of the window, in coordinates of the window. */
  find(start: Point, goal: Point, quality: Quality): Route {
    const route = blaming(this.name, () => this.finder.find(this.inWindow(start), this.inWindow(goal), { quality }))
    if (route.status !== 'found') throw damaged(this.name, 'it does not fit the crown')
    return route
  }

  /** The cells of a path between two cells of the map. */
  cellsOf(start: Point, goal: Point, quality: Quality): Int32Array {
    return this.moved(blaming(this.name, () => this.find(start, goal, quality).cells()))
  }

  /** The first cells of a route of this tile. */
  headOf(route: Route, count: number): Int32Array {
    return this.moved(blaming(this.name, () => route.head(count).slice()))
  }

  /** The cost of a path inside the window, given as cells of the map, in cell lengths. */
  costOf(cells: Int32Array): number {
    return this.finder.costOf(this.moved(cells.slice(), -1))
  }

  /** Turns cells of the window into cells of the map, or back. It overwrites `cells`. */
  private moved(cells: Int32Array, direction: 1 | -1 = 1): Int32Array {
    const { x, y } = this.window
    for (let i = 0; i < cells.length; i += 2) {
      cells[i] += direction * x
      cells[i + 1] += direction * y
    }
    return cells
  }

  private inWindow({ x, y }: Point): Point {
    return { x: x - this.window.x, y: y - this.window.y }
  }
}
