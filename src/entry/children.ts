/**
 * Inverts a column of regions: the children of each region, from the region of each child. Those with NO_PARENT are left out.
 */
import { NO_PARENT } from '../atlas/islands.ts'
import type { Allocate } from '../base/memory.ts'
import { STEPS_A_PIECE, type Work } from '../base/work.ts'

export interface Children {
  /** list[first[region] .. first[region + 1] - 1] are the children of a region, in their order. */
  readonly first: Int32Array
  readonly list: Int32Array
}

export function* childrenByRegion(parentOfRegion: Int32Array, regionCount: number, allocate: Allocate): Work<Children> {
  const first = new Int32Array(allocate(4 * (regionCount + 1)))
  for (let child = 0; child < parentOfRegion.length; child++) {
    if (child % STEPS_A_PIECE === 0) yield
    if (parentOfRegion[child] !== NO_PARENT) first[parentOfRegion[child] + 1]++
  }
  for (let region = 0; region < regionCount; region++) first[region + 1] += first[region]
  const next = first.slice()
  const list = new Int32Array(allocate(4 * first[regionCount]))
  for (let child = 0; child < parentOfRegion.length; child++) {
    if (child % STEPS_A_PIECE === 0) yield
    if (parentOfRegion[child] !== NO_PARENT) list[next[parentOfRegion[child]]++] = child
  }
  return { first, list }
}

/** The parent of each of the first `count` regions listed. */
export function* parentsOf(
  regions: Int32Array,
  count: number,
  parentOfRegion: Int32Array,
  allocate: Allocate,
): Work<Int32Array> {
  const parents = new Int32Array(allocate(4 * count))
  for (let i = 0; i < count; i++) {
    if (i % STEPS_A_PIECE === 0) yield
    parents[i] = parentOfRegion[regions[i]]
  }
  return parents
}
