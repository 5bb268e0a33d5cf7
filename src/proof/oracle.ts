/**
 * The oracle: plain Dijkstra over the cells of a map. It is slow, sees every cell, and shares nothing with the searches
 * but the movement rule and their heap. All other costs, and all answers about reachability, are checked against it.
 *
 * Lengths are true ones, 1 and sqrt 2, as a user reckons them, not the whole units of the searches. So the oracle also
 * shows what those units cost. Sums of doubles are off by rounding, about 1e-12 of a path's cost.
 */
import { checkCosts, checkWhole } from '../base/given.ts'
import { Heap } from '../base/heap.ts'
import { type CellCosts, canStep, type Directions, DX, DY } from '../map/movement.ts'

export interface CellMap extends CellCosts {
  readonly width: number
  readonly height: number
  readonly directions: Directions
}

/**
 * The cost in cell lengths of the best path from (x, y) to every cell, at y * width + x. Infinity where there is none;
 * everywhere, if (x, y) is a wall or lies outside.
 */
export function exactDistances(map: CellMap, x: number, y: number): Float64Array {
  return flood(map, x, y, -1)
}

/** The cost in cell lengths of the best path between two cells; Infinity where there is none. */
export function exactCost(map: CellMap, x0: number, y0: number, x1: number, y1: number): number {
  checkCosts(map)
  checkWhole(x0, y0, 'The start')
  checkWhole(x1, y1, 'The goal')
  if (map.costAt(x1, y1) === 0) return Number.POSITIVE_INFINITY
  const goal = y1 * map.width + x1
  return flood(map, x0, y0, goal)[goal]
}

/** Dijkstra from (x, y) until `goal` is settled, or all that can be reached if there is no such cell. */
function flood(map: CellMap, x: number, y: number, goal: number): Float64Array {
  const { width, height, directions } = map
  const costToCell = new Float64Array(width * height).fill(Number.POSITIVE_INFINITY)
  if (map.costAt(x, y) === 0) return costToCell
  const open = new Heap()
  costToCell[y * width + x] = 0
  open.push(0, y * width + x)
  while (open.size > 0) {
    const cell = open.pop()
    const costHere = open.poppedKey
    // A cell is pushed again whenever a better way to it turns up: only its best copy counts.
    if (costHere > costToCell[cell]) continue
    if (cell === goal) break
    const cx = cell % width
    const cy = (cell - cx) / width
    const halfHere = map.costAt(cx, cy) / 2
    for (let direction = 0; direction < directions; direction++) {
      const nx = cx + DX[direction]
      const ny = cy + DY[direction]
      const cost = map.costAt(nx, ny)
      if (cost === 0) continue
      const mean = halfHere + cost / 2
      const costThere = costHere + (direction < 4 ? mean : mean * Math.SQRT2)
      const next = ny * width + nx
      // Few steps are better: the rule is asked last.
      if (costThere < costToCell[next] && canStep(map, cx, cy, direction)) {
        costToCell[next] = costThere
        open.push(costThere, next)
      }
    }
  }
  return costToCell
}
