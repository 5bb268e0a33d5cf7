/**
 * The pairs of units that could meet in a step, whatever each of them does; also as a list for each unit.
 */
import * as at from '../crowd-layout.ts'
import { f64, i32 } from '../script-numbers.ts'
import { firstFrom, worstKey } from './near.ts'

/**
 * Adds the pairs of a unit whose nearest others are listed; each unit goes no further than `reach`. Returns where pairs
 * end. The larger unit adds a pair, so that a few large ones do not widen the search of all.
 */
export function addPairs(unit: i32, nearEnd: i32, sight: f64, reach: f64, pairsEnd: i32): i32 {
  const radius = f64.load(unit, at.RADIUS)
  const sum = radius + f64.load(at.RADIUS_MAX)
  const keyMax = 4 * reach * (sum + reach)
  // The list must reach as far as units that could meet this one.
  if (sight < sum + 2 * reach || worstKey < keyMax) return searchPairs(unit, radius, reach, pairsEnd)
  for (let near = at.NEAR_AT; near < nearEnd; near += at.NEAR_BYTES) {
    if (f64.load(near, at.KEY) < keyMax) pairsEnd = addPair(unit, radius, i32.load(near, at.UNIT), reach, pairsEnd)
  }
  return pairsEnd
}

function addPair(unit: i32, radius: f64, other: i32, reach: f64, pairsEnd: i32): i32 {
  const otherRadius = f64.load(other, at.RADIUS)
  if (otherRadius > radius || (otherRadius === radius && other <= unit)) return pairsEnd
  const dx = f64.load(other, at.X) - f64.load(unit, at.X)
  const dy = f64.load(other, at.Y) - f64.load(unit, at.Y)
  const near = radius + otherRadius + 2 * reach
  if (dx * dx + dy * dy >= near * near || other === unit) return pairsEnd
  if (pairsEnd + at.PAIR_BYTES <= i32.load(at.MEMORY_END)) {
    i32.store(pairsEnd, unit, at.FIRST)
    i32.store(pairsEnd, other, at.SECOND)
  }
  return pairsEnd + at.PAIR_BYTES
}

function searchPairs(unit: i32, radius: f64, reach: f64, pairsEnd: i32): i32 {
  const height = f64.load(at.ROW_HEIGHT)
  const rows = i32.load(at.ROWS)
  const far = 2 * radius + 2 * reach
  const x = f64.load(unit, at.X)
  const y = f64.load(unit, at.Y)
  const first = f64(i32.load(at.FIRST_ROW))
  const top = i32(f64.max(0, f64.floor((y - far) / height) - first))
  const bottom = i32(f64.min(f64(i32.load(at.ROW_COUNT) - 1), f64.floor((y + far) / height) - first))
  for (let row = rows + at.ROW_BYTES * top; row <= rows + at.ROW_BYTES * bottom; row += at.ROW_BYTES) {
    const end = i32.load(row, at.ROW_BYTES)
    for (let other = firstFrom(x - far, row, end); other < end; other += at.UNIT_BYTES) {
      if (f64.load(other, at.X) > x + far) break
      pairsEnd = addPair(unit, radius, other, reach, pairsEnd)
    }
  }
  return pairsEnd
}

/** Lists the others of each unit behind the pairs. */
export function linkPairs(pairs: i32, pairsEnd: i32): void {
  const unitsEnd = i32.load(at.UNITS_END)
  for (let unit = at.UNITS_AT; unit < unitsEnd; unit += at.UNIT_BYTES) i32.store(unit, 0, at.OTHERS_END)
  for (let pair = pairs; pair < pairsEnd; pair += at.PAIR_BYTES) {
    countOther(i32.load(pair, at.FIRST))
    countOther(i32.load(pair, at.SECOND))
  }
  let others = pairsEnd
  for (let unit = at.UNITS_AT; unit < unitsEnd; unit += at.UNIT_BYTES) {
    const bytes = 4 * i32.load(unit, at.OTHERS_END)
    i32.store(unit, others, at.OTHERS)
    i32.store(unit, others, at.OTHERS_END)
    others += bytes
  }
  for (let pair = pairs; pair < pairsEnd; pair += at.PAIR_BYTES) {
    const first = i32.load(pair, at.FIRST)
    const second = i32.load(pair, at.SECOND)
    addOther(first, second)
    addOther(second, first)
  }
}

function countOther(unit: i32): void {
  i32.store(unit, i32.load(unit, at.OTHERS_END) + 1, at.OTHERS_END)
}

function addOther(unit: i32, other: i32): void {
  const end = i32.load(unit, at.OTHERS_END)
  i32.store(end, other)
  i32.store(unit, end + 4, at.OTHERS_END)
}
