/**
 * A* over the cells as textbooks have it, with the estimates that they list: for learning, comparing and teaching. Queries of an
 * atlas do not use it; quality `exact` finds the optimum with far fewer cells.
 *
 * An estimate that never says more than is left (admissible) gives the optimum. One that says too much, by its kind or by a
 * weight above 1, looks at fewer cells and gives a path that may cost more: at most `weight` times as much for kinds that are
 * consistent, which all but Manhattan's are. For that no cell needs to be looked at twice (Pohl; Likhachev et al.), and without
 * that rule a weight can make a search longer, not shorter.
 */
import type { Point } from '../base/answer.ts'
import { checkWhole, nameOf, optionsOf, refuse } from '../base/given.ts'
import { doubled } from '../base/growing.ts'
import { Heap } from '../base/heap.ts'
import { canStep, DIAGONAL_UNITS, DX, DY, STRAIGHT_UNITS, stepUnits, UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_CELLS, BLOCK_CELLS_SHIFT, BLOCK_MASK, BLOCK_SHIFT, type Terrain } from '../map/terrain.ts'

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

export interface TextbookOptions {
  /** 'octile' unless given, or 'manhattan' on maps of 4 directions. */
  readonly heuristic?: Heuristic
  /** What the estimate is multiplied with: 1 unless given. */
  readonly weight?: number
}

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

/** Mark of a cell: the direction it was reached by, 8 at the start, plus IS_CLOSED once settled. */
const AT_START = 8
const IS_CLOSED = 16

/** Owns the memory of its searches, so it serves one at a time. */
export class TextbookSearch {
  private readonly terrain: Terrain
  private readonly open = new Heap()
  private readonly seen: SeenCells

  constructor(terrain: Terrain) {
    this.terrain = terrain
    this.seen = new SeenCells(terrain)
  }

  find(start: Point, goal: Point, options?: TextbookOptions | null): TextbookPath {
    const { terrain } = this
    const given: TextbookOptions = optionsOf(options, { heuristic: true, weight: true })
    const { heuristic = terrain.directions === 4 ? 'manhattan' : 'octile', weight = 1 } = given
    checkWhole(start?.x, start?.y, 'The start')
    checkWhole(goal?.x, goal?.y, 'The goal')
    if (!Object.hasOwn(CELLS_LEFT, heuristic)) {
      refuse(`The heuristic is ${nameOf(heuristic)}: it is one of ${Object.keys(CELLS_LEFT).join(', ')}.`)
    }
    if (!(Number.isFinite(weight) && weight >= 0)) refuse(`The weight is ${nameOf(weight)}: give a number from 0 on.`)
    const scale = weight * UNITS_PER_CELL * terrain.costMin
    const cellsLeft = CELLS_LEFT[heuristic]
    const left = (x: number, y: number) => scale * cellsLeft(Math.abs(goal.x - x), Math.abs(goal.y - y))
    const settledCount = this.search(start, goal, left)
    const isFound = settledCount > 0 && this.unitsAt(goal) < Infinity
    const isAdmissible = heuristic !== 'manhattan' || terrain.directions === 4
    return {
      status: isFound ? 'found' : 'unreachable',
      cells: isFound ? this.trace(goal) : new Int32Array(0),
      cost: isFound ? this.unitsAt(goal) / UNITS_PER_CELL : Infinity,
      settledCount,
      excessMax: isAdmissible ? Math.max(1, weight) : Infinity,
    }
  }

  /** How many cells were looked at; 0 where an end is no free cell. */
  private search(start: Point, goal: Point, left: (x: number, y: number) => number): number {
    const { terrain, open, seen } = this
    open.clear()
    seen.clear()
    if (!terrain.isFree(start.x, start.y) || !terrain.isFree(goal.x, goal.y)) return 0
    const goalPlace = seen.placeOf(goal.x, goal.y)
    this.reach(seen.placeOf(start.x, start.y), 0, AT_START, left(start.x, start.y))
    let settledCount = 0
    while (open.size > 0) {
      const place = open.pop()
      if ((seen.markOf[place] & IS_CLOSED) !== 0) continue
      seen.markOf[place] |= IS_CLOSED
      settledCount++
      if (place === goalPlace) break
      this.expand(place, left)
    }
    return settledCount
  }

