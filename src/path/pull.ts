/**
 * Pulls a path taut, as one pulls a string. On even ground a stretch is as cheap as open ground while its runs keep to two
 * neighbouring directions. Two runs that turn farther apart, with at most one run between them, form a slack corner. A plain
 * line from one run to the other cuts the corner, as far out as it is free; then the path is checked again from there. Each
 * cut makes the path cheaper, so this ends, and what remains bends around walls only. On mixed ground a line must also cost
 * less than the part that it replaces.
 */
import { doubled } from '../base/growing.ts'
import type { Bends } from '../cells/bends.ts'
import { freeLine, LINE_EARLY, LINE_LATE, lineRuns, lineUnits, NO_LINE, runUnits } from '../cells/line.ts'
import { DX, DY } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** Eighths of a turn of each direction. */
const EIGHTH = Int32Array.of(0, 2, 4, 6, 1, 3, 5, 7)
/** Flipping this bit of a direction gives the opposite direction. */
const OPPOSITE = 2

export class StringPuller {
  private readonly terrain: Terrain
  /** slack[8 * a + b]: whether runs in directions a and b turn farther apart than any path on open ground needs. */
  private readonly slack: Uint8Array
  /** The pulled part: runs from (x0, y0) on. The first `keptCount` are unchanged. */
  private count = 0
  private keptCount = 0
  private x0 = 0
  private y0 = 0
  private directionOf = new Int32Array(1024)
  private stepsOf = new Int32Array(1024)
  /** Where each run ends. */
  private xOf = new Int32Array(1024)
  private yOf = new Int32Array(1024)
  /** Runs still to be added, the next one last. */
  private pendingCount = 0
  private pendingDirection = new Int32Array(1024)
  private pendingSteps = new Int32Array(1024)
  private readonly line = new Int32Array(4)
  private isEven = false

  constructor(terrain: Terrain) {
    this.terrain = terrain
    const least = terrain.directions === 8 ? 2 : 4
    this.slack = Uint8Array.from({ length: 64 }, (_, pair) => {
      const turn = (EIGHTH[pair >> 3] - EIGHTH[pair & 7]) & 7
      return Number(turn >= least && turn <= 8 - least)
    })
  }

  /** `isEven` says whether all free cells around cost the same. */
  pull(bends: Bends, isEven = this.terrain.isUniform): void {
    const { slack } = this
    this.isEven = isEven
    this.x0 = bends.xOf(0)
    this.y0 = bends.yOf(0)
    this.count = 0
    this.keptCount = bends.count - 1
    for (let next = 0; next + 1 < bends.count || this.pendingCount > 0; ) {
      if (this.pendingCount > 0) {
        const direction = this.pendingDirection[--this.pendingCount]
        this.add(direction, this.pendingSteps[this.pendingCount])
      } else {
        this.add(bends.directionAfter(next), bends.stepsAfter(next))
        next++
      }
      const run = this.count - 1
      const turns = 8 * this.directionOf[run]
      if (run >= 1 && slack[turns + this.directionOf[run - 1]] !== 0) this.cut(run - 1, run)
      else if (run >= 2 && slack[turns + this.directionOf[run - 2]] !== 0) this.cut(run - 2, run)
    }
    bends.count = this.keptCount + 1
    for (let run = this.keptCount; run < this.count; run++) bends.add(this.xOf[run], this.yOf[run])
  }

