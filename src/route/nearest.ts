/**
 * Finds the free cells closest to points that cannot be ends of a path. It finds one cell, of one island or of any, or two cells
 * of one island with the least sum of distances.
 *
 * It looks at blocks ring by ring. It skips blocks whose regions all belong to other islands, or to islands met nearer by. So it
 * finds a shore thousands of cells away in some thousand steps.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { endRegionOf, firstRegionOf, islandOfRegion, regionOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import type { Block, Island } from '../base/ids.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS, forEachFreeCell } from '../map/terrain.ts'

/** Stands for any island. */
export const ANY_ISLAND = -1
/** Stands for any island, and the closest cells of all are kept. */
const EACH_ISLAND = -2
/** The number of an island, or a test that some islands pass. */
type WantedIsland = Island | ((island: Island) => boolean)

/** Squared distances to points this far from the map are still exact: 2 (2^25 + 2^15)^2 is below 2^53. */
const FAR_CELLS = 2 ** 25

export interface CellPair {
  readonly start: Point
  readonly goal: Point
}

/** A cell, and the square of its distance. */
interface Near extends Point {
  readonly square: number
}

const NOWHERE: Near = { x: -1, y: -1, square: Infinity }

/** Whether a point is too far from any map to tell which cell is the closest. */
export function isBeyondAnyMap({ x, y }: Point): boolean {
  return !(Math.abs(x) <= FAR_CELLS && Math.abs(y) <= FAR_CELLS)
}

/** Returns null where no such cell lies within `withinCells` in a straight line. Of equally close cells it takes the first by rows. */
export function nearestCell(
  columns: AtlasColumns,
  x: number,
  y: number,
  island: WantedIsland,
  withinCells = Infinity,
): Point | null {
  const around = new Rings(columns, x, y, island)
  for (let { reachCells } = around; reachCells <= withinCells && reachCells < Infinity; { reachCells } = around) {
    if (reachCells ** 2 > around.least.square) break
    around.look()
  }
  const { least } = around
  return least.square < Infinity && least.square <= withinCells ** 2 ? { x: least.x, y: least.y } : null
}

/** Returns null where no island has a cell within `withinCells` of both points. Of equal islands it takes the lowest number. */
export function nearestPair(columns: AtlasColumns, start: Point, goal: Point, withinCells: number): CellPair | null {
  const aroundStart = new Rings(columns, start.x, start.y, EACH_ISLAND)
  const aroundGoal = new Rings(columns, goal.x, goal.y, EACH_ISLAND)
  for (let cells = Infinity, pair: CellPair | null = null; ; ) {
    // Whether no other cell around one point can belong to a pair whose distances sum up to less.
    const isDone = (one: Rings, other: Rings) =>
      one.reachCells > withinCells ||
      one.reachCells === Infinity ||
      one.reachCells + Math.min(Math.sqrt(other.least.square), other.reachCells) > cells
    const isStartDone = isDone(aroundStart, aroundGoal)
    const isGoalDone = isDone(aroundGoal, aroundStart)
    if (isStartDone && isGoalDone) return pair
    if (!isStartDone) aroundStart.look()
    if (!isGoalDone) aroundGoal.look()
    ;[cells, pair] = closestPair(aroundStart, aroundGoal, withinCells)
  }
}

/** The cells of the island with the least sum of both distances, and that sum. */
function closestPair(start: Rings, goal: Rings, withinCells: number): [number, CellPair | null] {
  let cells = Infinity
  let pair: CellPair | null = null
  let best = Infinity
  for (const [island, there] of start.nearOfIsland) {
    const back = goal.nearOfIsland.get(island) ?? NOWHERE
    if (Math.max(there.square, back.square) > withinCells ** 2) continue
    const sum = Math.sqrt(there.square) + Math.sqrt(back.square)
    if (sum === Infinity || sum > cells || (sum === cells && island > best)) continue
    cells = sum
    best = island
    pair = { start: { x: there.x, y: there.y }, goal: { x: back.x, y: back.y } }
  }
  return [cells, pair]
}