  private expand(place: number, left: (x: number, y: number) => number): void {
    const { terrain, seen } = this
    const x = seen.xOf(place)
    const y = seen.yOf(place)
    const units = seen.unitsOf[place]
    const cost = terrain.costAt(x, y)
    for (let direction = 0; direction < terrain.directions; direction++) {
      if (!canStep(terrain, x, y, direction)) continue
      const nextX = x + DX[direction]
      const nextY = y + DY[direction]
      const next = seen.placeOf(nextX, nextY)
      const reached = units + stepUnits(direction, cost, terrain.costAt(nextX, nextY))
      if (reached >= seen.unitsOf[next] || (seen.markOf[next] & IS_CLOSED) !== 0) continue
      this.reach(next, reached, direction, left(nextX, nextY))
    }
  }

  private reach(place: number, units: number, direction: number, left: number): void {
    this.seen.unitsOf[place] = units
    this.seen.markOf[place] = direction
    this.open.push(units + left, place)
  }

  private unitsAt({ x, y }: Point): number {
    return this.seen.unitsOf[this.seen.placeOf(x, y)]
  }

  private trace(goal: Point): Int32Array {
    const cells: number[] = []
    for (let { x, y } = goal; ; ) {
      cells.push(y, x)
      const direction = this.seen.markOf[this.seen.placeOf(x, y)] & ~IS_CLOSED
      if (direction === AT_START) return Int32Array.from(cells.reverse())
      x -= DX[direction]
      y -= DY[direction]
    }
  }
}

/**
 * The costs and marks of the cells met, block by block, so that memory grows with the visited area. A place combines a block's
 * number, given when it is first met, with row and column in the block.
 */
class SeenCells {
  /** From the start; Infinity for a cell that was not reached. */
  unitsOf = new Float64Array(BLOCK_CELLS)
  markOf = new Uint8Array(BLOCK_CELLS)
  private readonly blocksWide: number
  private readonly numberOfBlock = new Map<number, number>()
  private blocks: number[] = []

  constructor({ blocksWide }: Terrain) {
    this.blocksWide = blocksWide
  }

  clear(): void {
    this.numberOfBlock.clear()
    this.blocks = []
    this.unitsOf = new Float64Array(BLOCK_CELLS)
    this.markOf = new Uint8Array(BLOCK_CELLS)
  }

  placeOf(x: number, y: number): number {
    const block = (y >> BLOCK_SHIFT) * this.blocksWide + (x >> BLOCK_SHIFT)
    const number = this.numberOfBlock.get(block) ?? this.meet(block)
    return (number << BLOCK_CELLS_SHIFT) | ((y & BLOCK_MASK) << BLOCK_SHIFT) | (x & BLOCK_MASK)
  }

  xOf(place: number): number {
    return ((this.blocks[place >> BLOCK_CELLS_SHIFT] % this.blocksWide) << BLOCK_SHIFT) | (place & BLOCK_MASK)
  }

  yOf(place: number): number {
    const blockY = Math.floor(this.blocks[place >> BLOCK_CELLS_SHIFT] / this.blocksWide)
    return (blockY << BLOCK_SHIFT) | ((place >> BLOCK_SHIFT) & BLOCK_MASK)
  }

  private meet(block: number): number {
    const number = this.blocks.push(block) - 1
    const first = number << BLOCK_CELLS_SHIFT
    this.numberOfBlock.set(block, number)
    if (first === this.unitsOf.length) {
      this.unitsOf = doubled(this.unitsOf)
      this.markOf = doubled(this.markOf)
    }
    this.unitsOf.fill(Infinity, first, first + BLOCK_CELLS)
    return number
  }
}
