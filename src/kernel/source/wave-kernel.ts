/**
 * A wave of blocks (src/wave): settles the block of a sheet, passes its costs to the blocks around, and finds where
 * cells lead. Each function is compiled for four kinds of ground; an instance serves one of them.
 */
import * as wave from '../wave-layout.ts'
import { Eight, Four } from './part/flags.ts'
import { settleByCells } from './part/wave-cells.ts'
import { columnStep, Even, isInside, Mixed, rowStep, setSteps, steps, Wide, Winding } from './part/wave-frame.ts'
import { changedEast, changedNorth, changedSouth, changedWest, forgetNews, noteRows } from './part/wave-news.ts'
import { pruneOf } from './part/wave-prune.ts'
import { arrowsOf, withinOf } from './part/wave-read.ts'
import { settleRows } from './part/wave-rows.ts'
import { tellSide } from './part/wave-tell.ts'

const STRAIGHT_STEPS = 15
/** The kind of ground. */
let kind: i32 = wave.EVEN

/** Takes the kind of ground and the directions of the map, as bits, and fills the tables. */
export function prepare(kindOfGround: i32, directions: i32): void {
  kind = kindOfGround
  setSteps(directions)
  for (let byte = 0; byte < 256; byte++) {
    for (let bit = 0; bit < 8; bit++) {
      store<u16>((byte << 4) + (bit << 1), (byte >> bit) & 1 ? 0 : 0xffff, wave.MEANINGS_AT)
    }
  }
  for (let around = 0; around < 512; around++) store<u8>(around, legalOf(around), wave.LEGAL_AT)
  memory.fill(wave.IS_QUEUED_AT, 0, 64 * wave.FRAME_CELLS)
  for (let row = 0; row < wave.FRAME_CELLS; row++) {
    for (let column = 0; column < wave.FRAME_CELLS; column++)
      store<u8>((row << 6) | column, insideOf(row, column), wave.INSIDE_AT)
  }
}

function insideOf(row: i32, column: i32): i32 {
  let inside = 0
  for (let direction = 0; direction < 8; direction++) {
    if (isInside(row + rowStep(direction), column + columnStep(direction))) inside |= 1 << direction
  }
  return inside
}

/** The directions of legal steps from the middle of nine cells, given row by row as bits. */
function legalOf(around: i32): i32 {
  const north = (around >> 1) & 1
  const west = (around >> 3) & 1
  const east = (around >> 5) & 1
  const south = (around >> 7) & 1
  const straight = east | (south << 1) | (west << 2) | (north << 3)
  const southEast = south & east & (around >> 8)
  const southWest = south & west & (around >> 6)
  const northWest = north & west & around
  const northEast = north & east & (around >> 2)
  const diagonal = (southEast & 1) | ((southWest & 1) << 1) | ((northWest & 1) << 2) | ((northEast & 1) << 3)
  return (around >> 4) & 1 ? straight | (diagonal << 4) : 0
}

/** Settles the block of a sheet and tells those around it. Returns the directions that want a sheet, as bits. */
export function expand(sheet: i32): i32 {
  if (kind === wave.EVEN) return expandOf<Even, i32>(sheet)
  if (kind === wave.WINDING) return expandOf<Winding, i32>(sheet)
  return kind === wave.MIXED ? expandOf<Mixed, i32>(sheet) : expandOf<Wide, f64>(sheet)
}

/** Tells one block again, once its wanted sheet exists. */
export function tell(sheet: i32, direction: i32, told: u32): u32 {
  store<i32>(0, 0, wave.NEWS_COUNT_AT)
  if (kind === wave.EVEN) return tellSide<Even, i32>(sheet, direction, told)
  if (kind === wave.WINDING) return tellSide<Winding, i32>(sheet, direction, told)
  return kind === wave.MIXED
    ? tellSide<Mixed, i32>(sheet, direction, told)
    : tellSide<Wide, f64>(sheet, direction, told)
}

export function arrows(sheet: i32, limit: f64): bool {
  if (kind === wave.EVEN) return arrowsOf<Even, i32>(sheet, limit)
  if (kind === wave.WINDING) return arrowsOf<Winding, i32>(sheet, limit)
  return kind === wave.MIXED ? arrowsOf<Mixed, i32>(sheet, limit) : arrowsOf<Wide, f64>(sheet, limit)
}

export function within(sheet: i32, limit: f64): bool {
  if (kind === wave.EVEN) return withinOf<Even>(sheet, limit)
  if (kind === wave.WINDING) return withinOf<Winding>(sheet, limit)
  return kind === wave.MIXED ? withinOf<Mixed>(sheet, limit) : withinOf<Wide>(sheet, limit)
}

export function prune(sheet: i32): i32 {
  if (kind === wave.EVEN) return pruneOf<Even, i32>(sheet)
  if (kind === wave.WINDING) return pruneOf<Winding, i32>(sheet)
  return kind === wave.MIXED ? pruneOf<Mixed, i32>(sheet) : pruneOf<Wide, f64>(sheet)
}

function expandOf<Kind, Value>(sheet: i32): i32 {
  store<i32>(0, 0, wave.NEWS_COUNT_AT)
  if (idof<Kind>() === idof<Mixed>()) noteRows(settled<u32>(sheet))
  else if (idof<Kind>() === idof<Wide>()) noteRows(settled<f64>(sheet))
  else if (idof<Kind>() === idof<Even>() && load<i32>(load<i32>(sheet, wave.GROUND_AT), wave.IS_FRAGMENTED_AT) === 0)
    noteRows(settled<u16>(sheet))
  else settleByCells<Kind, Value>(sheet)
  forgetNews(sheet)
  let wanting = wants<Kind, Value>(sheet, 0, changedEast) | wants<Kind, Value>(sheet, 1, changedSouth)
  wanting |= wants<Kind, Value>(sheet, 2, changedWest) | wants<Kind, Value>(sheet, 3, changedNorth)
  if (steps === STRAIGHT_STEPS) return wanting
  wanting |= wants<Kind, Value>(sheet, 4, changedSouth >> 31) | wants<Kind, Value>(sheet, 5, changedSouth & 1)
  return wanting | wants<Kind, Value>(sheet, 6, changedNorth & 1) | wants<Kind, Value>(sheet, 7, changedNorth >> 31)
}

/** Each count of directions is compiled to a function of its own. */
function settled<Unit>(sheet: i32): u32 {
  return steps === STRAIGHT_STEPS ? settleRows<Unit, Four>(sheet) : settleRows<Unit, Eight>(sheet)
}

function wants<Kind, Value>(sheet: i32, direction: i32, told: u32): i32 {
  return told === 0 ? 0 : i32(tellSide<Kind, Value>(sheet, direction, told) !== 0) << direction
}
