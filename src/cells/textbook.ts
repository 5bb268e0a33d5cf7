/**
 * A* over the cells as textbooks have it, with the estimates that they list: for learning, comparing and teaching. Queries of an
 * atlas do not use it; quality `exact` finds the optimum with far fewer cells.
 *
 * An estimate that never says more than is left (admissible) gives the optimum. One that says too much, by its kind or by a
 * weight above 1, looks at fewer cells, and its path may cost more. For consistent kinds, which all but Manhattan's are, it costs
 * at most `weight` times as much. For that no cell needs to be looked at twice (Pohl; Likhachev et al.), and without that rule a
 * weight can make a search longer, not shorter.
 */
import type { Point } from '../base/answer.ts'
import { type AllOf, checkWhole, optionsOf } from '../base/given.ts'
import { Heap } from '../base/heap.ts'
import { number, oneOf } from '../base/kinds.ts'
import { canStep, DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS, stepUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { CellUnits } from '../wave/cell-units.ts'

/** In cells of the cheapest ground, for dx and dy cells that are left. */
const CELLS_LEFT = {
  /** Nothing: Dijkstra's search. */
  none: (_dx: number, _dy: number) => 0,
  /** Straight steps alone: too much where diagonal ones are allowed. */
  manhattan: (dx: number, dy: number) => dx + dy,
  euclidean: (dx: number, dy: number) => Math.sqrt(dx * dx + dy * dy),
  /** Diagonal steps cost as much as straight ones. */
  chebyshev: (dx: number, dy: number) => Math.max(dx, dy),
  /** Diagonal steps, then straight ones: exact on open ground. */
  octile: (dx: number, dy: number) =>
    (Math.min(dx, dy) * (DIAGONAL_UNITS - STRAIGHT_UNITS)) / STRAIGHT_UNITS + Math.max(dx, dy),
} as const

export type Heuristic = keyof typeof CELLS_LEFT

const USUAL = { 4: 'manhattan', 8: 'octile' } as const

export interface TextbookOptions {
  /** 'octile' unless given, or 'manhattan' on maps of 4 directions. */
  readonly heuristic?: Heuristic
  /** What the estimate is multiplied with: 1 unless given. */
  readonly weight?: number
}

const OPTIONS = { heuristic: oneOf(...Object.keys(CELLS_LEFT)), weight: number(0) } satisfies AllOf<TextbookOptions>

export interface TextbookPath {
  readonly status: 'found' | 'unreachable'
  /** Flat x, y pairs, both ends included; empty where there is no path. */
  readonly cells: Int32Array
  /** In cell lengths; Infinity where there is no path. */
  readonly cost: number
  /** Cells that were looked at. */
  readonly settledCount: number
  /** No path costs less than `cost` divided by this: 1 says that it is the optimum, Infinity that nothing is known. */
  readonly excessMax: number
}

/** Owns the memory of its searches, so it serves one at a time. */
export class TextbookSearch {
  private readonly terrain: Terrain
  private readonly open = new Heap()
  /** The costs of cells from the start; -1 less the cost once a cell is settled. */
  private readonly units: CellUnits

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.units = new CellUnits(terrain)
  }

  find(start: Point, goal: Point, options?: TextbookOptions | null): TextbookPath {
    const { terrain } = this
    const given: TextbookOptions = optionsOf(options, OPTIONS)
    const usual = USUAL[terrain.directions]
    const { heuristic = usual, weight = 1 } = given
    checkWhole(start?.x, start?.y, 'The start')
    checkWhole(goal?.x, goal?.y, 'The goal')
    const scale = weight * UNITS_PER_CELL * terrain.costMin
    const cellsLeft = CELLS_LEFT[heuristic]
    const left = (x: number, y: number) => scale * cellsLeft(Math.abs(goal.x - x), Math.abs(goal.y - y))
    const settledCount = this.search(start, goal, left)
    const isFound = settledCount > 0 && this.units.at(goal.x, goal.y) < Infinity
    const isAdmissible = heuristic !== 'manhattan' || heuristic === usual
    return {
      status: isFound ? 'found' : 'unreachable',
      cells: isFound ? this.trace(start, goal) : new Int32Array(0),
      cost: isFound ? this.settledUnits(goal.x, goal.y) / UNITS_PER_CELL : Infinity,
      settledCount,
      excessMax: isAdmissible ? Math.max(1, weight) : Infinity,
    }
  }

  /** How many cells were looked at; 0 where an end is no free cell. */
  private search(start: Point, goal: Point, left: (x: number, y: number) => number): number {
    const { terrain, open, units } = this
    open.clear()
    units.clear()
    if (!terrain.isFree(start.x, start.y) || !terrain.isFree(goal.x, goal.y)) return 0
    this.reach(start.x, start.y, 0, left)
    let settledCount = 0
    while (open.size > 0) {
      const cell = open.pop()
      const x = cell % terrain.width
      const y = (cell - x) / terrain.width
      const own = units.at(x, y)
      if (own < 0) continue
      units.set(x, y, -1 - own)
      settledCount++
      if (x === goal.x && y === goal.y) break
      this.expand(x, y, own, left)
    }
    return settledCount
  }

  private expand(x: number, y: number, own: number, left: (x: number, y: number) => number): void {
    const { terrain, units } = this
    const cost = terrain.costAt(x, y)
    for (let direction = 0; direction < terrain.directions; direction++) {
      if (!canStep(terrain, x, y, direction)) continue
      const nextX = x + DX[direction]
      const nextY = y + DY[direction]
      const reached = own + stepUnits(direction, cost, terrain.costAt(nextX, nextY))
      if (reached < units.at(nextX, nextY)) this.reach(nextX, nextY, reached, left)
    }
  }

  private reach(x: number, y: number, units: number, left: (x: number, y: number) => number): void {
    this.units.set(x, y, units)
    this.open.push(units + left(x, y), y * this.terrain.width + x)
  }

  /** Infinity for a cell that is not settled. */
  private settledUnits(x: number, y: number): number {
    const units = this.units.at(x, y)
    return units < 0 ? -1 - units : Infinity
  }

  /** Goes back over settled cells, from each to one that it was reached from. */
  private trace(start: Point, goal: Point): Int32Array {
    const { terrain } = this
    const cells: number[] = [goal.y, goal.x]
    for (let { x, y } = goal; x !== start.x || y !== start.y; cells.push(y, x)) {
      const cost = terrain.costAt(x, y)
      const reached = this.settledUnits(x, y)
      // Steps are legal both ways.
      const isBack = (direction: number) =>
        canStep(terrain, x, y, direction) &&
        this.settledUnits(x + DX[direction], y + DY[direction]) +
          stepUnits(direction, cost, terrain.costAt(x + DX[direction], y + DY[direction])) ===
          reached
      let direction = 0
      while (!isBack(direction)) direction++
      x += DX[direction]
      y += DY[direction]
    }
    return Int32Array.from(cells.reverse())
  }
}
