/**
 * Pulls a path over even ground taut, as one pulls a string. A stretch is as cheap as open ground while its runs keep to two
 * neighbouring directions. Two runs that turn farther apart, with at most one run between them, form a slack corner. A plain
 * line from one run to the other cuts the corner, as far out as it is free. The path is checked again from there. Each cut
 * makes the path cheaper, so this ends, and what remains bends around walls only.
 */
import { Bends, take } from '../cells/bends.ts'
import { freeLine, lineRuns, NO_LINE } from '../cells/line.ts'
import { DX, DY, eighthsBetween } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

/** Flipping this bit of a direction gives the opposite direction. */
const OPPOSITE = 2
/** Where there is no run. */
const NONE = -1

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

  constructor(terrain: Terrain) {
    this.terrain = terrain
    const least = LEAST_TURN[terrain.directions]
    this.slack = Uint8Array.from({ length: 64 }, (_, pair) => Number(eighthsBetween(pair >> 3, pair & 7) >= least))
  }

  pull(bends: Bends): void {
    const { slack, before, pending } = this
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
      if (run >= 1 && slack[8 * last + second] !== 0) isCut = this.cut(bends, run - 1, run, second, last)
      else if (run >= 2 && slack[8 * last + third] !== 0) isCut = this.cut(bends, run - 2, run, third, last)
      if (!isCut) continue
      last = bends.count > 1 ? bends.directionAfter(bends.count - 2) : NONE
      second = bends.count > 2 ? bends.directionAfter(bends.count - 3) : NONE
      third = bends.count > 3 ? bends.directionAfter(bends.count - 4) : NONE
    }
  }

  /** Lets a run that ends at (x, y) follow, before those postponed earlier. */
  private postpone(x: number, y: number, direction: number): void {
    this.pending.push(y, x, direction)
  }

  /** Cuts the corner between run `a` and the last run `b` by a free line, if any. All after it is checked again. */
  private cut(bends: Bends, a: number, b: number, directionA: number, directionB: number): boolean {
    const endX = bends.xOf(a + 1)
    const endY = bends.yOf(a + 1)
    const startX = bends.xOf(b)
    const startY = bends.yOf(b)
    if (this.isBlocked(endX, endY, directionA, startX, startY, directionB)) return false
    const { line } = this
    for (let w = Math.min(bends.stepsAfter(a), bends.stepsAfter(b)); w > 0; w >>= 1) {
      const fromX = endX - w * DX[directionA]
      const fromY = endY - w * DY[directionA]
      const toX = startX + w * DX[directionB]
      const toY = startY + w * DY[directionB]
      const kind = freeLine(this.terrain, fromX, fromY, toX, toY)
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
