/**
 * Rays of a jumping search: walks along a row or a column to the first cell where a shortest path may turn. They pass up to 32
 * cells at a time.
 */
import { COLUMNS, ROWS, type Tiles } from './tiles.ts'

/**
 * Walks along the row from the free cell (x, y), upward or downward by its sense. It stops at the first cell beside which a wall
 * has just ended: there a shortest path may turn. Returns its place << 2, with bit 0 set if that wall was beside the line before,
 * bit 1 if beside the line after. Where a wall ends the walk first, returns the complement (~) of the place of the last free
 * cell. After about `steps` steps with neither, returns a place with no bit set.
 */
export function stopAlongRow(tiles: Tiles, x: number, y: number, sense: number, steps: number): number {
  const at = lineOf(tiles, ROWS, x, y)
  return sense > 0 ? stopUpward(tiles, at, ROWS, x, y, x + steps) : stopDownward(tiles, at, ROWS, x, y, x - steps)
}

/** The same along the column. */
export function stopAlongColumn(tiles: Tiles, x: number, y: number, sense: number, steps: number): number {
  const at = lineOf(tiles, COLUMNS, y, x)
  return sense > 0 ? stopUpward(tiles, at, COLUMNS, y, x, y + steps) : stopDownward(tiles, at, COLUMNS, y, x, y - steps)
}

function stopUpward(tiles: Tiles, at: number, axis: number, along: number, line: number, end: number): number {
  const { words } = tiles
  let first = along & ~31
  let before = words[at]
  let free = words[at + 1]
  let after = words[at + 2]
  let endsBefore = before & ~(before << 1)
  let endsAfter = after & ~(after << 1)
  let stops = (~free | endsBefore | endsAfter) & (-2 << (along & 31))
  while (stops === 0) {
    const lastBefore = before >>> 31
    const lastAfter = after >>> 31
    first += 32
    if (first > end) return (first - 1) << 2
    at = lineOf(tiles, axis, first, line)
    before = words[at]
    free = words[at + 1]
    after = words[at + 2]
    endsBefore = before & ~((before << 1) | lastBefore)
    endsAfter = after & ~((after << 1) | lastAfter)
    stops = ~free | endsBefore | endsAfter
  }
  const bit = 31 - Math.clz32(stops & -stops)
  if (((free >>> bit) & 1) === 0) return ~((first | bit) - 1)
  return ((first | bit) << 2) | (((endsAfter >>> bit) & 1) << 1) | ((endsBefore >>> bit) & 1)
}

function stopDownward(tiles: Tiles, at: number, axis: number, along: number, line: number, end: number): number {
  const { words } = tiles
  let first = along & ~31
  let before = words[at]
  let free = words[at + 1]
  let after = words[at + 2]
  let endsBefore = before & ~(before >>> 1)
  let endsAfter = after & ~(after >>> 1)
  let stops = (~free | endsBefore | endsAfter) & ~(-1 << (along & 31))
  while (stops === 0) {
    const lastBefore = before << 31
    const lastAfter = after << 31
    if (first <= end) return first << 2
    first -= 32
    at = lineOf(tiles, axis, first, line)
    before = words[at]
    free = words[at + 1]
    after = words[at + 2]
    endsBefore = before & ~((before >>> 1) | lastBefore)
    endsAfter = after & ~((after >>> 1) | lastAfter)
    stops = ~free | endsBefore | endsAfter
  }
  const bit = 31 - Math.clz32(stops)
  if (((free >>> bit) & 1) === 0) return ~((first | bit) + 1)
  return ((first | bit) << 2) | (((endsAfter >>> bit) & 1) << 1) | ((endsBefore >>> bit) & 1)
}

/** Index of the word before a line's, in the tile that holds the line's cell at `along`. */
function lineOf(tiles: Tiles, axis: number, along: number, line: number): number {
  const tile = axis === ROWS ? tiles.tileOf(along >> 5, line >> 5) : tiles.tileOf(line >> 5, along >> 5)
  return tile + axis + (line & 31)
}
