/**
 * The exact search on weighted ground or with 4 directions, over the whole map: A*, a cell at a time.
 */
import { Heap } from '../base/heap.ts'
import { canStep, DX, DY, freeUnits, stepUnits } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import type { BendList } from '../query/near-bends.ts'
import { ExactCells } from './exact-cells.ts'

/** Marks of cells: the direction they were reached by, 8 for the start, and a bit for those that are done. */
const REACHED_BY = 15
const AT_START = 8
const IS_CLOSED = 16

export class ExactStep {
  expansionCount = 0
  /** No path is cheaper than this, in units. */
  lowerUnits = 0
  private readonly terrain: Terrain
  private readonly cells: ExactCells
  private readonly heap = new Heap()
  private goalX = 0
  private goalY = 0
  private boundUnits = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.cells = new ExactCells(terrain)
  }

  /** The cost in units of the cheapest path that costs less than `limitUnits`, or `limitUnits`. */
  find(x0: number, y0: number, x1: number, y1: number, limitUnits: number, expansionsMax: number): number {
    const { cells, heap } = this
    cells.clear()
    heap.clear()
    this.goalX = x1
    this.goalY = y1
    this.boundUnits = limitUnits
    this.expansionCount = 0
    const start = cells.placeOf(x0, y0)
    this.reach(start, x0, y0, 0, AT_START)
    while (heap.size > 0) {
      const place = heap.pop()
      this.lowerUnits = heap.poppedKey
      if (this.lowerUnits >= this.boundUnits) break
      if ((cells.markOf[place] & IS_CLOSED) !== 0) continue
      if (this.expansionCount === expansionsMax) return this.boundUnits
      this.expansionCount++
      cells.markOf[place] |= IS_CLOSED
      this.expand(place)
    }
    this.lowerUnits = this.boundUnits
    return this.boundUnits
  }

  /** Writes the path found last. */
  writeBends(bends: BendList): void {
    const { cells } = this
    bends.clear()
    let x = this.goalX
    let y = this.goalY
    for (;;) {
      bends.add(x, y)
      const direction = cells.markOf[cells.placeOf(x, y)] & REACHED_BY
      if (direction === AT_START) break
      x -= DX[direction]
      y -= DY[direction]
    }
    bends.reverse()
  }

  private expand(place: number): void {
    const { cells, terrain } = this
    const x = cells.xOf(place)
    const y = cells.yOf(place)
    const units = cells.unitsOf[place]
    const cost = terrain.costAt(x, y)
    for (let direction = 0; direction < terrain.directions; direction++) {
      if (!canStep(terrain, x, y, direction)) continue
      const nextX = x + DX[direction]
      const nextY = y + DY[direction]
      const nextUnits = units + stepUnits(direction, cost, terrain.costAt(nextX, nextY))
      const next = cells.placeOf(nextX, nextY)
      if (nextUnits < cells.unitsOf[next]) this.reach(next, nextX, nextY, nextUnits, direction)
    }
  }

  private reach(place: number, x: number, y: number, units: number, direction: number): void {
    const { cells, terrain } = this
    const estimate = units + freeUnits(x - this.goalX, y - this.goalY, terrain.costMin, terrain.directions)
    if (estimate >= this.boundUnits) return
    cells.unitsOf[place] = units
    cells.markOf[place] = direction
    if (x === this.goalX && y === this.goalY) this.boundUnits = units
    else this.heap.push(estimate, place)
  }
}