/** Rings of blocks around the block nearest to a point, looked at one by one, and the closest cells in them. */
class Rings {
  /** The closest cell of all. */
  least = NOWHERE
  /** The closest cell of each island, where each is asked for. */
  readonly nearOfIsland = new Map<Island, Near>()
  private ring = 0
  private readonly columns: AtlasColumns
  private readonly x: number
  private readonly y: number
  private readonly island: WantedIsland
  private readonly blockX: number
  private readonly blockY: number

  constructor(columns: AtlasColumns, x: number, y: number, island: WantedIsland) {
    const { width, height } = columns.terrain
    this.columns = columns
    this.x = x
    this.y = y
    this.island = island
    this.blockX = Math.max(0, Math.min(width - 1, x)) >> BLOCK_SHIFT
    this.blockY = Math.max(0, Math.min(height - 1, y)) >> BLOCK_SHIFT
  }

  /** The least distance of all cells that were not looked at. */
  get reachCells(): number {
    const { ring, blockX, blockY } = this
    const { blocksWide, blocksHigh } = this.columns.terrain
    if (ring > Math.max(blockX, blockY, blocksWide - 1 - blockX, blocksHigh - 1 - blockY)) return Infinity
    return Math.max(0, (ring - 1) * BLOCK_SIDE_CELLS)
  }

  /** Looks at the next ring. */
  look(): void {
    const { ring, blockX, blockY } = this
    const { blocksWide, blocksHigh } = this.columns.terrain
    this.ring++
    for (let by = Math.max(0, blockY - ring); by <= Math.min(blocksHigh - 1, blockY + ring); by++) {
      const isFullRow = by === blockY - ring || by === blockY + ring
      const step = isFullRow || ring === 0 ? 1 : 2 * ring
      for (let bx = blockX - ring; bx <= blockX + ring; bx += step) {
        if (bx >= 0 && bx < blocksWide && this.isWorthIt(bx, by)) this.lookAt(by * blocksWide + bx)
      }
    }
  }

  /** Whether a block may have a closer cell: whether one of its islands is asked for, and was not met nearer by. */
  private isWorthIt(blockX: number, blockY: number): boolean {
    const { columns, x, y, island } = this
    const { regionsOfBlock } = columns.labels
    const left = blockX << BLOCK_SHIFT
    const top = blockY << BLOCK_SHIFT
    const square =
      Math.max(0, left - x, x - (left + BLOCK_MASK)) ** 2 + Math.max(0, top - y, y - (top + BLOCK_MASK)) ** 2
    if (island !== EACH_ISLAND && square > this.least.square) return false
    const block = blockY * columns.terrain.blocksWide + blockX
    const end = endRegionOf(regionsOfBlock, block)
    for (let region = firstRegionOf(regionsOfBlock, block); region < end; region++) {
      const own = islandOfRegion(columns, region)
      if (this.isWanted(own) && (island !== EACH_ISLAND || square <= this.nearOf(own).square)) return true
    }
    return false
  }

  private isWanted(own: Island): boolean {
    const { island } = this
    return typeof island === 'function' ? island(own) : island < 0 || own === island
  }

  private nearOf(island: Island): Near {
    return this.nearOfIsland.get(island) ?? NOWHERE
  }

  private lookAt(block: Block): void {
    const { columns, island } = this
    forEachFreeCell(columns.terrain, block, (x, y) => {
      const square = (x - this.x) ** 2 + (y - this.y) ** 2
      const isLeast = isCloser(x, y, square, this.least)
      if (!isLeast && island !== EACH_ISLAND) return
      const own = island === ANY_ISLAND ? island : islandOfRegion(columns, regionOfCell(columns.labels, block, x, y))
      if (!this.isWanted(own)) return
      if (isLeast) this.least = { x, y, square }
      if (island === EACH_ISLAND && isCloser(x, y, square, this.nearOf(own)))
        this.nearOfIsland.set(own, { x, y, square })
    })
  }
}

/** Whether a cell is closer, or as close and before the other by rows. */
function isCloser(x: number, y: number, square: number, other: Near): boolean {
  return square < other.square || (square === other.square && (y < other.y || (y === other.y && x < other.x)))
}
