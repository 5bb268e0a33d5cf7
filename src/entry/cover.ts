/**
 * Which crossings of a border become entries where ground is weighted: a cover by cost. A path through the border comes
 * from a probe of the one block and goes to a probe of the other. For each two probes one crossing is the cheapest, and
 * another can stand in for it if going through that costs hardly more. So crossings are taken one by one, each time the
 * one that makes the ways between all probes cheapest, until no way costs more than SHARE over the cheapest. A road, a ford
 * or a gap in danger is thereby always kept; in dear ground that paths avoid little is, and on even ground entries are
 * spaced evenly. A border that would need more than ENTRIES_MAX keeps those that help most.
 */

import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import { type CoverSums, coverSums, WAYS_MAX } from './cover-sums.ts'

/** What ways between two probes may cost more through the crossings kept than through the best one, each by itself. */
export const SHARE = 0.02
export const ENTRIES_MAX = 6
/** A way that costs more than so many times the cheapest counts like one that does: some way must be there first. */
const RATIO_MAX = 2
/**
 * What ways cost is noted in whole numbers, so many for the cheapest, rounded up: a few hundred ways, RATIO_MAX times that each,
 * add up to less than 2^31.
 */
const ONE = 1 << 20
const ENOUGH = Math.floor(ONE * (1 + SHARE))
const DEAREST = RATIO_MAX * ONE

export class Cover {
  /** The crossings chosen last, as numbers of those offered, in the order in which they were taken. */
  readonly chosen = new Int32Array(ENTRIES_MAX)
  /** What the cheapest way through each of the crossings offered last costs. */
  readonly throughOf = new Float64Array(BLOCK_SIDE_CELLS)
  private readonly leastOfWay = new Float64Array(WAYS_MAX)
  private readonly sums: CoverSums

  constructor(sums = coverSums()) {
    this.sums = sums
  }

  /**
   * Chooses among `count` crossings. unitsTo[row * count + i] is what crossing i costs from a probe before the border, with
   * the crossing step, unitsFrom[row * count + i] what it costs to a probe behind. Returns how many were chosen.
   */
  choose(unitsTo: Float64Array, rowsTo: number, unitsFrom: Float64Array, rowsFrom: number, count: number): number {
    const ways = rowsTo * rowsFrom
    this.findLeast(unitsTo, rowsTo, unitsFrom, rowsFrom, count)
    this.compare(unitsTo, rowsTo, unitsFrom, rowsFrom, count)
    const { chosen } = this
    const { ratioOfWay, keptOfWay } = this.sums
    keptOfWay.fill(0).fill(DEAREST, 0, ways)
    let kept = 0
    while (kept < Math.min(ENTRIES_MAX, count)) {
      const best = this.nextBest(count, ways)
      let dearest = 0
      for (let way = 0, at = best * WAYS_MAX; way < ways; way++, at++) {
        if (ratioOfWay[at] < keptOfWay[way]) keptOfWay[way] = ratioOfWay[at]
        if (keptOfWay[way] > dearest) dearest = keptOfWay[way]
      }
      chosen[kept++] = best
      if (dearest <= ENOUGH) break
    }
    return kept
  }

  /** The crossing that makes the ways cheapest beside those kept, all together; the first of several. */
  private nextBest(count: number, ways: number): number {
    this.sums.run(count, ways)
    const { sums } = this.sums
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

  /** What each way costs through the crossing that is best for it, and what the cheapest way costs through each crossing. */
  private findLeast(
    unitsTo: Float64Array,
    rowsTo: number,
    unitsFrom: Float64Array,
    rowsFrom: number,
    count: number,
  ): void {
    const { leastOfWay, throughOf } = this
    leastOfWay.fill(Infinity, 0, rowsTo * rowsFrom)
    for (let i = 0; i < count; i++) {
      let through = Infinity
      for (let to = 0, way = 0; to < rowsTo; to++) {
        const units = unitsTo[to * count + i]
        for (let from = i; from < rowsFrom * count; from += count, way++) {
          const total = units + unitsFrom[from]
          if (total < leastOfWay[way]) leastOfWay[way] = total
          if (total < through) through = total
        }
      }
      throughOf[i] = through
    }
  }

  /** What each way costs through each crossing, beside the cheapest. */
  private compare(
    unitsTo: Float64Array,
    rowsTo: number,
    unitsFrom: Float64Array,
    rowsFrom: number,
    count: number,
  ): void {
    const { leastOfWay } = this
    const { ratioOfWay } = this.sums
    for (let i = 0; i < count; i++) {
      for (let to = 0, way = 0, at = i * WAYS_MAX; to < rowsTo; to++) {
        const units = unitsTo[to * count + i]
        for (let from = i; from < rowsFrom * count; from += count, way++, at++) {
          const ratio = (ONE * (units + unitsFrom[from])) / leastOfWay[way]
          ratioOfWay[at] = ratio < DEAREST ? Math.ceil(ratio) : DEAREST
        }
      }
    }
  }
}
