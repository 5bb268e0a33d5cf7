/**
 * Which crossings of a border become entries where ground is weighted: a cover by cost. A path through the border comes
 * from a probe of the one block and goes to a probe of the other. For each two probes one crossing is the cheapest, and
 * another can stand in for it if going through that costs hardly more. So crossings are taken one by one, each time the
 * one that makes the ways between all probes cheapest, until no way costs more than SHARE over the cheapest. A road, a ford
 * or a gap in danger is thereby always kept; in dear ground that paths avoid little is, and on even ground entries are
 * spaced evenly. A border that would need more than ENTRIES_MAX keeps those that help most.
 */

import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'

/** What ways between two probes may cost more through the crossings kept than through the best one, each by itself. */
export const SHARE = 0.02
export const ENTRIES_MAX = 6
/** A way that costs more than so many times the cheapest counts like one that does: some way must be there first. */
const RATIO_MAX = 2

export class Cover {
  /** The crossings chosen last, as numbers of those offered, in the order in which they were taken. */
  readonly chosen = new Int32Array(ENTRIES_MAX)
  /** What the cheapest way through each of the crossings offered last costs. */
  readonly throughOf = new Float64Array(BLOCK_SIDE_CELLS)
  private wayUnits = new Float64Array(1024)
  private leastOfWay = new Float64Array(1024)
  private keptOfWay = new Float64Array(1024)

  /**
   * Chooses among `count` crossings. unitsTo[row * count + i] is what crossing i costs from a probe before the border, with
   * the crossing step, unitsFrom[row * count + i] what it costs to a probe behind. Returns how many were chosen.
   */
  choose(unitsTo: Float64Array, rowsTo: number, unitsFrom: Float64Array, rowsFrom: number, count: number): number {
    const ways = rowsTo * rowsFrom
    this.reserve(ways, ways * count)
    this.addUp(unitsTo, rowsTo, unitsFrom, rowsFrom, count)
    const { wayUnits, keptOfWay, chosen } = this
    keptOfWay.fill(RATIO_MAX, 0, ways)
    let kept = 0
    while (kept < Math.min(ENTRIES_MAX, count)) {
      let best = -1
      let least = Infinity
      for (let i = 0; i < count; i++) {
        let sum = 0
        for (let way = 0, at = i * ways; way < ways; way++, at++) {
          sum += wayUnits[at] < keptOfWay[way] ? wayUnits[at] : keptOfWay[way]
        }
        if (sum < least) {
          least = sum
          best = i
        }
      }
      let dearest = 0
      for (let way = 0, at = best * ways; way < ways; way++, at++) {
        if (wayUnits[at] < keptOfWay[way]) keptOfWay[way] = wayUnits[at]
        if (keptOfWay[way] > dearest) dearest = keptOfWay[way]
      }
      chosen[kept++] = best
      if (dearest <= 1 + SHARE) break
    }
    return kept
  }

  /** What each way costs through each crossing, as a multiple of the cheapest: crossing by crossing. */
  private addUp(unitsTo: Float64Array, rowsTo: number, unitsFrom: Float64Array, rowsFrom: number, count: number): void {
    const { wayUnits, leastOfWay, throughOf } = this
    const ways = rowsTo * rowsFrom
    leastOfWay.fill(Infinity, 0, ways)
    throughOf.fill(Infinity, 0, count)
    for (let i = 0, at = 0; i < count; i++) {
      for (let to = 0, way = 0; to < rowsTo; to++) {
        const units = unitsTo[to * count + i]
        for (let from = 0; from < rowsFrom; from++, way++, at++) {
          const total = units + unitsFrom[from * count + i]
          wayUnits[at] = total
          if (total < leastOfWay[way]) leastOfWay[way] = total
          if (total < throughOf[i]) throughOf[i] = total
        }
      }
    }
    for (let i = 0, at = 0; i < count; i++) {
      for (let way = 0; way < ways; way++, at++) wayUnits[at] /= leastOfWay[way]
    }
  }

  private reserve(ways: number, waysOfAll: number): void {
    if (ways > this.leastOfWay.length) {
      this.leastOfWay = new Float64Array(2 * ways)
      this.keptOfWay = new Float64Array(2 * ways)
    }
    if (waysOfAll > this.wayUnits.length) this.wayUnits = new Float64Array(2 * waysOfAll)
  }
}
