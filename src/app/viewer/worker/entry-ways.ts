/**
 * The edges of the abstract graph at one entry: its ways to all other entries of its two regions, as paths. Straight
 * lines from entry to entry would cross walls.
 */
import { xOf, yOf } from '../../../atlas/crossing.ts'
import { endRegionOf, firstRegionOf } from '../../../atlas/islands.ts'
import { blocksAtLevel } from '../../../atlas/layout.ts'
import { crossingAt, entryAt } from '../../../atlas/level-graph.ts'
import { BLOCK_SHIFT } from '../../../map/terrain.ts'
import type { Atlas, Finder } from '../../../query.ts'
import { middleX, middleY, slotsOf } from '../../draw/marks.ts'
import { bendsOf } from '../../draw/query-marks.ts'
import type { Cell, EntryWays } from '../protocol.ts'

/** The ways of the entry of `level` that is closest to a cell; null where none is within reach. */
export function entryWays(
  atlas: Atlas,
  finder: Finder,
  cell: Cell,
  level: number,
  reachCells: number,
): EntryWays | null {
  const entry = entryNear(atlas, cell, level, reachCells)
  if (entry === null) return null
  const graph = atlas.columns.levels[level]
  const ways: Int32Array[] = []
  let at: EntryWays['at'] = { x: cell.x, y: cell.y }
  for (const region of graph.regionOfSide.subarray(2 * entry, 2 * entry + 2)) {
    const { from, to } = slotsOf(graph, region)
    const slots = Array.from({ length: to - from }, (_, i) => from + i)
    const own = slots.find(slot => entryAt(graph, slot) === entry)
    if (own === undefined) continue
    const crossing = crossingAt(graph, own)
    at = { x: middleX(crossing), y: middleY(crossing) }
    for (const slot of slots) {
      if (slot === own) continue
      const other = crossingAt(graph, slot)
      const route = finder.find(xOf(crossing), yOf(crossing), xOf(other), yOf(other))
      if (route.status === 'found') ways.push(bendsOf(route.cells()))
    }
  }
  return { at, ways }
}

function entryNear({ columns }: Atlas, { x, y }: Cell, level: number, reachCells: number): number | null {
  const graph = columns.levels[level]
  const shift = BLOCK_SHIFT + level
  const block = (y >> shift) * blocksAtLevel(columns.terrain.blocksWide, level) + (x >> shift)
  let best: number | null = null
  let bestDistance = reachCells
  const endRegion = endRegionOf(graph.regionsOfBlock, block)
  for (let region = firstRegionOf(graph.regionsOfBlock, block); region < endRegion; region++) {
    const { from, to } = slotsOf(graph, region)
    for (let slot = from; slot < to; slot++) {
      const crossing = crossingAt(graph, slot)
      const distance = Math.hypot(middleX(crossing) - x, middleY(crossing) - y)
      if (distance > bestDistance) continue
      bestDistance = distance
      best = entryAt(graph, slot)
    }
  }
  return best
}
