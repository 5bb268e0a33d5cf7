/**
 * A path as its bends: the cells where it starts, changes direction and ends. Between two bends it runs straight in one
 * of the 8 directions. A path of a thousand cells has some dozens of bends, so all work on its shape is done on these.
 *
 * The memory is kept from query to query and grows when a path needs more. A search knows its path from the goal
 * backwards: it adds bends in that order and turns them round at the end.
 */
import { doubled } from '../base/growing.ts'
import { DX, DY, directionOf } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'

export class Bends {
  /** x, y pairs; the first `count` pairs are the path. */
  xy: Int32Array
  count = 0

  constructor(capacity = 256) {
    this.xy = new Int32Array(2 * capacity)
  }

  xOf(bend: number): number {
    return this.xy[2 * bend]
  }

  yOf(bend: number): number {
    return this.xy[2 * bend + 1]
  }

  clear(): void {
    this.count = 0
  }

  /** Starts a path at (x, y). */
  start(x: number, y: number): void {
    this.count = 1
    this.xy[0] = x
    this.xy[1] = y
  }

  /** Goes on to a cell that lies straight (in one of 8 directions) from the last bend, or is that same cell. */
  add(x: number, y: number): void {
    const { xy, count } = this
    const last = 2 * count - 2
    if (count > 0) {
      const dx = x - xy[last]
      const dy = y - xy[last + 1]
      if (dx === 0 && dy === 0) return
      // A run in the direction of the run before only makes that one longer.
      if (
        count > 1 &&
        signOf(dx) === signOf(xy[last] - xy[last - 2]) &&
        signOf(dy) === signOf(xy[last + 1] - xy[last - 1])
      ) {
        xy[last] = x
        xy[last + 1] = y
        return
      }
    }
    this.push(x, y)
  }

  /** The same where the run before goes in another direction. */
  push(x: number, y: number): void {
    const at = 2 * this.count++
    if (this.xy.length <= at) this.xy = doubled(this.xy)
    this.xy[at] = x
    this.xy[at + 1] = y
  }

  /** Goes on from the last bend. */
  run(direction: number, steps: number): void {
    const last = this.count - 1
    this.add(this.xOf(last) + DX[direction] * steps, this.yOf(last) + DY[direction] * steps)
  }

  /** The direction of the run from a bend to the next. */
  directionAfter(bend: number): number {
    const { xy } = this
    const at = 2 * bend
    return directionOf(signOf(xy[at + 2] - xy[at]), signOf(xy[at + 3] - xy[at + 1]))
  }

  /** The steps of that run. */
  stepsAfter(bend: number): number {
    return stepsBefore(this.xy, 2 * bend + 2)
  }

  /** Makes room for this many bends. */
  reserve(count: number): void {
    while (this.xy.length < 2 * count) this.xy = doubled(this.xy)
  }
}

export function endsAt({ xy, count }: Bends, x: number, y: number): boolean {
  return xy[2 * count - 2] === x && xy[2 * count - 1] === y
}

/** Makes a path of these bends. */
export function take(bends: Bends, { xy, count }: Bends): void {
  bends.reserve(count)
  bends.xy.set(xy.subarray(0, 2 * count))
  bends.count = count
}

/** Turns the order round. */
export function turnRound({ xy, count }: Bends): void {
  for (let i = 0, j = 2 * count - 2; i < j; i += 2, j -= 2) {
    const x = xy[i]
    const y = xy[i + 1]
    xy[i] = xy[j]
    xy[i + 1] = xy[j + 1]
    xy[j] = x
    xy[j + 1] = y
  }
}

/** The least box of cells that holds all bends, and so all lines between two of them: left, top, right, bottom. */
export function boxAround(bends: Bends): [left: number, top: number, right: number, bottom: number] {
  let [left, top] = bends.xy
  let [right, bottom] = bends.xy
  for (let i = 1; i < bends.count; i++) {
    left = Math.min(left, bends.xOf(i))
    right = Math.max(right, bends.xOf(i))
    top = Math.min(top, bends.yOf(i))
    bottom = Math.max(bottom, bends.yOf(i))
  }
  return [left, top, right, bottom]
}

/** Appends other bends; the first of them is where the path ends. */
export function goAlong(bends: Bends, { xy, count }: Bends): void {
  if (count < 2) return
  // Only the first run may go on where the path so far ends.
  bends.add(xy[2], xy[3])
  bends.reserve(bends.count + count - 2)
  bends.xy.set(xy.subarray(4, 2 * count), 2 * bends.count)
  bends.count += count - 2
}

