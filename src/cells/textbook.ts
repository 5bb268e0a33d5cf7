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
import { number, oneOf } from '../base/kinds.ts'
import { canStep, DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS, stepUnits, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_CELLS, type Terrain } from '../map/terrain.ts'
import { PlainWave } from '../wave/plain-wave.ts'

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

/** Each search takes memory by the area that it looks at. */
export class TextbookSearch {
  private readonly terrain: Terrain

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  find(start: Point, goal: Point, options?: TextbookOptions | null): TextbookPath {
    const { terrain } = this
    const given: TextbookOptions = optionsOf(options, OPTIONS)
    const usual = USUAL[terrain.directions]
    const { heuristic = usual, weight = 1 } = given
    checkWhole(start?.x, start?.y, 'The start')
    checkWhole(goal?.x, goal?.y, 'The goal')
    const cellsLeft = CELLS_LEFT[heuristic]
    // A wave ends at Infinity, so an estimate stays below it, whatever the weight.
    const scale = Math.min(weight * UNITS_PER_CELL * terrain.costMin, Number.MAX_VALUE)
    const left = (x: number, y: number) =>
      Math.min(scale * cellsLeft(Math.abs(goal.x - x), Math.abs(goal.y - y)), Number.MAX_VALUE)
    const wave = new PlainWave(terrain, left)
    if (terrain.isFree(start.x, start.y) && terrain.isFree(goal.x, goal.y)) wave.begin([start.x, start.y])
    const units = () => wave.settledUnitsAt(goal.x, goal.y)
    while (units() === Infinity && wave.finalUnits < Infinity) wave.advance(Infinity, 1 / BLOCK_CELLS)
    const isFound = units() < Infinity
    const isAdmissible = heuristic !== 'manhattan' || heuristic === usual
    return {
      status: isFound ? 'found' : 'unreachable',
      cells: isFound ? this.trace(wave, start, goal) : new Int32Array(0),
      cost: units() / UNITS_PER_CELL,
      settledCount: wave.settledCount * BLOCK_CELLS,
      excessMax: isAdmissible ? Math.max(1, weight) : Infinity,
    }
  }

  /** Goes back over settled cells, from each to one that it was reached from. */
  private trace(wave: PlainWave, start: Point, goal: Point): Int32Array {
    const { terrain } = this
    const cells: number[] = [goal.y, goal.x]
    for (let { x, y } = goal; x !== start.x || y !== start.y; cells.push(y, x)) {
      const cost = terrain.costAt(x, y)
      const reached = wave.settledUnitsAt(x, y)
      // Steps are legal both ways.
      const isBack = (direction: number) =>
        canStep(terrain, x, y, direction) &&
        wave.settledUnitsAt(x + DX[direction], y + DY[direction]) +
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
