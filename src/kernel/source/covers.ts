/** The inner loops of a cover (entry/cover.ts), over all ways through all crossings of a border, two or four ways at a time. */
import * as layout from '../cover-layout.ts'
import { Least, Ratio } from './part/flags.ts'

/** Stores the cost of each way through its cheapest crossing; `pairs` counts the pairs of probes behind the border. */
export function least(crossings: i32, probesTo: i32, pairs: i32): void {
  pass<Least>(crossings, probesTo, pairs)
}
/** Stores the ratio of each way through each crossing to the cheapest. */
export function compare(crossings: i32, probesTo: i32, pairs: i32): void {
  pass<Ratio>(crossings, probesTo, pairs)
}

function pass<What>(crossings: i32, probesTo: i32, pairs: i32): void {
  const one = f64x2.splat(f64(layout.ONE))
  const highest = f64x2.splat(f64(layout.HIGHEST))
  let ratios = 0
  for (
    let units: i32 = layout.TO_AT;
    crossings;
    crossings--, units += layout.PROBES_BYTES, ratios += layout.RATIOS_BYTES
  ) {
    for (let probe = 0; probe < probesTo; probe++) {
      const unitsTo = v128.load64_splat(units + (probe << 3))
      let from = units
      let way = probe * layout.PROBES_BYTES
      for (let left = pairs; left; left--, from += 16, way += 16) {
        const total = f64x2.add(unitsTo, v128.load(from, layout.FROM_BEHIND))
        const best = v128.load(way, layout.LEAST_AT)
        if (idof<What>() === idof<Least>()) v128.store(way, f64x2.pmin(best, total), layout.LEAST_AT)
        else {
          const ratio = f64x2.pmin(f64x2.ceil(f64x2.div(f64x2.mul(total, one), best)), highest)
          // A ratio takes half of what units take.
          v128.store64_lane(ratios + (way >> 1), i32x4.trunc_sat_f64x2_s_zero(ratio), 0, layout.RATIOS_AT)
        }
      }
    }
  }
}

/** The crossing that makes the sum of all ratios least if it is kept too; the first of several. `fours` counts groups of ways. */
export function best(crossings: i32, fours: i32): i32 {
  let best = 0
  let least = i32.MAX_VALUE
  for (let crossing = 0; crossing < crossings; crossing++) {
    const ratios = crossing * layout.RATIOS_BYTES
    let sums = i32x4.splat(0)
    for (let way = 0; way < fours << 4; way += 16) {
      sums = i32x4.add(sums, v128.min<u32>(v128.load(way, layout.KEPT_AT), v128.load(ratios + way, layout.RATIOS_AT)))
    }
    const ends = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 3)
    const sum = ends + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2)
    if (sum >= least) continue
    least = sum
    best = crossing
  }
  return best
}
