/**
 * A finished path, kept as its bends: some dozens of numbers where its cells are thousands. Cells are made of it whenever
 * somebody wants them, so that nobody's use of an array of them can harm the path.
 *
 * What it costs is summed as straight and diagonal steps apart, whole numbers of half cell lengths as the judge of paths
 * sums them (proof/check.ts): so the rest of a path costs exactly what is left after taking away what was walked.
 */
import { type Bends, cellCountAlong, cellsAlong, stepsBefore } from '../cells/bends.ts'
import type { Terrain } from '../map/terrain.ts'

/** Sums of the costs of both cells of each step. */
export interface Halves {
  readonly straight: number
  readonly diagonal: number
}

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

/** What the bends are now, whatever becomes of them. */
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
    const halves = halvesTo(terrain, bends, i)
    if (bends[i] === bends[i - 2] || bends[i + 1] === bends[i - 1]) straight += halves
    else diagonal += halves
  }
  return { straight, diagonal }
}

/** The costs of both cells of each step from the bend before to bend i / 2. */
function halvesTo(terrain: Terrain, bends: Int32Array, i: number): number {
  const steps = stepsBefore(bends, i)
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
