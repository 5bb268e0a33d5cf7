/**
 * Lays out the costs of cells for sweeps, from a byte or two each to 32 bits. First come the rows of blocks side by side, then
 * the cells in the rows of a frame, four at a time. Walls, 0 in the terrain, become WALL.
 */
import { FIRST_AT, GROUND_AT, LAST_AT } from '../../sweep-layout.ts'
import { WALL } from '../../units.ts'

/** Puts blocks that lie one behind the other side by side; `bytes` are those of a row of a block, `stride` of a row of all. */
export function gather(from: i32, to: i32, bytes: i32, stride: i32, blocks: i32): void {
  for (; blocks; blocks--, to += bytes - 32 * stride) {
    for (let rows = 32; rows; rows--, to += stride - bytes) {
      for (const end = to + bytes; to !== end; from += 16, to += 16) v128.store(to, v128.load(from))
    }
  }
}
/** Lays out the rows row .. end - 1 of a frame; `zero` is the address that cell 0 of the first row has, or would have. */
export function lay8(side: i32, row: i32, end: i32, zero: i32, stride: i32): void {
  lay<u8>(side, row, end, zero, stride)
}
export function lay16(side: i32, row: i32, end: i32, zero: i32, stride: i32): void {
  lay<u16>(side, row, end, zero, stride)
}
/** The same where rows of the frame are columns of the blocks, which lie one below the other. */
export function layTurned8(side: i32, row: i32, end: i32, zero: i32): void {
  layTurned<u8>(side, row, end, zero)
}
export function layTurned16(side: i32, row: i32, end: i32, zero: i32): void {
  layTurned<u16>(side, row, end, zero)
}

function lay<Cell>(side: i32, row: i32, end: i32, zero: i32, stride: i32): void {
  for (; row !== end; row++, zero += stride) {
    let from = zero + firstOf(row) * sizeof<Cell>()
    let to = GROUND_AT + ((row * side + firstOf(row)) << 2)
    const fours = foursOf(row)
    if (fours <= 0) continue
    for (let left = fours; left; left--, from += 4 * sizeof<Cell>(), to += 16) put<Cell>(to, v128.load64_splat(from))
    endRow(side, row)
  }
}

function layTurned<Cell>(side: i32, row: i32, end: i32, zero: i32): void {
  const rowBytes = 32 * sizeof<Cell>()
  for (; row !== end; row++, zero += sizeof<Cell>()) {
    let from = zero + firstOf(row) * rowBytes
    let to = GROUND_AT + ((row * side + firstOf(row)) << 2)
    const fours = foursOf(row)
    if (fours <= 0) continue
    let cells = i32x4.splat(0)
    for (let left = fours; left; left--, from += 4 * rowBytes, to += 16) {
      cells = v128.load_lane<Cell>(from, cells, 0)
      cells = v128.load_lane<Cell>(from, cells, 1, rowBytes)
      cells = v128.load_lane<Cell>(from, cells, 2, 2 * rowBytes)
      cells = v128.load_lane<Cell>(from, cells, 3, 3 * rowBytes)
      put<Cell>(to, cells)
    }
    endRow(side, row)
  }
}

/** Writes the first four of the cells. */
function put<Cell>(to: i32, cells: v128): void {
  const shorts = sizeof<Cell>() === 1 ? v128.extend_low<u8>(cells) : cells
  const costs = v128.extend_low<u16>(shorts)
  v128.store(to, v128.or(costs, v128.and(v128.eq<i32>(costs, i32x4.splat(0)), i32x4.splat(WALL))))
}

/** Restores the walls beyond the last cell, which groups of four overwrote. */
function endRow(side: i32, row: i32): void {
  v128.store((row * side + load<i32>(row << 2, LAST_AT)) << 2, i32x4.splat(WALL), GROUND_AT + 4)
}

function firstOf(row: i32): i32 {
  return load<i32>(row << 2, FIRST_AT)
}

function foursOf(row: i32): i32 {
  return (load<i32>(row << 2, LAST_AT) - load<i32>(row << 2, FIRST_AT) + 4) >> 2
}
