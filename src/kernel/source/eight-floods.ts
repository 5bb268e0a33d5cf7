/**
 * Floods one block from eight cells at once. There is no queue: costs are pulled over the links between cells, row by
 * row. A row takes costs from the row above it, then its cells take from each other from west to east and back. This
 * completes all ways that never go up, however they bend. Then the same upwards, and down again, until no row gains: on
 * smooth ground after three or four times. Rows whose neighbour gained nothing are skipped. The order does not change
 * the costs.
 */
import * as layout from '../block-layout.ts'
import { DIAGONAL_UNITS, STRAIGHT_UNITS } from '../units.ts'
import { UNREACHED, words, ZERO } from './part/constants.ts'
import { Down, Up } from './part/flags.ts'

const LINKS_BYTES = 4 * layout.FRAME_CELLS
/** Eight lanes of 32 bits. */
const CELL_BYTES = 32
/** Offsets from the cell north-west of the present one, so that none is negative. */
const NORTH = 1
const NORTH_EAST = 2
const WEST = layout.FRAME
const HERE = layout.FRAME + 1
const EAST = layout.FRAME + 2
const SOUTH_WEST = 2 * layout.FRAME
const SOUTH = 2 * layout.FRAME + 1
const SOUTH_EAST = 2 * layout.FRAME + 2

/** Makes the links from the costs, four cells at a time. */
export function link(isDiagonal: bool): void {
  const barredAlways = i32x4.splat(isDiagonal ? 0 : layout.FAR)
  let cell = 0
  for (let rows = 32; rows; rows--, cell += 4 * (layout.FRAME - 32)) {
    for (let fours = 8; fours; fours--, cell += 16) {
      const own = v128.load(cell, layout.COSTS_AT + 4 * HERE)
      const east = v128.load(cell, layout.COSTS_AT + 4 * EAST)
      const south = v128.load(cell, layout.COSTS_AT + 4 * SOUTH)
      const southWest = v128.load(cell, layout.COSTS_AT + 4 * SOUTH_WEST)
      const southEast = v128.load(cell, layout.COSTS_AT + 4 * SOUTH_EAST)
      const wall = barAt(own)
      const barred = v128.or(v128.or(wall, barAt(south)), barredAlways)
      const barredWest = v128.or(barAt(v128.load(cell, layout.COSTS_AT + 4 * WEST)), barAt(southWest))
      const barredEast = v128.or(barAt(east), barAt(southEast))
      put(cell, layout.LINK_EAST, own, east, STRAIGHT_UNITS, v128.or(wall, barAt(east)))
      put(cell, layout.LINK_SOUTH, own, south, STRAIGHT_UNITS, v128.or(wall, barAt(south)))
      put(cell, layout.LINK_SOUTH_WEST, own, southWest, DIAGONAL_UNITS, v128.or(barred, barredWest))
      put(cell, layout.LINK_SOUTH_EAST, own, southEast, DIAGONAL_UNITS, v128.or(barred, barredEast))
    }
  }
}

/** FAR where cells are walls, else 0. */
function barAt(costs: v128): v128 {
  return v128.and(v128.eq<i32>(costs, i32x4.splat(0)), i32x4.splat(layout.FAR))
}

function put(cell: i32, which: i32, a: v128, b: v128, length: i32, barred: v128): void {
  const units = i32x4.mul(i32x4.add(a, b), i32x4.splat(length))
  v128.store(cell + which * LINKS_BYTES, v128.max<u32>(units, barred), layout.LINKS_AT + 4 * HERE)
}

/** Completes all lanes. `down` has the rows of their sources as bits. */
export function flood(down: u32): void {
  let up = down >> 1
  down |= down << 1
  do {
    while (down) {
      const row = down & -down
      down ^= row
      if (!isGaining<Down>(row)) continue
      down |= row << 1
      up |= row >> 1
    }
    while (up) {
      const row: u32 = (1 << 31) >>> clz(up)
      up ^= row
      if (!isGaining<Up>(row)) continue
      down |= row << 1
      up |= row >> 1
    }
  } while (down)
}

