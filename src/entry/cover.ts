/**
 * Chooses which crossings of a border become entries on weighted ground: a cover by cost. A way goes from a probe of one block
 * to a probe of the other. For each pair of probes one crossing is the cheapest; another can replace it if the way hardly
 * costs more. The cover adds crossings one by one, always the one that makes all ways together cheapest. It stops when no way
 * costs more than SHARE above its cheapest. So it always keeps a road, a ford or a gap in danger, keeps few entries in
 * expensive ground, and spaces them evenly on even ground. A border keeps at most ENTRIES_MAX.
 */
import { HIGHEST, ONE, PROBES } from '../kernel/cover-layout.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { coverProgram } from './cover-program.ts'

/** How much more each way may cost through the crossings kept than through the best one, as a share. */
export const SHARE = 0.02
export const ENTRIES_MAX = 6
/**
 * Costs of ways are integer ratios to the cheapest, which is ONE, rounded up: a few hundred ways of HIGHEST each sum to less
 * than 2^31.
 */
const ENOUGH = Math.floor(ONE * (1 + SHARE))

export class Cover {
  /** Indices of the crossings chosen last, in the order of choice. */
  readonly chosen = new Int32Array(ENTRIES_MAX)
  /** Cost of the cheapest way through each crossing offered last. */
  readonly throughOf = new Float64Array(BLOCK_SIDE_CELLS)
  private readonly program: ReturnType<typeof coverProgram>

  constructor(program = coverProgram()) {
    this.program = program
  }

  /** unitsTo[i * PROBES + probe]: cost from a probe before the border to crossing i, with the step over the border. */
  get unitsTo(): Float64Array {
    return this.program.unitsTo
  }

  /** unitsFrom[i * PROBES + probe]: cost from there to a probe beyond the border. */
  get unitsFrom(): Float64Array {
    return this.program.unitsFrom
  }

  /** Chooses among `count` crossings by `unitsTo` and `unitsFrom`; returns the number chosen. */
  choose(probesTo: number, probesFrom: number, count: number): number {
    const { chosen, program } = this
    const { keptOfWay, highest } = program
    this.findThrough(probesTo, probesFrom, count)
    program.compare(count, probesTo, probesFrom)
    keptOfWay.fill(0)
    for (let to = 0; to < probesTo; to++) keptOfWay.fill(HIGHEST, to * PROBES, to * PROBES + probesFrom)
    let kept = 0
    while (kept < Math.min(ENTRIES_MAX, count)) {
      const best = this.nextBest(count, probesTo)
      program.keep(best, probesTo)
      chosen[kept++] = best
      if (highest.every(ratio => ratio <= ENOUGH)) break
    }
    return kept
  }

  /** The crossing that, added to those kept, makes the sum of all ways least; the first of several. */
  private nextBest(count: number, probesTo: number): number {
    const { program } = this
    program.sum(count, probesTo)
    const { sums } = program
    let best = 0
    let least = Infinity
    for (let i = 0, at = 0; i < count; i++, at += 4) {
      const sum = sums[at] + sums[at + 1] + sums[at + 2] + sums[at + 3]
      if (sum >= least) continue
      least = sum
      best = i
    }
    return best
  }

  private findThrough(probesTo: number, probesFrom: number, count: number): void {
    const { unitsTo, unitsFrom, throughOf } = this
    for (let i = 0, first = 0; i < count; i++, first += PROBES) {
      throughOf[i] = leastOf(unitsTo, first, first + probesTo) + leastOf(unitsFrom, first, first + probesFrom)
    }
  }
}

/** The least of units[from .. end - 1]. */
export function leastOf(units: Float64Array, from: number, end: number): number {
  let least = units[from]
  for (let at = from + 1; at < end; at++) if (units[at] < least) least = units[at]
  return least
}
