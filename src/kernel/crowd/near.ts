/**
 * Finds the nearest others of a unit. Neighbours in a row have about equally many other units around. So a search
 * begins as far out as the last one had to go, and goes further if it finds too few.
 *
 * A unit is written to the list before it is known to be near enough. The list is sorted by counting lower ranks. Jumps that
 * depend on places would cost more: a processor cannot foresee them.
 */
import * as at from '../crowd-layout.ts'
import { type bool, f64, i32 } from '../script-numbers.ts'

/** A search begins this many times as far out as the last one had to go, and grows by this factor. */
const SPARE: f64 = 1.05
const GROWTH: f64 = 1.4

/** Ranks are keys as whole numbers up to this, which is no more than 2 ** 30 / FOUND_MOST. */
const RANKS: f64 = 2 ** 23

/** The largest key of a full list; infinite for one that is not full: then it holds every unit in sight. */
export let worstKey: f64 = 0
/** Where the list ends, and where it is full. */
let end: i32 = 0
let full: i32 = 0
/** How far out the next search begins. */
let reach: f64 = 0

/** Begins a step: every row is searched from its left end, as far as units see. */
export function beginSearches(sight: f64): void {
  const rows = i32.load(at.ROWS)
  const rowsEnd = rows + at.ROW_BYTES * i32.load(at.ROW_COUNT)
  for (let row = rows; row < rowsEnd; row += at.ROW_BYTES) i32.store(row, i32.load(row), at.BEGIN)
  full = at.NEAR_AT + at.NEAR_BYTES * i32.load(at.NEIGHBOURS)
  reach = sight
}

/** Lists the units whose middle is closer than `sight`, the nearest first; returns where the list ends. */
export function findNear(self: i32, sight: f64): i32 {
  const radius = f64.load(self, at.RADIUS)
  const widest = radius + f64.load(at.RADIUS_MAX)
  for (let tried: f64 = 0, far: f64 = Infinity; tried < f64.min(sight, far); ) {
    tried = reach
    gather(self, radius, widest * widest, tried)
    // No unit further out than this has a smaller key than those of a full list.
    far = f64.sqrt(worstKey + widest * widest)
    reach = f64.min(sight, worstKey < Infinity ? SPARE * far : GROWTH * tried + radius)
  }
  return end
}

/** Lists the units closer than `tried`, or of too many the nearest. */
function gather(self: i32, radius: f64, widestSquare: f64, tried: f64): void {
  const x = f64.load(self, at.X)
  const y = f64.load(self, at.Y)
  const height = f64.load(at.ROW_HEIGHT)
  const rows = i32.load(at.ROWS)
  const top = y - f64(i32.load(at.FIRST_ROW)) * height
  const first = i32(f64.max(0, (top - tried) / height))
  const last = i32(f64.min(f64(i32.load(at.ROW_COUNT) - 1), (top + tried) / height))
  const scale = RANKS / (tried * tried + widestSquare)
  let bound = tried * tried
  let found = at.FOUND_AT
  worstKey = Infinity
  for (let row = rows + at.ROW_BYTES * first; row <= rows + at.ROW_BYTES * last; row += at.ROW_BYTES) {
    const rowEnd = i32.load(row, at.ROW_BYTES)
    for (let other = firstFrom(x - tried, row, rowEnd); other < rowEnd; other += at.UNIT_BYTES) {
      const dx = f64.load(other, at.X) - x
      if (dx > tried) break
      const dy = f64.load(other, at.Y) - y
      const square = dx * dx + dy * dy
      const sum = radius + f64.load(other, at.RADIUS)
      f64.store(found, square - sum * sum, at.KEY)
      i32.store(found, other, at.UNIT)
      found += at.NEAR_BYTES * (i32(square < bound) & i32(other !== self))
      if (found < at.FOUND_END) continue
      sortFound(self, found, scale, widestSquare)
      bound = f64.min(bound, worstKey + widestSquare)
      for (found = at.FOUND_AT; found < at.FOUND_AT + end - at.NEAR_AT; found += at.NEAR_BYTES)
        copy(found - at.FOUND_AT + at.NEAR_AT, found)
    }
  }
  sortFound(self, found, scale, widestSquare)
}