/** Moves the last `steps` steps of `bends`, or all if it has fewer, to `end`. Then `end` begins where `bends` ends. */
export function cutSteps(bends: Bends, steps: number, end: Bends): void {
  let bend = bends.count - 1
  let left = steps
  while (bend > 0 && bends.stepsAfter(bend - 1) <= left) left -= bends.stepsAfter(--bend)
  const within = bend > 0 ? left : 0
  const direction = within > 0 ? bends.directionAfter(bend - 1) : 0
  const x = bends.xOf(bend) - within * DX[direction]
  const y = bends.yOf(bend) - within * DY[direction]
  end.start(x, y)
  for (let i = bend; i < bends.count; i++) end.add(bends.xOf(i), bends.yOf(i))
  bends.count = within > 0 ? bend : bend + 1
  bends.add(x, y)
}

/** Math.sign for whole numbers, in integer operations only. */
function signOf(value: number): number {
  return (value >> 31) | (-value >>> 31)
}

/** How many cells the path has. */
export function cellCountOf({ xy, count }: Bends): number {
  return cellCountAlong(xy, count)
}

/** Every cell of the path as x, y pairs. */
export function cellsOf({ xy, count }: Bends): Int32Array<ArrayBuffer> {
  return cellsAlong(xy, count, cellCountAlong(xy, count))
}

/** The same of bends that are x, y pairs. */
export function cellCountAlong(xy: Int32Array, bendCount: number): number {
  let cells = 1
  for (let at = 2; at < 2 * bendCount; at += 2) cells += stepsBefore(xy, at)
  return cells
}

/** The first `cellCount` cells of a path that has at least that many. */
export function cellsAlong(xy: Int32Array, bendCount: number, cellCount: number): Int32Array<ArrayBuffer> {
  const cells = new Int32Array(2 * cellCount)
  let [x, y] = xy
  cells[0] = x
  cells[1] = y
  for (let bend = 2, at = 2; bend < 2 * bendCount && at < cells.length; bend += 2) {
    const dx = signOf(xy[bend] - x)
    const dy = signOf(xy[bend + 1] - y)
    for (const end = Math.min(cells.length, at + 2 * stepsBefore(xy, bend)); at < end; at += 2) {
      x += dx
      y += dy
      cells[at] = x
      cells[at + 1] = y
    }
  }
  return cells
}

/** The steps of the run that ends at xy[at], xy[at + 1]. */
export function stepsBefore(xy: Int32Array, at: number): number {
  return Math.max(Math.abs(xy[at] - xy[at - 2]), Math.abs(xy[at + 1] - xy[at - 1]))
}

/** Sums of the costs of both cells of each step. */
export interface Halves {
  readonly straight: number
  readonly diagonal: number
}

/**
 * A finished path, kept as its bends: dozens of numbers instead of thousands of cells. Each call of `cells` makes a new array,
 * so a caller that changes one cannot harm the path.
 *
 * The cost is two sums of whole half cell lengths, one of straight and one of diagonal steps, as in proof/check.ts. So the
 * rest of a path costs exactly the whole less the part walked.
 */
export class Trail {
  readonly terrain: Terrain
  /** x, y pairs. */
  readonly bends: Int32Array
  private knownHalves: Halves | null

  constructor(terrain: Terrain, bends: Int32Array, halves: Halves | null = null) {
    this.terrain = terrain
    this.bends = bends
    this.knownHalves = halves
  }

  get cellCount(): number {
    return cellCountAlong(this.bends, this.bends.length >> 1)
  }

  /** In cell lengths. */
  get cost(): number {
    return costOfHalves(this.halves)
  }

  get halves(): Halves {
    this.knownHalves ??= halvesAlong(this.terrain, this.bends)
    return this.knownHalves
  }

  /** The first `countMax` cells as x, y pairs, in memory of their own. */
  cells(countMax = Number.POSITIVE_INFINITY): Int32Array<ArrayBuffer> {
    return cellsAlong(this.bends, this.bends.length >> 1, Math.min(countMax, this.cellCount))
  }
}

/** A copy of the path: later changes to `bends` do not touch it. */
export function trailOf(terrain: Terrain, bends: Bends): Trail {
  return new Trail(terrain, bends.xy.slice(0, 2 * bends.count))
}

export function costOfHalves({ straight, diagonal }: Halves): number {
  return (straight + diagonal * Math.SQRT2) / 2
}

export function halvesAlong(terrain: Terrain, bends: Int32Array): Halves {
  let straight = 0
  let diagonal = 0
  for (let i = 2; i < bends.length; i += 2) {
    const x = bends[i - 2]
    const y = bends[i - 1]
    const dx = signOf(bends[i] - x)
    const dy = signOf(bends[i + 1] - y)
    const halves = terrain.costsAlong(x, y, dx, dy, stepsBefore(bends, i))
    if (dx === 0 || dy === 0) straight += halves
    else diagonal += halves
  }
  return { straight, diagonal }
}
