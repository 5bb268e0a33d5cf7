/**
 * A wave of blocks (src/wave): settles the block of a sheet, passes its costs to the blocks around, and finds where
 * cells lead. Each function exists for four kinds of ground. `steps` are the directions of the map, as bits.
 */
import {
  FRAME_CELLS,
  GROUND_AT,
  INSIDE_AT,
  IS_FRAGMENTED_AT,
  IS_QUEUED_AT,
  LEGAL_AT,
  MEANINGS_AT,
  NEWS_COUNT_AT,
} from '../wave-layout.ts'
import { Eight, Four } from './part/flags.ts'
import { arrowsOf } from './part/wave-arrows.ts'
import { settleByCells } from './part/wave-cells.ts'
import { changedEast, changedNorth, changedSouth, changedWest, noteRows } from './part/wave-changes.ts'
import { columnStep, Even, isInside, Mixed, rowStep, Wide, Winding } from './part/wave-frame.ts'
import { forgetNews } from './part/wave-news.ts'
import { prune } from './part/wave-prune.ts'
import { settleRows } from './part/wave-rows.ts'
import { tellSide } from './part/wave-tell.ts'
import { within } from './part/wave-within.ts'

/** Fills the tables. */
export function prepare(): void {
  for (let byte = 0; byte < 256; byte++) {
    for (let bit = 0; bit < 8; bit++) {
      store<u16>((byte << 4) + (bit << 1), (byte >> bit) & 1 ? 0 : 0xffff, MEANINGS_AT)
    }
  }
  for (let around = 0; around < 512; around++) store<u8>(around, legalOf(around), LEGAL_AT)
  memory.fill(IS_QUEUED_AT, 0, 64 * FRAME_CELLS)
  for (let row = 0; row < FRAME_CELLS; row++) {
    for (let column = 0; column < FRAME_CELLS; column++)
      store<u8>((row << 6) | column, insideOf(row, column), INSIDE_AT)
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

// Each combination is compiled to a function of its own.
export function expandEven8(sheet: i32): i32 {
  return expand<Even, i32, Eight>(sheet)
}
export function expandEven4(sheet: i32): i32 {
  return expand<Even, i32, Four>(sheet)
}
export function expandWinding8(sheet: i32): i32 {
  return expand<Winding, i32, Eight>(sheet)
}
export function expandWinding4(sheet: i32): i32 {
  return expand<Winding, i32, Four>(sheet)
}
export function expandMixed8(sheet: i32): i32 {
  return expand<Mixed, i32, Eight>(sheet)
}
export function expandMixed4(sheet: i32): i32 {
  return expand<Mixed, i32, Four>(sheet)
}
export function expandWide8(sheet: i32): i32 {
  return expand<Wide, f64, Eight>(sheet)
}
export function expandWide4(sheet: i32): i32 {
  return expand<Wide, f64, Four>(sheet)
}
export function tellEven(sheet: i32, direction: i32, told: u32, steps: i32): u32 {
  return tell<Even, i32>(sheet, direction, told, steps)
}
export function tellWinding(sheet: i32, direction: i32, told: u32, steps: i32): u32 {
  return tell<Winding, i32>(sheet, direction, told, steps)
}
export function tellMixed(sheet: i32, direction: i32, told: u32, steps: i32): u32 {
  return tell<Mixed, i32>(sheet, direction, told, steps)
}
export function tellWide(sheet: i32, direction: i32, told: u32, steps: i32): u32 {
  return tell<Wide, f64>(sheet, direction, told, steps)
}
export function arrowsEven(sheet: i32, limit: f64, steps: i32): bool {
  return arrowsOf<Even, i32>(sheet, limit, steps)
}
export function arrowsWinding(sheet: i32, limit: f64, steps: i32): bool {
  return arrowsOf<Winding, i32>(sheet, limit, steps)
}
export function arrowsMixed(sheet: i32, limit: f64, steps: i32): bool {
  return arrowsOf<Mixed, i32>(sheet, limit, steps)
}
export function arrowsWide(sheet: i32, limit: f64, steps: i32): bool {
  return arrowsOf<Wide, f64>(sheet, limit, steps)
}
export function pruneEven(sheet: i32, steps: i32): i32 {
  return prune<Even, i32>(sheet, steps)
}
export function pruneWinding(sheet: i32, steps: i32): i32 {
  return prune<Winding, i32>(sheet, steps)
}
export function pruneMixed(sheet: i32, steps: i32): i32 {
  return prune<Mixed, i32>(sheet, steps)
}
export function pruneWide(sheet: i32, steps: i32): i32 {
  return prune<Wide, f64>(sheet, steps)
}
export function withinEven(sheet: i32, limit: f64): bool {
  return within<Even>(sheet, limit)
}
export function withinWinding(sheet: i32, limit: f64): bool {
  return within<Winding>(sheet, limit)
}
export function withinMixed(sheet: i32, limit: f64): bool {
  return within<Mixed>(sheet, limit)
}
export function withinWide(sheet: i32, limit: f64): bool {
  return within<Wide>(sheet, limit)
}

/** Settles the block of a sheet and tells those around it. Returns the directions that want a sheet, as bits. */
function expand<Kind, Value, Steps>(sheet: i32): i32 {
  const steps = idof<Steps>() === idof<Eight>() ? 255 : 15
  store<i32>(0, 0, NEWS_COUNT_AT)
  settle<Kind, Value, Steps>(sheet, steps)
  forgetNews(sheet)
  let wanting = wants<Kind, Value>(sheet, 0, changedEast, steps) | wants<Kind, Value>(sheet, 1, changedSouth, steps)
  wanting |= wants<Kind, Value>(sheet, 2, changedWest, steps) | wants<Kind, Value>(sheet, 3, changedNorth, steps)
  if (idof<Steps>() === idof<Four>()) return wanting
  wanting |= wants<Kind, Value>(sheet, 4, changedSouth >> 31, steps)
  wanting |= wants<Kind, Value>(sheet, 5, changedSouth & 1, steps)
  wanting |= wants<Kind, Value>(sheet, 6, changedNorth & 1, steps)
  return wanting | wants<Kind, Value>(sheet, 7, changedNorth >> 31, steps)
}

function settle<Kind, Value, Steps>(sheet: i32, steps: i32): void {
  if (idof<Kind>() === idof<Mixed>()) noteRows(settleRows<u32, Steps>(sheet))
  else if (idof<Kind>() === idof<Wide>()) noteRows(settleRows<f64, Steps>(sheet))
  else if (idof<Kind>() === idof<Even>() && load<i32>(load<i32>(sheet, GROUND_AT), IS_FRAGMENTED_AT) === 0)
    noteRows(settleRows<u16, Steps>(sheet))
  else settleByCells<Kind, Value>(sheet, steps)
}

function wants<Kind, Value>(sheet: i32, direction: i32, told: u32, steps: i32): i32 {
  return told === 0 ? 0 : i32(tellSide<Kind, Value>(sheet, direction, told, steps) !== 0) << direction
}

/** Tells one block again, once its wanted sheet exists. */
function tell<Kind, Value>(sheet: i32, direction: i32, told: u32, steps: i32): u32 {
  store<i32>(0, 0, NEWS_COUNT_AT)
  return tellSide<Kind, Value>(sheet, direction, told, steps)
}
