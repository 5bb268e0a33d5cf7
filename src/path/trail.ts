/**
 * A finished path, kept as its bends: some dozens of numbers where its cells are thousands. Cells are made of it whenever
 * somebody wants them, so that nobody's use of an array of them can harm the path.
 *
 * What it costs is summed as straight and diagonal steps apart, whole numbers of half cell lengths as the judge of paths
 * sums them (proof/check.ts): so the rest of a path costs exactly what is left after taking away what was walked.
 */
import { type Bends, cellCountAlong, cellsAlong } from '../cells/bends.ts'
import type { Terrain } from '../map/terrain.ts'

export class Trail {
  readonly terrain: Terrain
  /** x, y pairs. */
  private readonly bends: Int32Array
  /** Sums of the costs of both cells of each step; -1 until they are asked for. */
  private straightHalves = -1
  private diagonalHalves = -1

  constructor(terrain: Terrain, bends: Int32Array) {
    this.terrain = terrain
    this.bends = bends
  }

  get cellCount(): number {
    return cellCountAlong(this.bends, this.bends.length >> 1)
  }

  /** In cell lengths. */
  get cost(): number {
    this.sum()
    return (this.straightHalves + this.diagonalHalves * Math.SQRT2) / 2
  }

  /** The first `countMax` cells as x, y pairs, in memory of their own. */
  cells(countMax = Number.POSITIVE_INFINITY): Int32Array<ArrayBuffer> {
    return cellsAlong(this.bends, this.bends.length >> 1, Math.min(countMax, this.cellCount))
  }

  /** The path from (x, y) on, from the last time where it passes that cell twice; null where it does not. */
  restFrom(x: number, y: number): Trail | null {
    const { bends } = this
    if (bends.length === 2) return bends[0] === x && bends[1] === y ? this : null
    for (let i = bends.length - 2; i > 0; i -= 2) {
      if (!this.passes(i, x, y)) continue
      // Both begin as slices that have one bend too many in the place of (x, y).
      const rest = new Trail(this.terrain, bends.slice(i - 2))
      const walked = new Trail(this.terrain, bends.slice(0, i + 2))
      rest.bends.set([x, y])
      walked.bends.set([x, y], i)
      this.sum()
      walked.sum()
      rest.straightHalves = this.straightHalves - walked.straightHalves
      rest.diagonalHalves = this.diagonalHalves - walked.diagonalHalves
      return rest
    }
    return null
  }

  /** The same bends over another map, where they may lead through walls. */
  over(terrain: Terrain): Trail {
    return new Trail(terrain, this.bends)
  }

  private stepsTo(i: number): number {
    const { bends } = this
    return Math.max(Math.abs(bends[i] - bends[i - 2]), Math.abs(bends[i + 1] - bends[i - 1]))
  }

  /** Whether (x, y) is one of the cells from the bend before bend i / 2 to that one. */
  private passes(i: number, x: number, y: number): boolean {
    const { bends } = this
    const steps = this.stepsTo(i)
    const walked = Math.max(Math.abs(x - bends[i - 2]), Math.abs(y - bends[i - 1]))
    const dx = Math.sign(bends[i] - bends[i - 2])
    const dy = Math.sign(bends[i + 1] - bends[i - 1])
    return walked <= steps && x === bends[i - 2] + walked * dx && y === bends[i - 1] + walked * dy
  }

  private sum(): void {
    if (this.straightHalves >= 0) return
    const { bends } = this
    this.straightHalves = 0
    this.diagonalHalves = 0
    for (let i = 2; i < bends.length; i += 2) {
      const isStraight = bends[i] === bends[i - 2] || bends[i + 1] === bends[i - 1]
      if (isStraight) this.straightHalves += this.halvesTo(i)
      else this.diagonalHalves += this.halvesTo(i)
    }
  }

  /** The costs of both cells of each step from the bend before to bend i / 2. */
  private halvesTo(i: number): number {
    const { bends, terrain } = this
    const steps = this.stepsTo(i)
    if (terrain.isUniform) return 2 * terrain.costMin * steps
    if (steps === 0) return 0
    const x = bends[i - 2]
    const y = bends[i - 1]
    const dx = Math.sign(bends[i] - x)
    const dy = Math.sign(bends[i + 1] - y)
    let halves = terrain.costAt(x, y) + terrain.costAt(bends[i], bends[i + 1])
    for (let step = 1; step < steps; step++) halves += 2 * terrain.costAt(x + step * dx, y + step * dy)
    return halves
  }
}

/** What the bends are now, whatever becomes of them. */
export function trailOf(terrain: Terrain, bends: Bends): Trail {
  return new Trail(terrain, bends.xy.slice(0, 2 * bends.count))
}
