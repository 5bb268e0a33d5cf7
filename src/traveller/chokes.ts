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
  const walk = walkOver(terrain)
  for (let cell = 0; cell < width * height; cell++) walk(cell, visit)
}

/** A walk in depth over the island of a cell, unless it was walked over before. */
function walkOver(terrain: Terrain): (root: number, visit: (cell: number, parts: readonly Part[]) => void) => void {
  const { width, height } = terrain
  // Each cell is numbered when it is met, and knows the lowest number beside what hangs on it, and how many cells hang on it, itself among them.
  const order = new Int32Array(width * height)
  const low = new Int32Array(width * height)
  const size = new Int32Array(width * height)
  const came = new Uint8Array(width * height)
  const next = new Uint8Array(width * height)
  let count = 0
  const isFree = (cell: number) => terrain.isFree(cell % width, Math.floor(cell / width))
  const meet = (cell: number, direction: number) => {
    order[cell] = ++count
    low[cell] = count
    size[cell] = 1
    came[cell] = direction
  }
  /** The cell that the walk came from; -1 for the first one. */
  const before = (cell: number) => {
    const direction = came[cell]
    return direction === NO_DIRECTION ? -1 : cell - DX[direction] - DY[direction] * width
  }
  /** The free neighbour in one of the four directions; -1 where there is none. */
  const besideOf = (cell: number, direction: number) => {
    const x = (cell % width) + DX[direction]
    const y = Math.floor(cell / width) + DY[direction]
    return terrain.isFree(x, y) ? y * width + x : -1
  }
  /** Of each cell what hangs on it and on nothing before it. */
  const partsFrom = (root: number) => {
    const partsOf = new Map<number, Part[]>()
    meet(root, NO_DIRECTION)
    for (let cell = root; cell >= 0; ) {
      if (next[cell] < 4) {
        const direction = next[cell]++
        const beside = besideOf(cell, direction)
        if (beside < 0) continue
        if (order[beside] === 0) {
          meet(beside, direction)
          cell = beside
        } else low[cell] = Math.min(low[cell], order[beside])
        continue
      }
      const from = before(cell)
      if (from >= 0) {
        low[from] = Math.min(low[from], low[cell])
        size[from] += size[cell]
        if (low[cell] >= order[from]) {
          const parts = partsOf.get(from) ?? []
          parts.push({ cells: size[cell], inside: cell })
          partsOf.set(from, parts)
        }
      }
      cell = from
    }
    return partsOf
  }
  return (root, visit) => {
    if (order[root] !== 0 || !isFree(root)) return
    for (const [cell, parts] of partsFrom(root)) {
      const rest = size[root] - 1 - parts.reduce((sum, part) => sum + part.cells, 0)
      if (rest > 0) parts.push({ cells: rest, inside: before(cell) })
      parts.sort((a, b) => b.cells - a.cells)
      if (parts.length > 1) visit(cell, parts)
    }
  }
}