/** Sorts the found units into the list, and keeps the nearest. */
function sortFound(self: i32, foundEnd: i32, scale: f64, widestSquare: f64): void {
  for (let found = at.FOUND_AT; found < foundEnd; found += at.NEAR_BYTES) {
    i32.store(
      found,
      i32((f64.load(found, at.KEY) + widestSquare) * scale) * at.FOUND_MOST + (found - at.FOUND_AT) / at.NEAR_BYTES,
      at.RANK,
    )
  }
  // Counts the lower ranks, all of which differ.
  for (let found = at.FOUND_AT; found < foundEnd; found += at.NEAR_BYTES) {
    const rank = i32.load(found, at.RANK)
    let lower: i32 = 0
    for (let other = at.FOUND_AT; other < foundEnd; other += at.NEAR_BYTES)
      lower += i32(i32.load(other, at.RANK) < rank)
    copy(found, at.NEAR_AT + at.NEAR_BYTES * lower)
  }
  end = at.NEAR_AT + foundEnd - at.FOUND_AT
  // Ranks are rounded.
  for (let near = at.NEAR_AT + at.NEAR_BYTES; near < end; near += at.NEAR_BYTES) {
    for (let place = near; place > at.NEAR_AT && isBefore(self, place, place - at.NEAR_BYTES); place -= at.NEAR_BYTES) {
      copy(place, at.FOUND_END)
      copy(place - at.NEAR_BYTES, place)
      copy(at.FOUND_END, place - at.NEAR_BYTES)
    }
  }
  if (end < full) return
  end = full
  worstKey = f64.load(end - at.NEAR_BYTES, at.KEY)
}

function copy(from: i32, to: i32): void {
  f64.store(to, f64.load(from, at.KEY), at.KEY)
  i32.store(to, i32.load(from, at.UNIT), at.UNIT)
}

/**
 * Whether one unit of the list goes before another. Equally near ones go row after row: the own one, the one above, the one
 * below, and so on. In a row they go by their distance along it, those to the right first.
 */
function isBefore(self: i32, one: i32, other: i32): bool {
  const key = f64.load(one, at.KEY)
  const otherKey = f64.load(other, at.KEY)
  if (key !== otherKey) return key < otherKey
  const a = i32.load(one, at.UNIT)
  const b = i32.load(other, at.UNIT)
  const rank = rowRank(self, a)
  if (rank !== rowRank(self, b)) return rank < rowRank(self, b)
  const x = f64.load(self, at.X)
  const along = f64.abs(f64.load(a, at.X) - x)
  const otherAlong = f64.abs(f64.load(b, at.X) - x)
  if (along !== otherAlong) return along < otherAlong
  const left = a < b ? a : b
  return a > b === (f64.load(left, at.X) < x || (rank === 0 && left < self))
}

function rowRank(self: i32, other: i32): i32 {
  const height = f64.load(at.ROW_HEIGHT)
  const down = i32(f64.floor(f64.load(other, at.Y) / height) - f64.floor(f64.load(self, at.Y) / height))
  return down > 0 ? 2 * down + 1 : -2 * down
}

/** The first unit of a row that is not to the left of x. The units of a row ask from left to right. */
export function firstFrom(x: f64, row: i32, rowEnd: i32): i32 {
  const rowFirst = i32.load(row)
  let unit = i32.load(row, at.BEGIN)
  while (unit < rowEnd && f64.load(unit, at.X) < x) unit += at.UNIT_BYTES
  while (unit > rowFirst && f64.load(unit - at.UNIT_BYTES, at.X) >= x) unit -= at.UNIT_BYTES
  i32.store(row, unit, at.BEGIN)
  return unit
}
