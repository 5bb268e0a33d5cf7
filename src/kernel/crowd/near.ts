/**
 * Finds the nearest others of a unit. Neighbours in a row have about equally many other units around. So a search
 * begins as far out as the last one had to go, and goes further if it finds too few.
 */
import {
  BEGIN,
  FIRST_ROW,
  KEY,
  NEAR_AT,
  NEAR_BYTES,
  NEIGHBOURS,
  RADIUS,
  RADIUS_MAX,
  RANK,
  ROW_BYTES,
  ROW_COUNT,
  ROW_HEIGHT,
  ROWS,
  UNIT,
  UNIT_BYTES,
  X,
  Y,
} from '../crowd-layout.ts'
import { type bool, f64, i32 } from '../script-numbers.ts'

/** A search begins this many times as far out as the last one had to go, and grows by this factor. */
const SPARE: f64 = 1.05
const GROWTH: f64 = 1.4

/** Where the list ends, and where it is full. */
let end: i32 = 0
let full: i32 = 0
/** How far out the next search begins. */
let reach: f64 = 0

/** Begins a step: every row is searched from its left end, as far as units see. */
export function beginSearches(sight: f64): void {
  const rows = i32.load(ROWS)
  const rowsEnd = rows + ROW_BYTES * i32.load(ROW_COUNT)
  for (let row = rows; row < rowsEnd; row += ROW_BYTES) i32.store(row, i32.load(row), BEGIN)
  reach = sight
}

/** Lists the units whose middle is closer than `sight`, the nearest first; returns where the list ends. */
export function findNear(self: i32, row: i32, sight: f64): i32 {
  const radius = f64.load(self, RADIUS)
  const widest = radius + f64.load(RADIUS_MAX)
  full = NEAR_AT + NEAR_BYTES * i32.load(NEIGHBOURS)
  for (let isDone = false; !isDone; ) {
    const tried = reach
    gather(self, radius, row, tried)
    // Of a full list, no unit further out than this has a smaller key.
    const far = end === full ? f64.sqrt(f64.load(end - NEAR_BYTES, KEY) + widest * widest) : Infinity
    reach = f64.min(sight, end === full ? SPARE * far : GROWTH * tried + radius)
    isDone = tried >= f64.min(sight, far)
  }
  return end
}

/** Lists the units closer than `tried`, or of too many the nearest. */
function gather(self: i32, radius: f64, row: i32, tried: f64): void {
  const x = f64.load(self, X)
  const y = f64.load(self, Y)
  const height = f64.load(ROW_HEIGHT)
  const rows = i32.load(ROWS)
  const top = y - f64(i32.load(FIRST_ROW)) * height
  const first = i32(f64.max(0, (top - tried) / height))
  const last = i32(f64.min(f64(i32.load(ROW_COUNT) - 1), (top + tried) / height))
  const bound = tried * tried
  end = NEAR_AT
  for (let at = first; at <= last; at++) {
    const rowEnd = i32.load(rows + ROW_BYTES * at, ROW_BYTES)
    // Equally near units are listed row after row: the own one, the one above, the one below, and so on.
    const rank = at <= row ? 2 * (row - at) : 2 * (at - row) + 1
    for (let other = firstFrom(x - tried, rows + ROW_BYTES * at, rowEnd); other < rowEnd; other += UNIT_BYTES) {
      const dx = f64.load(other, X) - x
      if (dx > tried) break
      const dy = f64.load(other, Y) - y
      const square = dx * dx + dy * dy
      if (square >= bound || other === self) continue
      const sum = radius + f64.load(other, RADIUS)
      enter(self, other, square - sum * sum, rank)
    }
  }
}

function enter(self: i32, other: i32, key: f64, rank: i32): void {
  if (end === full) {
    if (!isBefore(self, other, key, rank, end - NEAR_BYTES)) return
    end -= NEAR_BYTES
  }
  let at = end
  for (; at > NEAR_AT && isBefore(self, other, key, rank, at - NEAR_BYTES); at -= NEAR_BYTES) {
    f64.store(at, f64.load(at - NEAR_BYTES, KEY), KEY)
    i32.store(at, i32.load(at - NEAR_BYTES, UNIT), UNIT)
    i32.store(at, i32.load(at - NEAR_BYTES, RANK), RANK)
  }
  f64.store(at, key, KEY)
  i32.store(at, other, UNIT)
  i32.store(at, rank, RANK)
  end += NEAR_BYTES
}

/**
 * Whether a unit goes before one of the list. Units listed before it in its row lie to its left. Equally near ones go row
 * after row, in a row by their distance along it, those to the right first.
 */
function isBefore(self: i32, other: i32, key: f64, rank: i32, near: i32): bool {
  const nearKey = f64.load(near, KEY)
  if (key !== nearKey) return key < nearKey
  if (rank !== i32.load(near, RANK)) return rank < i32.load(near, RANK)
  const x = f64.load(self, X)
  const nearX = f64.load(i32.load(near, UNIT), X)
  const along = f64.abs(f64.load(other, X) - x)
  const nearAlong = f64.abs(nearX - x)
  if (along !== nearAlong) return along < nearAlong
  return nearX < x || (rank === 0 && i32.load(near, UNIT) < self)
}

/** The first unit of a row that is not to the left of x. The units of a row ask from left to right. */
export function firstFrom(x: f64, row: i32, rowEnd: i32): i32 {
  const rowFirst = i32.load(row)
  let unit = i32.load(row, BEGIN)
  while (unit < rowEnd && f64.load(unit, X) < x) unit += UNIT_BYTES
  while (unit > rowFirst && f64.load(unit - UNIT_BYTES, X) >= x) unit -= UNIT_BYTES
  i32.store(row, unit, BEGIN)
  return unit
}
