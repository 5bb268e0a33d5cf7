/**
 * The pairs of units that could meet in a step, whatever each of them does; and the same by unit.
 */
import {
  BUCKET_SIDE,
  BUCKETS,
  COLUMNS,
  FIRST,
  LEFT,
  MEMORY_END,
  OTHERS,
  OTHERS_END,
  PAIR_BYTES,
  PAIRS,
  RADIUS,
  ROWS,
  SECOND,
  TOP,
  UNIT_BYTES,
  UNITS_AT,
  UNITS_END,
  X,
  Y,
} from '../crowd-layout.ts'
import { f64, i32 } from '../script-numbers.ts'

/** Returns where the pairs end; 0 where memory ends before. The larger or equal unit of a pair is its first. */
export function findPairs(farthest: f64): i32 {
  const pairs = i32.load(PAIRS)
  const end = i32.load(UNITS_END)
  // Behind the pairs the others of their two units, four bytes each.
  const room = (i32.load(MEMORY_END) - pairs) / (PAIR_BYTES + 8)
  const last = pairs + PAIR_BYTES * i32(room)
  let pairsEnd = pairs
  for (let unit = UNITS_AT; unit < end; unit += UNIT_BYTES) pairsEnd = pairsOf(unit, farthest, pairsEnd, last)
  if (pairsEnd > last) return 0
  link(pairs, pairsEnd, end)
  return pairsEnd
}

/** Each pair is found from its larger unit, so that a few large ones do not widen the search of all. */
function pairsOf(unit: i32, farthest: f64, pairsEnd: i32, last: i32): i32 {
  const columns = i32.load(COLUMNS)
  const side = f64.load(BUCKET_SIDE)
  const buckets = i32.load(BUCKETS)
  const radius = f64.load(unit, RADIUS)
  const x = f64.load(unit, X)
  const y = f64.load(unit, Y)
  const reach = 2 * radius + 2 * farthest
  const offX = x - f64.load(LEFT)
  const offY = y - f64.load(TOP)
  const left = i32(f64.max(0, f64.floor((offX - reach) / side)))
  const right = i32(f64.min(f64(columns - 1), f64.floor((offX + reach) / side)))
  const top = i32(f64.max(0, f64.floor((offY - reach) / side)))
  const bottom = i32(f64.min(f64(i32.load(ROWS) - 1), f64.floor((offY + reach) / side)))
  for (let row = top; row <= bottom; row++) {
    const start = buckets + 4 * row * columns
    const end = i32.load(start + 4 * right, 4)
    for (let other = i32.load(start + 4 * left); other < end; other += UNIT_BYTES) {
      const otherRadius = f64.load(other, RADIUS)
      if (otherRadius > radius || (otherRadius === radius && other <= unit)) continue
      const dx = f64.load(other, X) - x
      const dy = f64.load(other, Y) - y
      const near = radius + otherRadius + 2 * farthest
      if (dx * dx + dy * dy >= near * near || other === unit) continue
      if (pairsEnd < last) {
        i32.store(pairsEnd, unit, FIRST)
        i32.store(pairsEnd, other, SECOND)
      }
      pairsEnd += PAIR_BYTES
    }
  }
  return pairsEnd
}

/** Lists the others of each unit behind the pairs. */
function link(pairs: i32, pairsEnd: i32, unitsEnd: i32): void {
  for (let unit = UNITS_AT; unit < unitsEnd; unit += UNIT_BYTES) i32.store(unit, 0, OTHERS_END)
  for (let pair = pairs; pair < pairsEnd; pair += PAIR_BYTES) {
    countOther(i32.load(pair, FIRST))
    countOther(i32.load(pair, SECOND))
  }
  let others = pairsEnd
  for (let unit = UNITS_AT; unit < unitsEnd; unit += UNIT_BYTES) {
    const bytes = 4 * i32.load(unit, OTHERS_END)
    i32.store(unit, others, OTHERS)
    i32.store(unit, others, OTHERS_END)
    others += bytes
  }
  for (let pair = pairs; pair < pairsEnd; pair += PAIR_BYTES) {
    const first = i32.load(pair, FIRST)
    const second = i32.load(pair, SECOND)
    addOther(first, second)
    addOther(second, first)
  }
}

function countOther(unit: i32): void {
  i32.store(unit, i32.load(unit, OTHERS_END) + 1, OTHERS_END)
}

function addOther(unit: i32, other: i32): void {
  const end = i32.load(unit, OTHERS_END)
  i32.store(end, other)
  i32.store(unit, end + 4, OTHERS_END)
}
