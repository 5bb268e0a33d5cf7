/**
 * The way back from a cell that a flood has reached to its source, for floods over cells in a frame of walls. Where several ways
 * are equal the one that turns late, seen from the cell, is taken.
 */

export interface Flooded {
  /** Where the flood began. */
  readonly source: number
  /** Whether a cheapest path may enter `cell` by a step in `direction`. */
  isStepBack(cell: number, direction: number): boolean
}

/**
 * Writes the runs of a cheapest path from the source to `cell`, last run first: out = direction, steps, ... Returns the numbers
 * written; -1 where no steps lead back, or more runs than `out` has room for.
 */
export function runsBack(flooded: Flooded, cell: number, offsets: Int32Array, out: Int32Array): number {
  const { source } = flooded
  let length = 0
  let direction = -1
  while (cell !== source) {
    if (direction < 0 || !flooded.isStepBack(cell, direction)) {
      direction = 0
      while (!flooded.isStepBack(cell, direction)) if (++direction === offsets.length) return -1
      if (length >= out.length) return -1
      out[length] = direction
      out[length + 1] = 0
      length += 2
    }
    out[length - 1]++
    cell -= offsets[direction]
  }
  return length
}
