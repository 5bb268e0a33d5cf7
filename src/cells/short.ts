/**
 * The cheapest path between two cells near each other, by A* as it is in books: for pages that must be small. It knows of
 * nothing dearer than REACH_CELLS lengths of the cheapest cell, so that all it can come to lies in a window of fixed size;
 * near-search.ts goes farther with fewer cells.
 */
import { Heap } from '../base/heap.ts'
import { canStep, DX, DY, freeUnits, stepUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import type { Bends } from './bends.ts'

const REACH_CELLS = 100
/** What takes longer is left to the atlas, whose answer to it is hardly worse. */
const EXPANSIONS_MAX = 1000
/** More than twice the reach, so that no two cells share a place. */
const WINDOW_SIDE_CELLS = 256

export class ShortSearch {
  private readonly terrain: Terrain
  private readonly heap = new Heap()
  /** From the start, by the low bits of y and x. */
  private readonly unitsOfPlace = new Float64Array(WINDOW_SIDE_CELLS ** 2)

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /** What the cheapest path between two free cells costs in units, its way added to `bends`; Infinity if it is not short. */
  find(x0: number, y0: number, x1: number, y1: number, bends: Bends): number {
    const { heap, terrain, unitsOfPlace } = this
    const { costMin, directions } = terrain
    const limit = REACH_CELLS * UNITS_PER_CELL * costMin
    const reach = (x: number, y: number, units: number) => {
      // Seen from the goal, so that the way comes out from the start on.
      const total = units + freeUnits(x0 - x, y0 - y, costMin, directions)
      if (total >= limit || units >= unitsOfPlace[placeOf(x, y)]) return
      unitsOfPlace[placeOf(x, y)] = units
      heap.push(total, x | (y << 16))
    }
    heap.clear()
    unitsOfPlace.fill(Infinity)
    reach(x1, y1, 0)
    for (let expansions = 0; heap.size > 0 && expansions < EXPANSIONS_MAX; expansions++) {
      const cell = heap.pop()
      const x = cell & 0xffff
      const y = cell >> 16
      const units = unitsOfPlace[placeOf(x, y)]
      if (x === x0 && y === y0) {
        this.trace(x, y, bends)
        return units
      }
      for (let direction = 0; direction < directions; direction++) {
        if (canStep(terrain, x, y, direction)) {
          reach(x + DX[direction], y + DY[direction], units + this.step(x, y, direction))
        }
      }
    }
    return Infinity
  }

  private step(x: number, y: number, direction: number): number {
    const { terrain } = this
    return stepUnits(direction, terrain.costAt(x, y), terrain.costAt(x + DX[direction], y + DY[direction]))
  }

  /** The way from (x, y) on to where the search began. */
  private trace(x: number, y: number, bends: Bends): void {
    const { terrain, unitsOfPlace } = this
    for (let direction = 0; unitsOfPlace[placeOf(x, y)] > 0; ) {
      const left = unitsOfPlace[placeOf(x, y)] - this.step(x, y, direction)
      const isNext =
        canStep(terrain, x, y, direction) && unitsOfPlace[placeOf(x + DX[direction], y + DY[direction])] === left
      if (!isNext) {
        direction = (direction + 1) & 7
        continue
      }
      x += DX[direction]
      y += DY[direction]
      bends.add(x, y)
    }
  }
}

function placeOf(x: number, y: number): number {
  return ((y & 255) << 8) | (x & 255)
}