  /** Cuts the corner between run `a` and the last run `b` by a free line, if there is one. All after it is checked again. */
  private cut(a: number, b: number): void {
    const { directionOf, stepsOf, xOf, yOf } = this
    const directionA = directionOf[a]
    const directionB = directionOf[b]
    const startX = xOf[b] - stepsOf[b] * DX[directionB]
    const startY = yOf[b] - stepsOf[b] * DY[directionB]
    if (this.isEven && this.isBlocked(xOf[a], yOf[a], directionA, startX, startY, directionB)) return
    for (let w = Math.min(stepsOf[a], stepsOf[b]); w > 0; w >>= 1) {
      const fromX = xOf[a] - w * DX[directionA]
      const fromY = yOf[a] - w * DY[directionA]
      const toX = xOf[b] - (stepsOf[b] - w) * DX[directionB]
      const toY = yOf[b] - (stepsOf[b] - w) * DY[directionB]
      const kind = this.isEven
        ? freeLine(this.terrain, fromX, fromY, toX, toY)
        : this.cheaperLine(fromX, fromY, toX, toY, this.unitsBetween(a, b, w))
      if (kind === NO_LINE) continue
      this.postpone(directionB, stepsOf[b] - w)
      lineRuns(toX - fromX, toY - fromY, kind, this.terrain.directions, this.line)
      this.postpone(this.line[2], this.line[3])
      this.postpone(this.line[0], this.line[1])
      this.count = a
      if (a < this.keptCount) this.keptCount = a
      this.postpone(directionA, stepsOf[a] - w)
      return
    }
  }

  /**
   * Whether not even the tip can be cut of the corner between a run that ends at (x0, y0) and one that begins at (x1, y1). Then
   * the corner bends around a wall. A longer line could be free only on the other side of that wall, which is too rare to test for.
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

  /** Returns the cheaper of the two lines if it costs less than `units`; else NO_LINE. */
  private cheaperLine(x0: number, y0: number, x1: number, y1: number, units: number): number {
    const early = lineUnits(this.terrain, x0, y0, x1, y1, LINE_EARLY)
    const late = lineUnits(this.terrain, x0, y0, x1, y1, LINE_LATE)
    if (Math.min(early, late) >= units) return NO_LINE
    return early <= late ? LINE_EARLY : LINE_LATE
  }

  /** The cost of the last `w` steps of run `a`, of all runs between, and of the first `w` steps of run `b`. */
  private unitsBetween(a: number, b: number, w: number): number {
    let x = this.xOf[a] - w * DX[this.directionOf[a]]
    let y = this.yOf[a] - w * DY[this.directionOf[a]]
    let units = 0
    for (let run = a; run <= b; run++) {
      const direction = this.directionOf[run]
      const steps = run === a || run === b ? w : this.stepsOf[run]
      units += runUnits(this.terrain, x, y, direction, steps)
      x += steps * DX[direction]
      y += steps * DY[direction]
    }
    return units
  }

  private postpone(direction: number, steps: number): void {
    if (steps === 0) return
    if (this.pendingCount === this.pendingDirection.length) {
      this.pendingDirection = doubled(this.pendingDirection)
      this.pendingSteps = doubled(this.pendingSteps)
    }
    this.pendingDirection[this.pendingCount] = direction
    this.pendingSteps[this.pendingCount++] = steps
  }

  private add(direction: number, steps: number): void {
    const last = this.count - 1
    if (last >= 0 && this.directionOf[last] === direction) {
      if (last < this.keptCount) this.keptCount = last
      this.stepsOf[last] += steps
      this.xOf[last] += steps * DX[direction]
      this.yOf[last] += steps * DY[direction]
      return
    }
    if (this.count === this.directionOf.length) {
      this.directionOf = doubled(this.directionOf)
      this.stepsOf = doubled(this.stepsOf)
      this.xOf = doubled(this.xOf)
      this.yOf = doubled(this.yOf)
    }
    const fromX = last >= 0 ? this.xOf[last] : this.x0
    const fromY = last >= 0 ? this.yOf[last] : this.y0
    this.directionOf[this.count] = direction
    this.stepsOf[this.count] = steps
    this.xOf[this.count] = fromX + steps * DX[direction]
    this.yOf[this.count++] = fromY + steps * DY[direction]
  }
}

/** Whether all free cells cost the same in the box around a path, which holds all lines between its bends. */
export function isEvenAlong(terrain: Terrain, bends: Bends): boolean {
  if (terrain.isUniform) return true
  let [left, top] = bends.xy
  let right = left
  let bottom = top
  for (let i = 1; i < bends.count; i++) {
    left = Math.min(left, bends.xOf(i))
    right = Math.max(right, bends.xOf(i))
    top = Math.min(top, bends.yOf(i))
    bottom = Math.max(bottom, bends.yOf(i))
  }
  return terrain.oneCostWithin(left, top, right, bottom) > 0
}
