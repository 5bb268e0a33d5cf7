/**
 * Choke points: cells without which their neighbours are no longer all connected, over straight steps. These are the
 * articulation points of the graph of cells. One depth-first walk (Tarjan's) finds all of them and the parts of each.
 */

import { refuseSize } from '../base/given.ts'
import { addTo } from '../base/lists.ts'
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** The part of an island on one side of a choke point. */
export interface Part {
  readonly cells: number
  /** A cell of it, beside the choke point. */
  readonly inside: number
}

/** A walk keeps 14 bytes a cell. */
const CELLS_MAX = 2 ** 27
const NO_DIRECTION = 4

/** Visits each choke point, as y * width + x, with the parts that it separates, the largest first. */
export function forEachChoke(terrain: Terrain, visit: (cell: number, parts: readonly Part[]) => void): void {
  const { width, height } = terrain
  if (width * height > CELLS_MAX) refuseSize(`A survey takes maps of up to ${CELLS_MAX} cells, not ${width * height}.`)
  const walk = newWalk(terrain)
  for (let cell = 0; cell < width * height; cell++) {
    const isNew = walk.order[cell] === 0 && terrain.isFree(cell % width, Math.floor(cell / width))
    if (isNew) walkFrom(walk, cell, visit)
  }
}

/** State of a depth-first walk. `order` numbers cells as met; `low` is the lowest number next to a cell's subtree. */
function newWalk(terrain: Terrain) {
  const cells = terrain.width * terrain.height
  const [order, low, size] = [new Int32Array(cells), new Int32Array(cells), new Int32Array(cells)]
  return { terrain, order, low, size, came: new Uint8Array(cells), next: new Uint8Array(cells), count: 0 }
}

/** `size[cell]` counts the cells of a cell's subtree, itself included. */
type Walk = ReturnType<typeof newWalk>

/** Walks over the island of a cell. */
function walkFrom(walk: Walk, root: number, visit: (cell: number, parts: readonly Part[]) => void): void {
  for (const [cell, parts] of partsFrom(walk, root)) {
    const rest = walk.size[root] - 1 - parts.reduce((sum, part) => sum + part.cells, 0)
    if (rest > 0) parts.push({ cells: rest, inside: before(walk, cell) })
    parts.sort((a, b) => b.cells - a.cells)
    if (parts.length > 1) visit(cell, parts)
  }
}

/** For each cell the subtrees that only this cell joins to the cells before it. */
function partsFrom(walk: Walk, root: number): Map<number, Part[]> {
  const { order, low, size, next } = walk
  const partsOf = new Map<number, Part[]>()
  meet(walk, root, NO_DIRECTION)
  for (let cell = root; cell >= 0; ) {
    if (next[cell] < 4) {
      const direction = next[cell]++
      const other = beside(walk.terrain, cell, direction)
      if (other < 0) continue
      if (order[other] === 0) {
        meet(walk, other, direction)
        cell = other
      } else low[cell] = Math.min(low[cell], order[other])
      continue
    }
    const from = before(walk, cell)
    if (from >= 0) {
      low[from] = Math.min(low[from], low[cell])
      size[from] += size[cell]
      if (low[cell] >= order[from]) addTo(partsOf, from, { cells: size[cell], inside: cell })
    }
    cell = from
  }
  return partsOf
}

function meet(walk: Walk, cell: number, direction: number): void {
  walk.order[cell] = ++walk.count
  walk.low[cell] = walk.count
  walk.size[cell] = 1
  walk.came[cell] = direction
}

/** The cell that the walk came from; -1 for the first one. */
function before({ came, terrain }: Walk, cell: number): number {
  const direction = came[cell]
  return direction === NO_DIRECTION ? -1 : cell - DX[direction] - DY[direction] * terrain.width
}

/** The free neighbour in one of the four directions; -1 where there is none. */
function beside(terrain: Terrain, cell: number, direction: number): number {
  const x = (cell % terrain.width) + DX[direction]
  const y = Math.floor(cell / terrain.width) + DY[direction]
  return terrain.isFree(x, y) ? y * terrain.width + x : -1
}
