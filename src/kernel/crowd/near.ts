/**
 * Finds the nearest others of a unit: first in its own row, to the left and to the right, then row after row above and
 * below. A row ends where no further unit can be nearer than those listed.
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
  ROW_BYTES,
  ROW_COUNT,
  ROW_HEIGHT,
  ROWS,
  UNIT,
  UNIT_BYTES,
  X,
  Y,
} from '../crowd-layout.ts'
import { f64, i32 } from '../script-numbers.ts'

/** Where the list ends, and where it is full. */
let end: i32 = 0
let full: i32 = 0
/** Units are listed only where the square of their distance is below this. */
let bound: f64 = 0

/** Begins a row: the searches in the rows around it start at their left ends again. */
export function beginRow(row: i32, sight: f64): void {
  const rows = i32.load(ROWS)
  const height = f64.load(ROW_HEIGHT)
  const last = i32.load(ROW_COUNT) - 1
  const top = i32(f64.max(0, f64(row) - 1 - f64.floor(sight / height)))
  const bottom = i32(f64.min(f64(last), f64(row) + 1 + f64.floor(sight / height)))
  for (let at = rows + ROW_BYTES * top; at <= rows + ROW_BYTES * bottom; at += ROW_BYTES) {
    i32.store(at, i32.load(at), BEGIN)
  }
}

/** Lists the units whose middle is closer than `sight`, the nearest first; returns where the list ends. */
export function findNear(self: i32, row: i32, sight: f64): i32 {
  const x = f64.load(self, X)
  const height = f64.load(ROW_HEIGHT)
  const rows = i32.load(ROWS)
  const rowsEnd = rows + ROW_BYTES * i32.load(ROW_COUNT)
  let up = rows + ROW_BYTES * row
  let down = up
  let toUp = f64.load(self, Y) - f64(i32.load(FIRST_ROW) + row) * height
  let toDown = height - toUp
  end = NEAR_AT
  full = NEAR_AT + NEAR_BYTES * i32.load(NEIGHBOURS)
  bound = sight * sight
  look(self, x, self, i32.load(up), i32.load(up, ROW_BYTES), 0)
  for (let goesOn = true; goesOn; ) {
    goesOn = false
    up -= ROW_BYTES
    down += ROW_BYTES
    if (up >= rows && toUp * toUp < bound) {
      goesOn = true
      lookAlong(self, x, up, toUp * toUp)
    }
    if (down < rowsEnd && toDown * toDown < bound) {
      goesOn = true
      lookAlong(self, x, down, toDown * toDown)
    }
    toUp += height
    toDown += height
  }
  return end
}

/** Lists units of another row; `apart` is the square of the distance to its border. */
function lookAlong(self: i32, x: f64, row: i32, apart: f64): void {
  const rowEnd = i32.load(row, ROW_BYTES)
  let begin = i32.load(row, BEGIN)
  for (; begin < rowEnd && f64.load(begin, X) < x; begin += UNIT_BYTES);
  i32.store(row, begin, BEGIN)
  look(self, x, begin - UNIT_BYTES, i32.load(row), rowEnd, apart)
}

/** Lists units to the left from `begin` on and those to the right behind it, whichever is nearer. */
function look(self: i32, x: f64, begin: i32, first: i32, rowEnd: i32, apart: f64): void {
  let left = begin
  let right = begin + UNIT_BYTES
  let toLeft = left >= first ? x - f64.load(left, X) : Infinity
  let toRight = right < rowEnd ? f64.load(right, X) - x : Infinity
  for (;;) {
    if (toLeft < toRight) {
      if (toLeft * toLeft + apart >= bound) break
      if (left !== self) enter(self, left, toLeft)
      left -= UNIT_BYTES
      toLeft = left >= first ? x - f64.load(left, X) : Infinity
    } else {
      if (toRight * toRight + apart >= bound) break
      enter(self, right, toRight)
      right += UNIT_BYTES
      toRight = right < rowEnd ? f64.load(right, X) - x : Infinity
    }
  }
}

function enter(self: i32, other: i32, dx: f64): void {
  const dy = f64.load(other, Y) - f64.load(self, Y)
  const square = dx * dx + dy * dy
  if (square >= bound) return
  const radius = f64.load(self, RADIUS)
  const sum = radius + f64.load(other, RADIUS)
  const key = square - sum * sum
  if (end === full) {
    if (key >= f64.load(end - NEAR_BYTES, KEY)) return
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
  if (end < full) return
  const widest = radius + f64.load(RADIUS_MAX)
  bound = f64.min(bound, f64.load(end - NEAR_BYTES, KEY) + widest * widest)
}
