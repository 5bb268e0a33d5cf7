/**
 * Pulls a path taut, as one pulls a string. On even ground a stretch is as cheap as open ground while its runs keep to two
 * neighbouring directions. Two runs that turn farther apart, with at most one run between them, form a slack corner. A plain
 * line from one run to the other cuts the corner, as far out as it is free. The path is checked again from there. Each cut
 * makes the path cheaper, so this ends, and what remains bends around walls only. On mixed ground a line must also cost less
 * than the part that it replaces.
 */
import { Bends, take } from '../cells/bends.ts'
import { freeLine, isLineFree, LINE_EARLY, LINE_LATE, lineRuns, lineUnits, NO_LINE, runUnits } from '../cells/line.ts'
import { DX, DY, eighthsBetween, OPPOSITE } from '../map/movement.ts'
import { BLOCK_MASK, oneCostWithin, type Terrain } from '../map/terrain.ts'

/** Where there is no run. */
const NONE = -1

/** Lets a run that ends at (x, y) follow, before those postponed earlier. */
type Postpone = (x: number, y: number, direction: number) => void

/** Runs that turn by this many eighths of a circle, or more, are slack. */
const LEAST_TURN = { 4: 4, 8: 2 }

export class StringPuller {
  private readonly terrain: Terrain
  /** slack[8 * a + b]: whether runs in directions a and b turn farther apart than any path on open ground needs. */
  private readonly slack: Uint8Array
  /** The path before. */
  private readonly before = new Bends()
  /** Runs still to be added, the next one last: the y and x where it ends, and its direction, .. */
  private readonly pending: number[] = []
  private readonly line = new Int32Array(4)
  private readonly postpone: Postpone = (x, y, direction) => this.pending.push(y, x, direction)
  private cheaperLine: typeof cheaperLine | null = null

  constructor(terrain: Terrain) {
    this.terrain = terrain
    const least = LEAST_TURN[terrain.directions]
    this.slack = Uint8Array.from({ length: 64 }, (_, pair) => Number(eighthsBetween(pair >> 3, pair & 7) >= least))
  }

  /** On mixed ground it takes `cheaperLine`; on even ground each free line costs less. With a slider it only slides. */
  pull(bends: Bends, cheaper: typeof cheaperLine | null = null, slider: RunSlider | null = null): void {
    const { slack, before, pending } = this
    this.cheaperLine = cheaper
    take(before, bends)
    bends.start(before.xOf(0), before.yOf(0))
    // The directions of the last three runs, kept here since the bends would have to be compared for them.
    let last = NONE
    let second = NONE
    let third = NONE
    for (let next = 0; next + 1 < before.count || pending.length > 0; ) {
      const isNew = pending.length === 0
      const direction = isNew ? before.directionAfter(next++) : pending.pop()!
      // A run that goes on in the direction of the last one makes that one longer.
      if (direction === last) bends.count--
      else {
        third = second
        second = last
        last = direction
      }
      if (isNew) bends.push(before.xOf(next), before.yOf(next))
      else bends.push(pending.pop()!, pending.pop()!)
      const run = bends.count - 2
      let isCut = false
      if (slider !== null) isCut = third === last && slider.slide(bends, run - 2, this.postpone)
      else if (run >= 1 && slack[8 * last + second] !== 0) isCut = this.cut(bends, run - 1, run, second, last)
      else if (run >= 2 && slack[8 * last + third] !== 0) isCut = this.cut(bends, run - 2, run, third, last)
      if (!isCut) continue
      last = bends.count > 1 ? bends.directionAfter(bends.count - 2) : NONE
      second = bends.count > 2 ? bends.directionAfter(bends.count - 3) : NONE
      third = bends.count > 3 ? bends.directionAfter(bends.count - 4) : NONE
    }
  }

  /** Cuts the corner between run `a` and the last run `b` by a free line, if any. All after it is checked again. */
  private cut(bends: Bends, a: number, b: number, directionA: number, directionB: number): boolean {
    const endX = bends.xOf(a + 1)
    const endY = bends.yOf(a + 1)
    const startX = bends.xOf(b)
    const startY = bends.yOf(b)
    if (this.cheaperLine === null && this.isBlocked(endX, endY, directionA, startX, startY, directionB)) return false
    const { line } = this
    for (let w = Math.min(bends.stepsAfter(a), bends.stepsAfter(b)); w > 0; w >>= 1) {
      const fromX = endX - w * DX[directionA]
      const fromY = endY - w * DY[directionA]
      const toX = startX + w * DX[directionB]
      const toY = startY + w * DY[directionB]
      const kind =
        this.cheaperLine === null
          ? freeLine(this.terrain, fromX, fromY, toX, toY)
          : this.cheaperLine(this.terrain, bends, a, b, w)
      if (kind === NO_LINE) continue
      lineRuns(toX - fromX, toY - fromY, kind, this.terrain.directions, line)
      if (bends.stepsAfter(b) > w) this.postpone(bends.xOf(b + 1), bends.yOf(b + 1), directionB)
      if (line[3] > 0) this.postpone(toX, toY, line[2])
      if (line[1] > 0) this.postpone(fromX + line[1] * DX[line[0]], fromY + line[1] * DY[line[0]], line[0])
      if (bends.stepsAfter(a) > w) this.postpone(fromX, fromY, directionA)
      bends.count = a + 1
      return true
    }
    return false
  }

  /**
   * Whether not even the tip of a corner can be cut. A run ends at (x0, y0), and the next begins at (x1, y1). Then the corner bends
   * around a wall. A longer line could be free only on the other side of that wall, which is too rare to test for.
   */
  private isBlocked(x0: number, y0: number, direction0: number, x1: number, y1: number, direction1: number): boolean {
    const fromX = x0 - DX[direction0]
    const fromY = y0 - DY[direction0]
    // Between two straight runs that meet, the tip is one diagonal step: only its other corner is not on the path.
    const isMeeting = x0 === x1 && y0 === y1
    if (isMeeting && direction0 < 4 && direction1 < 4 && direction0 !== (direction1 ^ OPPOSITE))
      return !this.terrain.isFree(fromX + DX[direction1], fromY + DY[direction1])
    return freeLine(this.terrain, fromX, fromY, x1 + DX[direction1], y1 + DY[direction1]) === NO_LINE
  }
}

/**
 * On mixed ground, the line that costs less than the part of a path that it replaces: from `w` steps before the end of run `a` to `w`
 * steps into run `b`. NO_LINE where neither does.
 */
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

/**
 * Moves bends to where they cost least. Where two runs go the same way and one run between them another, other orders of these
 * steps are as short. The middle run lies elsewhere, or it is split and the outer two are joined. Over blocks of one cost each
 * the cheapest order has its bends beside a border of blocks, or at an end. A path along entries bends where entries lie.
 */
export class RunSlider {
  private readonly terrain: Terrain
  /** The cost of three runs in the best order so far. */
  private leastUnits = 0

  constructor(terrain: Terrain) {
    this.terrain = terrain
  }

  /** Walks the last three runs, from a bend on, in the order that costs least; false where they have that order. */
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

/** The count of steps to the next cell beside a border of blocks, along a coordinate that changes by `change`. */
function stepsToLine(at: number, change: number): number {
  if (change === 0) return Infinity
  const left = change > 0 ? BLOCK_MASK - (at & BLOCK_MASK) : at & BLOCK_MASK
  return left === 0 ? 1 : left
}
