/**
 * Replaces two points that cannot be ends of a path by two cells of one island, so that the sum of both distances is least.
 *
 * It looks at rings of blocks around both points in turn, and keeps the distance of the closest cell of each island. An island
 * that both points have met is a pair. The search ends when all other cells are too far for a better pair. It skips blocks that
 * hold only islands met nearer by.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { endRegionOf, firstRegionOf, islandOfRegion, regionOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Island } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import { forEachFreeCell } from '../map/terrain.ts'
import { forEachBlockOfRing, nearestCell, reachOfRing, ringCountAround, squareToBlock } from './nearest.ts'

export interface CellPair {
  readonly start: Point
  readonly goal: Point
}

/** Returns null where no island has a cell within `withinCells` of both points. */
export function nearestPair(
  columns: AtlasColumns,
  start: Point,
  goal: Point,
  withinCells = Number.POSITIVE_INFINITY,
): CellPair | null {
  const around = [new Surroundings(columns, start), new Surroundings(columns, goal)]
  const [aroundStart, aroundGoal] = around
  for (;;) {
    const best = bestIsland(aroundStart, aroundGoal, withinCells)
    const isDone = around.map((one, i) => one.cannotGive(around[1 - i], best.cells, withinCells))
    if (isDone[0] && isDone[1]) {
      if (best.island === NONE) return null
      return {
        start: nearestCell(columns, start.x, start.y, best.island)!,
        goal: nearestCell(columns, goal.x, goal.y, best.island)!,
      }
    }
    around.forEach((one, i) => {
      if (!isDone[i]) one.grow()
    })
  }
}

/** The island with the least sum of both distances; of equal ones the lowest number. */
function bestIsland(aroundStart: Surroundings, aroundGoal: Surroundings, withinCells: number) {
  const squareMax = withinCells * withinCells
  let island = NONE
  let cells = Number.POSITIVE_INFINITY
  for (const [candidate, square] of aroundStart.squareOfIsland) {
    const other = aroundGoal.squareOfIsland.get(candidate) ?? Number.POSITIVE_INFINITY
    if (square > squareMax || other > squareMax) continue
    const total = Math.sqrt(square) + Math.sqrt(other)
    if (total > cells || (total === cells && island !== NONE && candidate > island)) continue
    if (total === Number.POSITIVE_INFINITY) continue
    island = candidate
    cells = total
  }
  return { island, cells }
}

/** The islands met around a point so far, with the squared distance of the closest cell of each. */
class Surroundings {
  readonly squareOfIsland = new Map<number, number>()
  private leastSquare = Number.POSITIVE_INFINITY
  private ring = 0
  private readonly ringCount: number
  private readonly columns: AtlasColumns
  private readonly point: Point

  constructor(columns: AtlasColumns, point: Point) {
    this.columns = columns
    this.point = point
    this.ringCount = ringCountAround(columns.terrain, point.x, point.y)
  }

  /** Whether no other cell can belong to a pair whose distances sum up to less than `bestCells`. */
  cannotGive(other: Surroundings, bestCells: number, withinCells: number): boolean {
    const { reach } = this
    return reach > withinCells || reach + other.leastCells >= bestCells || reach === Number.POSITIVE_INFINITY
  }

  /** Looks at the next ring. */
  grow(): void {
    const { terrain } = this.columns
    const { x, y } = this.point
    forEachBlockOfRing(terrain, x, y, this.ring++, block => {
      const { columns } = this
      const { regionsOfBlock } = columns.labels
      const square = squareToBlock(terrain, block, x, y)
      const regionTo = endRegionOf(regionsOfBlock, block)
      let region = firstRegionOf(regionsOfBlock, block)
      while (region < regionTo && this.squareOf(islandOfRegion(columns, region)) <= square) region++
      if (region < regionTo) this.searchBlock(block)
    })
  }

  /** All cells beyond the rings so far are at least this far away. */
  private get reach(): number {
    return this.ring >= this.ringCount ? Number.POSITIVE_INFINITY : reachOfRing(this.ring)
  }

  /** The least distance of any cell. */
  private get leastCells(): number {
    return Math.min(Math.sqrt(this.leastSquare), this.reach)
  }

  private squareOf(island: Island): number {
    return this.squareOfIsland.get(island) ?? Number.POSITIVE_INFINITY
  }

  private searchBlock(block: Block): void {
    const { terrain, labels } = this.columns
    const { x, y } = this.point
    forEachFreeCell(terrain, block, (cellX, cellY) => {
      const square = (cellX - x) ** 2 + (cellY - y) ** 2
      const island = islandOfRegion(this.columns, regionOfCell(labels, block, cellX, cellY))
      if (square >= this.squareOf(island)) return
      this.squareOfIsland.set(island, square)
      if (square < this.leastSquare) this.leastSquare = square
    })
  }
}
