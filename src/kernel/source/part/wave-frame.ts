/**
 * Single cells in the frame of a sheet: their costs, their legal steps, and the costs of these. Row and column count
 * from the rim's first cell.
 */
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../../units.ts'
import * as wave from '../../wave-layout.ts'

/** Grounds: even in 16 and in 32 bits a cell over a base; mixed in 32 bits over a base, and in floats. */
export class Even {}
export class Winding {}
export class Mixed {}
export class Wide {}

/** The directions of the map, as bits. */
export let steps: i32 = 0

export function setSteps(bits: i32): void {
  steps = bits
}

const COLUMN_STEPS = i32(memory.data<i8>([1, 0, -1, 0, 1, -1, -1, 1]))
const ROW_STEPS = i32(memory.data<i8>([0, 1, 0, -1, 1, 1, -1, -1]))

export function columnStep(direction: i32): i32 {
  return load<i8>(COLUMN_STEPS + direction)
}

export function rowStep(direction: i32): i32 {
  return load<i8>(ROW_STEPS + direction)
}

/** Whether all cells cost the same. */
function isEven<Kind>(): bool {
  return idof<Kind>() === idof<Even>() || idof<Kind>() === idof<Winding>()
}

/** Whether a cell takes 32 bits. */
export function isOfWords<Kind>(): bool {
  return idof<Kind>() === idof<Mixed>() || idof<Kind>() === idof<Winding>()
}

export function cellBytes<Kind>(): i32 {
  if (idof<Kind>() === idof<Even>()) return 2
  return isOfWords<Kind>() ? 4 : 8
}

export function pitchOf<Kind>(): i32 {
  if (idof<Kind>() === idof<Even>()) return wave.EVEN_PITCH
  return isOfWords<Kind>() ? wave.MIXED_PITCH : wave.WIDE_PITCH
}

export function placeOf<Kind>(sheet: i32, row: i32, column: i32): i32 {
  const corner = idof<Kind>() === idof<Even>() ? wave.EVEN_CORNER_AT : wave.CELLS_AT
  return sheet + row * pitchOf<Kind>() + column * cellBytes<Kind>() + corner
}

/** The cost of the cell at a place in memory over the base of its sheet; far where it is not reached. */
export function unitsIn<Kind, Value>(place: i32): Value {
  if (idof<Kind>() === idof<Even>()) return load<u16>(place) as Value
  if (isOfWords<Kind>()) return load<i32>(place) as Value
  return load<f64>(place) as Value
}

export function unitsAt<Kind, Value>(sheet: i32, row: i32, column: i32): Value {
  return unitsIn<Kind, Value>(placeOf<Kind>(sheet, row, column))
}

/** The same as a float: infinite where the cell is not reached. */
export function reachedAt<Kind>(sheet: i32, row: i32, column: i32): f64 {
  return reachedIn<Kind>(placeOf<Kind>(sheet, row, column))
}

export function reachedIn<Kind>(place: i32): f64 {
  const units = unitsIn<Kind, f64>(place)
  if (idof<Kind>() === idof<Even>()) return units < wave.EVEN_FAR ? units : Infinity
  if (isOfWords<Kind>()) return units < wave.MIXED_FAR ? units : Infinity
  return units
}

export function setUnitsIn<Kind, Value>(place: i32, units: Value): void {
  if (idof<Kind>() === idof<Even>()) store<u16>(place, units as i32)
  else if (isOfWords<Kind>()) store<i32>(place, units as i32)
  else store<f64>(place, units as f64)
}

export function setUnits<Kind, Value>(sheet: i32, row: i32, column: i32, units: Value): void {
  setUnitsIn<Kind, Value>(placeOf<Kind>(sheet, row, column), units)
}

export function farOf<Kind, Value>(): Value {
  if (idof<Kind>() === idof<Even>()) return wave.EVEN_FAR as Value
  if (isOfWords<Kind>()) return wave.MIXED_FAR as Value
  return Infinity as Value
}

/** The masks of bits 8 to 15 for eight cells: far where the bit is not set. */
export function meaningOf(bits: u32): v128 {
  return v128.load((bits >> 4) & 0xff0, wave.MEANINGS_AT)
}

/** The bits of a row and of the cells around a column: in the lowest three places. */
function threeOf(ground: i32, row: i32, column: i32): i32 {
  if (u32(row) >= u32(wave.FRAME_CELLS)) return 0
  return i32(load<u64>(ground + row * wave.BITS_BYTES) >> (column + 6)) & 7
}

/** The directions of legal steps from a free cell, as bits. */
export function legalFrom(ground: i32, row: i32, column: i32): i32 {
  const above = threeOf(ground, row - 1, column)
  const around = above | (threeOf(ground, row, column) << 3) | (threeOf(ground, row + 1, column) << 6)
  return load<u8>(wave.LEGAL_AT + around) & steps
}

function costAt<Kind, Value>(ground: i32, row: i32, column: i32): Value {
  const at = ground + row * pitchOf<Kind>() + column * cellBytes<Kind>()
  return isOfWords<Kind>() ? (load<i32>(at, wave.COSTS_AT) as Value) : (load<f64>(at, wave.COSTS_AT) as Value)
}

/** The cost of a legal step. */
export function stepFrom<Kind, Value>(ground: i32, row: i32, column: i32, direction: i32): Value {
  const length = direction < 4 ? STRAIGHT_UNITS : DIAGONAL_UNITS
  if (isEven<Kind>()) return length as Value
  const to = costAt<Kind, Value>(ground, row + rowStep(direction), column + columnStep(direction))
  return ((length as Value) * ((costAt<Kind, Value>(ground, row, column) + to) as Value)) as Value
}

/** Whether a cell of the frame lies in the block. */
export function isInside(row: i32, column: i32): bool {
  return u32(row - 1) < u32(wave.FRAME_CELLS - 2) && u32(column - 1) < u32(wave.FRAME_CELLS - 2)
}

/** The row of cell i on the side in a direction; of the rim beyond it, where `beyond` is 1. */
export function rowOf(direction: i32, i: i32, beyond: i32): i32 {
  const dy = rowStep(direction)
  return dy > 0 ? wave.FRAME_CELLS - 2 + beyond : dy < 0 ? 1 - beyond : i + 1
}

export function columnOf(direction: i32, i: i32, beyond: i32): i32 {
  const dx = columnStep(direction)
  return dx > 0 ? wave.FRAME_CELLS - 2 + beyond : dx < 0 ? 1 - beyond : i + 1
}
