/**
 * Passes the costs of the outermost cells of a settled block to the rims of the blocks around. A block has news only where such a
 * value improves one of its cells by a legal step. Else two blocks would answer each other without end.
 *
 * A value too far above the base of a sheet goes to the block's next layer if it improves a cell there.
 */
import * as wave from '../../wave-layout.ts'
import { leastBettered } from './wave-cells.ts'
import {
  cellBytes,
  columnOf,
  columnStep,
  Even,
  farOf,
  isOfWords,
  legalFrom,
  pitchOf,
  placeOf,
  reachedAt,
  rowOf,
  rowStep,
  setUnits,
  stepFrom,
  steps,
  unitsIn,
  Wide,
} from './wave-frame.ts'
import { noteNews } from './wave-news.ts'
import { tellEven } from './wave-tell-even.ts'

/** By straight direction: the diagonals beside it, to the cell before the straight one, and to the cell behind. */
const BEFORE = i32(memory.data<i8>([7, 5, 6, 6]))
const BEHIND = i32(memory.data<i8>([4, 4, 5, 7]))

/**
 * Tells the block in a direction the costs of the 32 cells beside it, those set in `told` (of a corner, bit 0). Returns
 * the cells whose values want a sheet.
 */
export function tellSide<Kind, Value>(sheet: i32, direction: i32, told: u32): u32 {
  store<u32>(direction * 4, 0, wave.WANTED_AT)
  store<f64>(direction * 8, Infinity, wave.LOWEST_AT)
  // A bit for each place on the frame's side with a straight step out; one more place at each corner.
  const gates =
    direction < 4 ? load<u64>(load<i32>(sheet, wave.GROUND_AT) + direction * 8, wave.GATES_AT) >> wave.FIRST_BIT : 0
  const leading = direction < 4 ? told & u32(gates >> 1) : told
  if (leading === 0) return 0
  const to = load<i32>(sheet + direction * 4, wave.SIDES_AT)
  if (direction >= 4) return tellCorner<Kind, Value>(sheet, to, direction)
  return to === 0
    ? wantSide<Kind>(sheet, direction, leading)
    : tellCells<Kind, Value>(sheet, to, direction, leading, gates)
}

function toldMax<Kind, Value>(): Value {
  if (idof<Kind>() === idof<Even>()) return wave.EVEN_TOLD_MAX as Value
  if (isOfWords<Kind>()) return wave.MIXED_TOLD_MAX as Value
  return Infinity as Value
}

function want(direction: i32, bits: u32, units: f64): void {
  store<u32>(direction * 4, load<u32>(direction * 4, wave.WANTED_AT) | bits, wave.WANTED_AT)
  if (units < load<f64>(direction * 8, wave.LOWEST_AT)) store<f64>(direction * 8, units, wave.LOWEST_AT)
}

/** There is no sheet: all reached cells want one. */
function wantSide<Kind>(sheet: i32, direction: i32, leading: u32): u32 {
  let wanted: u32 = 0
  let least = Infinity
  for (let rest = leading; rest; rest &= rest - 1) {
    const i = ctz(rest)
    const own = reachedAt<Kind>(sheet, rowOf(direction, i, 0), columnOf(direction, i, 0))
    if (own === Infinity) continue
    wanted |= u32(1) << i
    if (own < least) least = own
  }
  if (wanted) want(direction, wanted, load<f64>(sheet, wave.BASE_AT) + least)
  return wanted
}

