/**
 * A path as its bends: the cells where it starts, changes direction and ends. Between two bends it runs straight in one
 * of the 8 directions. A path of a thousand cells has some dozens of bends, so all work on its shape is done on these.
 */
import { DX, DY, directionOf } from '../map/movement.ts'

export class Bends {
  count = 0
  x: Int32Array
  y: Int32Array
  private direction = -1

  constructor(capacity = 1024) {
    this.x = new Int32Array(capacity)
    this.y = new Int32Array(capacity)
  }

  /** Starts a path at (x, y). */
  start(x: number, y: number): void {
    this.count = 1
    this.x[0] = x
    this.y[0] = y
    this.direction = -1
  }

  /** Goes on from the last bend; a run in the direction of the run before lengthens it. */
  run(direction: number, steps: number): void {
    if (steps === 0) return
    const last = this.count - 1
    const x = this.x[last] + DX[direction] * steps
    const y = this.y[last] + DY[direction] * steps
    if (direction === this.direction) {
      this.x[last] = x
      this.y[last] = y
      return
    }
    if (this.count === this.x.length) this.grow()
    this.x[this.count] = x
    this.y[this.count++] = y
    this.direction = direction
  }

  /** Becomes the path with these bends, x, y pairs. */
  take(xy: Int32Array, count: number): void {
    while (count > this.x.length) this.grow()
    this.count = count
    for (let i = 0; i < count; i++) {
      this.x[i] = xy[2 * i]
      this.y[i] = xy[2 * i + 1]
    }
    this.direction = count > 1 ? this.directionAfter(count - 2) : -1
  }

  endsAt(x: number, y: number): boolean {
    return this.x[this.count - 1] === x && this.y[this.count - 1] === y
  }

  /** Goes on along other bends, x, y pairs, of which the first is where this path ends. */
  extend(xy: Int32Array, count: number): void {
    for (let i = 1; i < count; i++) {
      const dx = xy[2 * i] - xy[2 * i - 2]
      const dy = xy[2 * i + 1] - xy[2 * i - 1]
      this.run(directionOf(Math.sign(dx), Math.sign(dy)), Math.max(Math.abs(dx), Math.abs(dy)))
    }
  }

  /** Appends all but the last `keptCells` steps to `out`, and keeps those. */
  moveTo(out: Bends, keptCells: number): void {
    let left = -keptCells
    for (let i = 0; i + 1 < this.count; i++) left += this.stepsAfter(i)
    let run = 0
    let x = this.x[0]
    let y = this.y[0]
    for (; left > 0; run++) {
      const direction = this.directionAfter(run)
      const steps = Math.min(left, this.stepsAfter(run))
      out.run(direction, steps)
      x += steps * DX[direction]
      y += steps * DY[direction]
      left -= steps
    }
    // The run in which the cut lies stays in part: it now starts at (x, y).
    const first = run > 0 && (x !== this.x[run] || y !== this.y[run]) ? run - 1 : run
    this.x.copyWithin(0, first, this.count)
    this.y.copyWithin(0, first, this.count)
    this.count -= first
    this.x[0] = x
    this.y[0] = y
  }

  /** The direction of the run from bend i to the next. */
  directionAfter(i: number): number {
    return directionOf(Math.sign(this.x[i + 1] - this.x[i]), Math.sign(this.y[i + 1] - this.y[i]))
  }

  /** The steps of that run. */
  stepsAfter(i: number): number {
    return Math.max(Math.abs(this.x[i + 1] - this.x[i]), Math.abs(this.y[i + 1] - this.y[i]))
  }

  private grow(): void {
    const x = new Int32Array(2 * this.x.length)
    const y = new Int32Array(2 * this.x.length)
    x.set(this.x)
    y.set(this.y)
    this.x = x
    this.y = y
  }
}

/** How many cells the path has. */
export function cellCountOf(bends: Bends): number {
  let cells = 1
  for (let i = 1; i < bends.count; i++) {
    cells += bends.stepsAfter(i - 1)
  }
  return cells
}

/** Every cell of the path as x, y pairs. */
export function cellsOf(bends: Bends): Int32Array<ArrayBuffer> {
  const cells = new Int32Array(2 * cellCountOf(bends))
  let x = bends.x[0]
  let y = bends.y[0]
  cells[0] = x
  cells[1] = y
  let at = 2
  for (let i = 1; i < bends.count; i++) {
    const dx = Math.sign(bends.x[i] - x)
    const dy = Math.sign(bends.y[i] - y)
    const steps = Math.max(Math.abs(bends.x[i] - x), Math.abs(bends.y[i] - y))
    for (const end = at + 2 * steps; at < end; at += 2) {
      x += dx
      y += dy
      cells[at] = x
      cells[at + 1] = y
    }
  }
  return cells
}
