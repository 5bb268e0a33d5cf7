/**
 * Moves bends to where they cost least. Where two runs go the same way and one run between them another, other orders of these
 * steps are as short. The middle run lies elsewhere, or it is split and the outer two are joined. Over blocks of one cost each
 * the cheapest order has its bends beside a border of blocks, or at an end. A path along entries bends where entries lie.
 */
import { NONE } from '../base/none.ts'
import type { Bends } from '../cells/bends.ts'
import { isLineFree, LINE_EARLY, LINE_LATE, lineUnits, NO_LINE, runUnits } from '../cells/line.ts'
import { DX, DY } from '../map/movement.ts'
import { BLOCK_MASK, oneCostWithin, type Terrain } from '../map/terrain.ts'
import type { Postpone, Slider } from './pull.ts'

export class RunSlider implements Slider {
  private readonly terrain: Terrain
  /** The cost of three runs in the best order so far. */
  private leastUnits = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  slide(bends: Bends, from: number, postpone: Postpone): boolean {
    const [x, y, endX, endY] = [bends.xOf(from), bends.yOf(from), bends.xOf(from + 3), bends.yOf(from + 3)]
    if (!this.isAcrossEven(x, y, bends.xOf(from + 1), bends.yOf(from + 1), endX, endY)) return false
    const outer = bends.directionAfter(from)
    const inner = bends.directionAfter(from + 1)
    const before = bends.stepsAfter(from)
    const innerSteps = bends.stepsAfter(from + 1)
    const outerSteps = before + bends.stepsAfter(from + 2)
    this.leastUnits = Infinity
    this.leastUnits = this.unitsParted(x, y, outer, outerSteps, before, inner, innerSteps)
    const moved = this.bestPart(x, y, outer, outerSteps, inner, innerSteps)
    const parted = this.bestPart(x, y, inner, innerSteps, outer, outerSteps)
    if (moved === NONE && parted === NONE) return false
    bends.count = from + 1
    const [a, aSteps, first, b] =
      parted === NONE ? [outer, outerSteps, moved, inner] : [inner, innerSteps, parted, outer]
    // The last run comes first; its end does not change.
    if (first < aSteps) postpone(endX, endY, a)
    postpone(endX - (aSteps - first) * DX[a], endY - (aSteps - first) * DY[a], b)
    if (first > 0) postpone(x + first * DX[a], y + first * DY[a], a)
    return true
  }

  /** Whether three cells lie in blocks of one cost each, and costs differ between them. */
  private isAcrossEven(x0: number, y0: number, x1: number, y1: number, x2: number, y2: number): boolean {
    const { terrain } = this
    const isEven = (x: number, y: number) => terrain.costOfBlock[terrain.blockOf(x, y)] > 0
    if (!isEven(x0, y0) || !isEven(x1, y1) || !isEven(x2, y2)) return false
    return oneCostWithin(terrain, Math.min(x0, x2), Math.min(y0, y2), Math.max(x0, x2), Math.max(y0, y2)) === 0
  }

  /** Returns after how many steps of run `a` it is cheapest to walk run `b`; NONE where the best order so far is as cheap. */
  private bestPart(x: number, y: number, a: number, aSteps: number, b: number, bSteps: number): number {
    let best = NONE
    for (let first = 0; ; ) {
      const units = this.unitsParted(x, y, a, aSteps, first, b, bSteps)
      if (units < this.leastUnits) {
        this.leastUnits = units
        best = first
      }
      if (first === aSteps) return best
      const toLine = Math.min(stepsToLine(x + first * DX[a], DX[a]), stepsToLine(y + first * DY[a], DY[a]))
      first = Math.min(aSteps, first + toLine)
    }
  }

  /** The cost of run `a` with run `b` after its first steps; Infinity where a wall is in the way, or it is not cheaper. */
  private unitsParted(
    x: number,
    y: number,
    a: number,
    aSteps: number,
    first: number,
    b: number,
    bSteps: number,
  ): number {
    const { terrain } = this
    const rest = aSteps - first
    const [x1, y1] = [x + first * DX[a], y + first * DY[a]]
    const [x2, y2] = [x1 + bSteps * DX[b], y1 + bSteps * DY[b]]
    const units =
      runUnits(terrain, x, y, a, first) + runUnits(terrain, x1, y1, b, bSteps) + runUnits(terrain, x2, y2, a, rest)
    const isFree =
      units < this.leastUnits &&
      isLineFree(terrain, x, y, x1, y1, LINE_EARLY) &&
      isLineFree(terrain, x1, y1, x2, y2, LINE_EARLY) &&
      isLineFree(terrain, x2, y2, x2 + rest * DX[a], y2 + rest * DY[a], LINE_EARLY)
    return isFree ? units : Infinity
  }
}

/** As CheaperLine: the cheaper of the two lines, or NO_LINE. */
export function cheaperLine(terrain: Terrain, bends: Bends, a: number, b: number, w: number): number {
  const fromX = bends.xOf(a + 1) - w * DX[bends.directionAfter(a)]
  const fromY = bends.yOf(a + 1) - w * DY[bends.directionAfter(a)]
  let [x, y, units] = [fromX, fromY, 0]
  for (let run = a; run <= b; run++) {
    const direction = bends.directionAfter(run)
    const steps = run === a || run === b ? w : bends.stepsAfter(run)
    units += runUnits(terrain, x, y, direction, steps)
    x += steps * DX[direction]
    y += steps * DY[direction]
  }
  const early = lineUnits(terrain, fromX, fromY, x, y, LINE_EARLY)
  const late = lineUnits(terrain, fromX, fromY, x, y, LINE_LATE)
  if (Math.min(early, late) >= units) return NO_LINE
  return early <= late ? LINE_EARLY : LINE_LATE
}

/** The count of steps to the next cell beside a border of blocks, along a coordinate that changes by `change`. */
function stepsToLine(at: number, change: number): number {
  if (change === 0) return Infinity
  const left = change > 0 ? BLOCK_MASK - (at & BLOCK_MASK) : at & BLOCK_MASK
  return left === 0 ? 1 : left
}
