/**
 * Which crossings of a border become entries where ground is weighted: a cover by cost. A path through the border comes
 * from a probe of the one block and goes to a probe of the other. For each two probes one crossing is the cheapest, and
 * another can stand in for it if going through that costs hardly more. So crossings are taken one by one, each time the
 * one that makes the ways between all probes cheapest, until no way costs more than SHARE over the cheapest. A road, a ford
 * or a gap in danger is thereby always kept; in expensive ground that paths avoid little is, and on even ground entries are
 * spaced evenly. A border that would need more than ENTRIES_MAX keeps those that help most.
 */
import { HIGHEST, ONE, PROBES } from '../kernel/cover-layout.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { coverProgram } from './cover-program.ts'

/** What ways between two probes may cost more through the crossings kept than through the best one, each by itself. */
export const SHARE = 0.02
export const ENTRIES_MAX = 6
/**
 * What ways cost is noted in whole numbers, ONE for the cheapest, rounded up: a few hundred ways, HIGHEST each, add up to less
 * than 2^31.
 */
const ENOUGH = Math.floor(ONE * (1 + SHARE))

export class Cover {
  /** The crossings chosen last, as numbers of those offered, in the order in which they were taken. */
  readonly chosen = new Int32Array(ENTRIES_MAX)
  /** What the cheapest way through each of the crossings offered last costs. */
  readonly throughOf = new Float64Array(BLOCK_SIDE_CELLS)
  private readonly program: ReturnType<typeof coverProgram>

  constructor(program = coverProgram()) {
    this.program = program
  }

  /** unitsTo[i * PROBES + probe]: what crossing i costs from a probe before the border, with the crossing step. */
  get unitsTo(): Float64Array {
    return this.program.unitsTo
  }

  /** unitsFrom[i * PROBES + probe]: what it costs from there to a probe behind. */
  get unitsFrom(): Float64Array {
    return this.program.unitsFrom
  }

  /** Chooses among `count` crossings by the costs noted from the probes of both sides; returns how many were chosen. */
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

  /** The crossing that makes the ways cheapest beside those kept, all together; the first of several. */
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

/** The least of some numbers. */
export function leastOf(units: Float64Array, from: number, end: number): number {
  let least = units[from]
  for (let at = from + 1; at < end; at++) if (units[at] < least) least = units[at]
  return least
}