/** One row: takes from the row beside and from west to east, then back from east to west. Returns whether it gained. */
function isGaining<Way>(row: u32): bool {
  const number = i32(ctz(row))
  const far = words(UNREACHED)
  let links = number * layout.FRAME * 4
  let at = number * layout.FRAME * CELL_BYTES
  let gained = words(ZERO)
  let low = far
  let high = far
  for (let left = 32; left; left--, links += 4, at += CELL_BYTES) {
    const step = v128.load32_splat(links, layout.LINKS_AT + layout.LINK_EAST * LINKS_BYTES + 4 * WEST)
    low = pulled<Way>(
      links,
      at,
      v128.min<u32>(v128.load(at, layout.LANES_AT + HERE * CELL_BYTES), i32x4.add(low, step)),
    )
    high = pulled<Way>(
      links,
      at + 16,
      v128.min<u32>(v128.load(at, layout.LANES_AT + HERE * CELL_BYTES + 16), i32x4.add(high, step)),
    )
    gained = v128.or(gained, noted(at, low))
    gained = v128.or(gained, noted(at + 16, high))
  }
  low = far
  high = far
  for (let left = 32; left; left--) {
    links -= 4
    at -= CELL_BYTES
    const step = v128.load32_splat(links, layout.LINKS_AT + layout.LINK_EAST * LINKS_BYTES + 4 * HERE)
    low = v128.min<u32>(v128.load(at, layout.LANES_AT + HERE * CELL_BYTES), i32x4.add(low, step))
    high = v128.min<u32>(v128.load(at, layout.LANES_AT + HERE * CELL_BYTES + 16), i32x4.add(high, step))
    gained = v128.or(gained, noted(at, low))
    gained = v128.or(gained, noted(at + 16, high))
  }
  return v128.any_true(gained)
}

/** Four lanes of a cell take from its three neighbours in the row above, or below. */
function pulled<Way>(links: i32, at: i32, units: v128): v128 {
  const isDown = idof<Way>() === idof<Down>()
  const west = v128.load(at, layout.LANES_AT + (isDown ? 0 : SOUTH_WEST) * CELL_BYTES)
  const middle = v128.load(at, layout.LANES_AT + (isDown ? NORTH : SOUTH) * CELL_BYTES)
  const east = v128.load(at, layout.LANES_AT + (isDown ? NORTH_EAST : SOUTH_EAST) * CELL_BYTES)
  const fromWest = isDown
    ? v128.load32_splat(links, layout.LINKS_AT + layout.LINK_SOUTH_EAST * LINKS_BYTES)
    : v128.load32_splat(links, layout.LINKS_AT + layout.LINK_SOUTH_WEST * LINKS_BYTES + 4 * HERE)
  const fromMiddle = v128.load32_splat(
    links,
    layout.LINKS_AT + layout.LINK_SOUTH * LINKS_BYTES + 4 * (isDown ? NORTH : HERE),
  )
  const fromEast = isDown
    ? v128.load32_splat(links, layout.LINKS_AT + layout.LINK_SOUTH_WEST * LINKS_BYTES + 4 * NORTH_EAST)
    : v128.load32_splat(links, layout.LINKS_AT + layout.LINK_SOUTH_EAST * LINKS_BYTES + 4 * HERE)
  units = v128.min<u32>(units, i32x4.add(west, fromWest))
  units = v128.min<u32>(units, i32x4.add(middle, fromMiddle))
  return v128.min<u32>(units, i32x4.add(east, fromEast))
}

/** Stores the costs of four lanes; returns the bits that changed. */
function noted(at: i32, units: v128): v128 {
  const known = v128.load(at, layout.LANES_AT + HERE * CELL_BYTES)
  v128.store(at, units, layout.LANES_AT + HERE * CELL_BYTES)
  return v128.xor(units, known)
}
