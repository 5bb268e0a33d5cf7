/**
 * The cells that hold islands together: an articulation of the graph of cells side by side is one without which its neighbours
 * are no longer all connected. All are found in one walk in depth (Tarjan's), with what each parts.
 */
import { refuseSize } from '../base/given.ts'
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** What is left of an island on one side of a choke point. */
export interface Part {
  readonly cells: number
  /** A cell of it, beside the choke point. */
  readonly inside: number
}

/** A walk keeps 14 bytes a cell. */
const CELLS_MAX = 2 ** 27
const NO_DIRECTION = 4

/** Visits each choke point, as y * width + x, with the parts that it parts, the largest first. */
export function forEachChoke(terrain: Terrain, visit: (cell: number, parts: readonly Part[]) => void): void {
  const { width, height } = terrain
  if (width * height > CELLS_MAX) refuseSize(`A survey takes maps of up to ${CELLS_MAX} cells, not ${width * height}.`)
  const walk = new Walk(terrain)
  for (let cell = 0; cell < width * height; cell++) if (walk.isNew(cell)) walk.from(cell, visit)
}

/** A walk in depth over islands. Each cell is numbered when it is met, and knows the lowest number beside what hangs on it. */
class Walk {
  private readonly terrain: Terrain
  private readonly order: Int32Array
  private readonly low: Int32Array
  /** The cells that hang on a cell, itself among them. */
  private readonly size: Int32Array
  private readonly came: Uint8Array
  private readonly next: Uint8Array
  private count = 0

  constructor(terrain: Terrain) {
    const cells = terrain.width * terrain.height
    this.terrain = terrain
    this.order = new Int32Array(cells)
    this.low = new Int32Array(cells)
    this.size = new Int32Array(cells)
    this.came = new Uint8Array(cells)
    this.next = new Uint8Array(cells)
  }

  isNew(cell: number): boolean {
    return this.order[cell] === 0 && this.isFree(cell)
  }

  /** Walks over the island of a cell. */
  from(root: number, visit: (cell: number, parts: readonly Part[]) => void): void {
    const partsOf = this.walkFrom(root)
    for (const [cell, parts] of partsOf) {
      const rest = this.size[root] - 1 - parts.reduce((sum, part) => sum + part.cells, 0)
      if (rest > 0) parts.push({ cells: rest, inside: this.before(cell) })
      if (parts.length > 1)
        visit(
          cell,
          parts.sort((a, b) => b.cells - a.cells),
        )
    }
  }

  /** Of each cell what hangs on it and on nothing before it. */
  private walkFrom(root: number): Map<number, Part[]> {
    const { order, low, size, next } = this
    const partsOf = new Map<number, Part[]>()
    this.meet(root, NO_DIRECTION)
    for (let cell = root; cell >= 0; ) {
      if (next[cell] < 4) {
        const direction = next[cell]++
        const beside = this.beside(cell, direction)
        if (beside < 0) continue
        if (order[beside] === 0) {
          this.meet(beside, direction)
          cell = beside
        } else low[cell] = Math.min(low[cell], order[beside])
        continue
      }
      const before = this.before(cell)
      if (before >= 0) {
        low[before] = Math.min(low[before], low[cell])
        size[before] += size[cell]
        if (low[cell] >= order[before]) {
          const part = { cells: size[cell], inside: cell }
          const parts = partsOf.get(before)
          if (parts === undefined) partsOf.set(before, [part])
          else parts.push(part)
        }
      }
      cell = before
    }
    return partsOf
  }

  private meet(cell: number, direction: number): void {
    this.order[cell] = ++this.count
    this.low[cell] = this.count
    this.size[cell] = 1
    this.came[cell] = direction
  }

  /** The cell that the walk came from; -1 for the first one. */
  private before(cell: number): number {
    const direction = this.came[cell]
    return direction === NO_DIRECTION ? -1 : cell - DX[direction] - DY[direction] * this.terrain.width
  }

  /** The free neighbour in one of the four directions; -1 where there is none. */
  private beside(cell: number, direction: number): number {
    const { terrain } = this
    const x = (cell % terrain.width) + DX[direction]
    const y = Math.floor(cell / terrain.width) + DY[direction]
    return terrain.isFree(x, y) ? y * terrain.width + x : -1
  }

  private isFree(cell: number): boolean {
    return this.terrain.isFree(cell % this.terrain.width, Math.floor(cell / this.terrain.width))
  }
}
