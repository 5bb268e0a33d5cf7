/**
 * Chooses which crossings of a border become entries on weighted ground: a cover by cost. A way goes from a probe of one block to
 * a probe of the other. For each pair of probes one crossing is the cheapest; another can replace it if the way hardly costs
 * more. The cover adds crossings one by one, always the one that makes all ways together cheapest. It stops when no way costs
 * more than SHARE above its cheapest. So it always keeps a road, a ford or a gap in danger. Expensive ground keeps few entries,
 * even ground evenly spaced ones. A border keeps at most ENTRIES_MAX.
 */
import { COVERS } from '../kernel/bytes/covers-bytes.ts'
import {
  COVER_END,
  FROM_BEHIND,
  HIGHEST,
  KEPT_AT,
  LEAST_AT,
  ONE,
  PROBES,
  RATIOS_AT,
  TO_AT,
  WAYS,
} from '../kernel/cover-layout.ts'
import { kernelOn } from '../kernel/kernel.ts'
import { BLOCK_SIDE_CELLS } from '../map/terrain.ts'

/** How much more each way may cost through the crossings kept than through the best one, as a share. */
export const SHARE = 0.02
export const ENTRIES_MAX = 6
/**
 * Costs of ways are integer ratios to the cheapest, which is ONE, rounded up. A few hundred ways of HIGHEST each sum to less than
 * 2^31.
 */
const ENOUGH = Math.floor(ONE * (1 + SHARE))

export class Cover {
  private readonly run: Record<'least' | 'compare' | 'best', (...numbers: number[]) => number> | null
  /** unitsTo[i * PROBES + probe]: cost from a probe before the border to crossing i, with the step over the border. */
  readonly unitsTo: Float64Array
  /** unitsFrom[i * PROBES + probe]: cost from there to a probe beyond the border. */
  readonly unitsFrom: Float64Array
  private readonly leastOfWay: Float64Array
  /** The ratio of each way through the best crossing kept; 0 where there is no way. */
  private readonly keptOfWay: Int32Array
  /** ratioOf[i * WAYS + way]: the cost of a way through crossing i. */
  private readonly ratioOf: Int32Array

  constructor(kernel = kernelOn(COVERS, COVER_END)) {
    this.run = kernel === null ? null : kernel.run
    const memory = kernel?.memory ?? new ArrayBuffer(COVER_END)
    this.unitsTo = new Float64Array(memory, TO_AT, BLOCK_SIDE_CELLS * PROBES)
    this.unitsFrom = new Float64Array(memory, TO_AT + FROM_BEHIND, BLOCK_SIDE_CELLS * PROBES)
    this.leastOfWay = new Float64Array(memory, LEAST_AT, WAYS)
    this.keptOfWay = new Int32Array(memory, KEPT_AT, WAYS)
    this.ratioOf = new Int32Array(memory, RATIOS_AT, BLOCK_SIDE_CELLS * WAYS)
  }

  /** Chooses among `count` crossings by `unitsTo` and `unitsFrom`; returns those chosen, in the order of choice. */
  choose(probesTo: number, probesFrom: number, count: number): number[] {
    const { run, leastOfWay, keptOfWay } = this
    const ways = probesTo * PROBES
    leastOfWay.fill(Infinity)
    if (run === null) this.compare(probesTo, probesFrom, count)
    else {
      const pairs = Math.ceil(probesFrom / 2)
      run.least(count, probesTo, pairs)
      run.compare(count, probesTo, pairs)
    }
    keptOfWay.fill(0)
    for (let way = 0; way < ways; way += PROBES) keptOfWay.fill(HIGHEST, way, way + probesFrom)
    const chosen: number[] = []
    while (chosen.length < Math.min(ENTRIES_MAX, count)) {
      const best = run === null ? this.best(count, ways) : run.best(count, ways / 4)
      chosen.push(best)
      if (this.keep(best, ways) <= ENOUGH) break
    }
    return chosen
  }

  /** Cost of the cheapest way through a crossing offered last. */
  through(crossing: number, probesTo: number, probesFrom: number): number {
    const at = crossing * PROBES
    const to = Math.min(...this.unitsTo.subarray(at, at + probesTo))
    return to + Math.min(...this.unitsFrom.subarray(at, at + probesFrom))
  }

  /** Keeps a crossing; returns the ratio of the most expensive way. */
  private keep(crossing: number, ways: number): number {
    const { keptOfWay, ratioOf } = this
    let highest = 0
    for (let way = 0, at = crossing * WAYS; way < ways; way++, at++) {
      if (ratioOf[at] < keptOfWay[way]) keptOfWay[way] = ratioOf[at]
      if (keptOfWay[way] > highest) highest = keptOfWay[way]
    }
    return highest
  }

  /** What the kernel's `least` and `compare` do. */
  private compare(probesTo: number, probesFrom: number, count: number): void {
    const { unitsTo, unitsFrom, leastOfWay, ratioOf } = this
    const forEachWay = (visit: (at: number, way: number, units: number) => void) => {
      for (let at = 0; at < count * PROBES; at += PROBES) {
        for (let to = 0; to < probesTo; to++) {
          for (let from = 0; from < probesFrom; from++) {
            visit(at, to * PROBES + from, unitsTo[at + to] + unitsFrom[at + from])
          }
        }
      }
    }
    forEachWay((_at, way, units) => {
      leastOfWay[way] = Math.min(leastOfWay[way], units)
    })
    forEachWay((at, way, units) => {
      ratioOf[at * PROBES + way] = Math.min(Math.ceil((units * ONE) / leastOfWay[way]), HIGHEST)
    })
  }

  /** What the kernel's `best` does. */
  private best(count: number, ways: number): number {
    const { keptOfWay, ratioOf } = this
    let best = 0
    let least = Infinity
    for (let i = 0; i < count; i++) {
      let sum = 0
      for (let way = 0; way < ways; way++) sum += Math.min(keptOfWay[way], ratioOf[i * WAYS + way])
      if (sum >= least) continue
      least = sum
      best = i
    }
    return best
  }
}
