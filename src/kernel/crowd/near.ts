/**
 * The nearest others of a unit, ring after ring of buckets around its own, until no bucket left can hold a nearer one.
 */
import {
  BUCKET_SIDE,
  BUCKETS,
  COLUMNS,
  KEY,
  LEFT,
  NEAR_AT,
  NEAR_BYTES,
  NEIGHBOURS,
  RADIUS,
  RADIUS_MAX,
  ROWS,
  TOP,
  UNIT,
  UNIT_BYTES,
  X,
  Y,
} from '../crowd-layout.ts'
import { f64, i32 } from '../script-numbers.ts'

/** Finds those whose middle is closer than `sight`, the nearest first; returns where they end. */
export function findNear(self: i32, sight: f64): i32 {
  const columns = i32.load(COLUMNS)
  const rows = i32.load(ROWS)
  const side = f64.load(BUCKET_SIDE)
  const full = NEAR_AT + i32.load(NEIGHBOURS) * NEAR_BYTES
  const offX = f64.load(self, X) - f64.load(LEFT)
  const offY = f64.load(self, Y) - f64.load(TOP)
  const column = i32(f64.floor(offX / side))
  const row = i32(f64.floor(offY / side))
  const inX = offX - f64(column) * side
  const inY = offY - f64(row) * side
  const inset = f64.min(f64.min(inX, inY), f64.min(side - inX, side - inY))
  const widest = f64.load(self, RADIUS) + f64.load(RADIUS_MAX)
  let end = NEAR_AT
  // The own bucket and those around it come first, row by row as they lie in memory.
  let distance: f64 = 0
  for (let ring = 1; distance < sight; ring++) {
    const key = distance * distance - (widest < distance ? widest * widest : 0)
    if (end === full && key > f64.load(end - NEAR_BYTES, KEY)) break
    const left = column > ring ? column - ring : 0
    const right = column + ring < columns ? column + ring : columns - 1
    const top = row > ring ? row - ring : 0
    const bottom = row + ring < rows ? row + ring : rows - 1
    for (let y = top; y <= bottom; y++) {
      const start = i32.load(BUCKETS) + 4 * y * columns
      if (ring === 1 || y === row - ring || y === row + ring) {
        end = look(self, i32.load(start + 4 * left), i32.load(start + 4 * right, 4), sight, end, full)
        continue
      }
      if (column >= ring) end = look(self, bucket(start, left), bucket(start, left + 1), sight, end, full)
      if (column + ring < columns) end = look(self, bucket(start, right), bucket(start, right + 1), sight, end, full)
    }
    if (left === 0 && top === 0 && right === columns - 1 && bottom === rows - 1) break
    // Whatever lies in the next ring is at least so far away.
    distance = inset + f64(ring) * side
  }
  return end
}

function bucket(start: i32, column: i32): i32 {
  return i32.load(start + 4 * column)
}

/** Enters units of a row of buckets among the nearest. */
function look(self: i32, from: i32, to: i32, sight: f64, end: i32, full: i32): i32 {
  const x = f64.load(self, X)
  const y = f64.load(self, Y)
  const radius = f64.load(self, RADIUS)
  const sightSquare = sight * sight
  for (let other = from; other < to; other += UNIT_BYTES) {
    const dx = f64.load(other, X) - x
    const dy = f64.load(other, Y) - y
    const square = dx * dx + dy * dy
    if (square >= sightSquare || other === self) continue
    const sum = radius + f64.load(other, RADIUS)
    const key = square - sum * sum
    if (end === full) {
      if (key >= f64.load(end - NEAR_BYTES, KEY)) continue
      end -= NEAR_BYTES
    }
    let at = end
    for (; at > NEAR_AT && f64.load(at - NEAR_BYTES, KEY) > key; at -= NEAR_BYTES) {
      f64.store(at, f64.load(at - NEAR_BYTES, KEY), KEY)
      i32.store(at, i32.load(at - NEAR_BYTES, UNIT), UNIT)
    }
    f64.store(at, key, KEY)
    i32.store(at, other, UNIT)
    end += NEAR_BYTES
  }
  return end
}
