/**
 * Which news of a block a wave goes on with, where its caller wants to reach a goal only. They are those of cells from which a
 * way may lead there for less than the best one known. Also reads the cells of a sheet.
 */
import * as wave from '../kernel/wave-layout.ts'
import { DX, DY, OPPOSITE } from '../map/movement.ts'
import { BLOCK_MASK, BLOCK_SHIFT, BLOCK_SIDE_CELLS } from '../map/terrain.ts'
import type { WaveGround } from './wave-ground.ts'

/** Whether a way that costs `units` to a free cell (x, y) is worth going on. */
export type IsOfUse = (x: number, y: number, units: number) => boolean

/** Whether a block has sources, or a cell beside it has news of use. */
export function hasNewsOfUse(ground: WaveGround, sheet: number, isOfUse: IsOfUse): boolean {
  const { words } = ground
  if (words[(sheet + wave.FRESH_AT) >>> 2] !== 0) return true
  const corners = words[(sheet + wave.TOLD_CORNERS_AT) >>> 2]
  for (let direction = 0; direction < 8; direction++) {
    const told = direction < 4 ? words[((sheet + wave.TOLD_AT) >>> 2) + direction] : (corners >>> (direction - 4)) & 1
    // What came eastward lies west of the block.
    if (told !== 0 && isAnyOfUse(ground, sheet, direction ^ OPPOSITE, BLOCK_SIDE_CELLS, told, isOfUse)) return true
  }
  return false
}

/**
 * Whether a way to one of some cells is of use. The cells are bits, on a side of the block where `last` is 31, and just beyond
 * that side where `last` is 32.
 */
export function isAnyOfUse(
  ground: WaveGround,
  sheet: number,
  side: number,
  last: number,
  cells: number,
  isOfUse: IsOfUse,
): boolean {
  const { words, floats, unitScale, terrain } = ground
  const block = words[(sheet + wave.BLOCK_AT) >>> 2]
  const base = floats[(sheet + wave.BASE_AT) >>> 3]
  const left = (block % terrain.blocksWide) << BLOCK_SHIFT
  const top = Math.floor(block / terrain.blocksWide) << BLOCK_SHIFT
  const dx = DX[side]
  const dy = DY[side]
  for (let rest = cells; rest !== 0; rest &= rest - 1) {
    const i = 31 - Math.clz32(rest & -rest)
    const column = dx > 0 ? last : dx < 0 ? BLOCK_MASK - last : i
    const row = dy > 0 ? last : dy < 0 ? BLOCK_MASK - last : i
    const units = (base + overBase(ground, sheet, row + 1, column + 1)) * unitScale
    if (isOfUse(left + column, top + row, units)) return true
  }
  return false
}

/** The cost of a cell of a frame over the base of the sheet; Infinity where it is not reached. */
export function overBase(
  { kind, words, shorts, floats }: WaveGround,
  sheet: number,
  row: number,
  column: number,
): number {
  if (kind === wave.EVEN) {
    const over = shorts[(sheet + wave.EVEN_CORNER_AT + row * wave.EVEN_PITCH + 2 * column) >>> 1]
    return over === wave.EVEN_FAR ? Infinity : over
  }
  if (kind === wave.WIDE) return floats[((sheet + wave.CELLS_AT) >>> 3) + row * wave.FRAME_CELLS + column]
  const over = words[((sheet + wave.CELLS_AT) >>> 2) + row * wave.FRAME_CELLS + column]
  return over === wave.MIXED_FAR ? Infinity : over
}
