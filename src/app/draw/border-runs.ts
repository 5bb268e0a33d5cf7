/**
 * Finds where regions of one level meet. A region is a connected part of its block, so two regions only touch across
 * the border of two blocks. A walk along the block borders that looks for cells open on both sides finds every contact.
 */
import type { Terrain } from '../../map/terrain.ts'
import { BLOCK_SHIFT } from '../../map/terrain.ts'
import type { Window } from './surface.ts'

/**
 * A stretch of border, in cells: if upright, along x = line from y = from to y = to; else along y = line. `rank` is the
 * number of levels above this one whose blocks also end here.
 */
type RunVisitor = (isUpright: boolean, rank: number, line: number, from: number, to: number) => void

/** Visits the visible borders of a window. */
export function borderRuns(terrain: Terrain, level: number, window: Window, visit: RunVisitor): void {
  const { scale } = window
  for (const isUpright of [true, false]) {
    const [near, along] = isUpright ? [window.x, window.y] : [window.y, window.x]
    const [across, length] = isUpright ? [window.width, window.height] : [window.height, window.width]
    const [width, height] = isUpright ? [terrain.width, terrain.height] : [terrain.height, terrain.width]
    const isOpen = isUpright
      ? (line: number, at: number) => terrain.isFree(line - 1, at) && terrain.isFree(line, at)
      : (line: number, at: number) => terrain.isFree(at, line - 1) && terrain.isFree(at, line)
    const shift = BLOCK_SHIFT + level
    // If a pixel shows many cells, one of them stands for it.
    const stride = scale >= 1 ? 1 : 1 << Math.floor(Math.log2(1 / scale))
    const from = Math.max(0, Math.floor(along / stride) * stride)
    const to = Math.min(height, Math.ceil(along + length / scale))
    const firstBlock = Math.max(1, Math.floor(near - 2 / scale) >> shift)
    for (let block = firstBlock; block << shift < Math.min(width, near + (across + 2) / scale); block++) {
      const rank = 31 - Math.clz32(block & -block)
      runsOfLine(block << shift, from, to, stride, isOpen, (start, end) =>
        visit(isUpright, rank, block << shift, start, Math.min(end, height)),
      )
    }
  }
}

function runsOfLine(
  line: number,
  from: number,
  to: number,
  stride: number,
  isOpen: (line: number, at: number) => boolean,
  visit: (start: number, end: number) => void,
): void {
  let start = -1
  for (let at = from; at < to; at += stride) {
    const open = isOpen(line, at)
    if (open && start < 0) start = at
    if (!open && start >= 0) {
      visit(start, at)
      start = -1
    }
  }
  if (start >= 0) visit(start, to)
}