/** Tells the first sheet of a block; `tellCell` takes values that do not fit there. */
function tellCells<Kind, Value>(sheet: i32, to: i32, direction: i32, leading: u32, gates: u64): u32 {
  const farther = load<f64>(sheet, wave.BASE_AT) - load<f64>(to, wave.BASE_AT)
  const isNear = idof<Kind>() === idof<Wide>() ? true : Math.abs(farther) < 1e9
  const delta = (isNear ? farther : 0) as Value
  const back = direction ^ 2
  const pitch = pitchOf<Kind>()
  const bytes = cellBytes<Kind>()
  const step = direction & 1 ? bytes : pitch
  const own = placeOf<Kind>(sheet, rowOf(direction, 0, 0), columnOf(direction, 0, 0))
  const rim = placeOf<Kind>(to, rowOf(back, 0, 1), columnOf(back, 0, 1))
  const edge = placeOf<Kind>(to, rowOf(back, 0, 0), columnOf(back, 0, 0))
  const ground = load<i32>(to, wave.GROUND_AT)
  const max = toldMax<Kind, Value>()
  const far = farOf<Kind, Value>()
  const isOf8 = steps >> 4
  let least = far
  let told: u32 = 0
  let rest = leading
  if (idof<Kind>() === idof<Even>()) rest = tellEven(to, direction, own, rim, edge, farther, leading, gates)
  for (; rest; rest &= rest - 1) {
    const i = ctz(rest)
    const at = i * step
    const known = unitsIn<Kind, Value>(own + at)
    if (known >= far) continue
    const units = (known + delta) as Value
    if (!isNear || units < 0 || units > max) {
      const exact = load<f64>(sheet, wave.BASE_AT) + (known as f64)
      if (tellCell<Kind, Value>(to, rowOf(back, i, 1), columnOf(back, i, 1), direction, i, exact))
        want(direction, u32(1) << i, exact)
      continue
    }
    if (units >= unitsIn<Kind, Value>(rim + at)) continue
    setUnits<Kind, Value>(to, rowOf(back, i, 1), columnOf(back, i, 1), units)
    let best = far
    const row = rowOf(back, i, 1)
    const column = columnOf(back, i, 1)
    const straight = (units + stepFrom<Kind, Value>(ground, row, column, direction)) as Value
    if (straight < unitsIn<Kind, Value>(edge + at)) best = straight
    if (isOf8) {
      // To the edge's cells before and behind: south-west or north-west of it, or north-east or south-east.
      const open = i32(gates >> i)
      if (open & 1 && i > 0) {
        const there = (units + stepFrom<Kind, Value>(ground, row, column, load<i8>(BEFORE + direction))) as Value
        if (there < unitsIn<Kind, Value>(edge + at - step) && there < best) best = there
      }
      if (open & 4 && i < 31) {
        const there = (units + stepFrom<Kind, Value>(ground, row, column, load<i8>(BEHIND + direction))) as Value
        if (there < unitsIn<Kind, Value>(edge + at + step) && there < best) best = there
      }
    }
    if (best === far) continue
    told |= u32(1) << i
    if (best < least) least = best
  }
  if (told) noteNews(to, direction, told, load<f64>(to, wave.BASE_AT) + (least as f64))
  return load<u32>(direction * 4, wave.WANTED_AT)
}

function tellCorner<Kind, Value>(sheet: i32, to: i32, direction: i32): u32 {
  const row = rowOf(direction, 0, 0)
  const column = columnOf(direction, 0, 0)
  const own = reachedAt<Kind>(sheet, row, column)
  const isLeading = (legalFrom(load<i32>(sheet, wave.GROUND_AT), row, column) >> direction) & 1
  if (own === Infinity || !isLeading) return 0
  const units = load<f64>(sheet, wave.BASE_AT) + own
  const rimRow = row - 32 * rowStep(direction)
  const rimColumn = column - 32 * columnStep(direction)
  if (to === 0 || tellCell<Kind, Value>(to, rimRow, rimColumn, direction, 0, units)) want(direction, 1, units)
  return load<u32>(direction * 4, wave.WANTED_AT)
}

/** Tells a place on the rim its cost. Returns whether a further layer is wanted for it. */
function tellCell<Kind, Value>(first: i32, row: i32, column: i32, direction: i32, i: i32, units: f64): bool {
  for (let sheet = first; sheet; sheet = load<i32>(sheet, wave.NEXT_AT)) {
    const base = load<f64>(sheet, wave.BASE_AT)
    const over = units - base
    const fits = over >= 0 && over <= toldMax<Kind, f64>()
    if (fits && over >= reachedAt<Kind>(sheet, row, column)) return false
    const least = leastBettered<Kind>(sheet, row, column, over)
    if (fits) {
      setUnits<Kind, Value>(sheet, row, column, over as Value)
      if (least < Infinity) noteNews(sheet, direction, u32(1) << i, base + least)
      return false
    }
    if (least === Infinity) return false
  }
  return true
}
