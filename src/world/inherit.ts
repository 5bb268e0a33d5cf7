/**
 * Carries costs over when an atlas replaces a map. Costs between portals are measured on changed islands and copied on
 * the others. An island has changed if the cost of one of its cells has, before or after. Islands that join or part
 * always have such cells.
 *
 * Entries may get other numbers on the new map. The cells that they join identify them, so approaches can be copied
 * too.
 */
import { entryIn, forEachEntry } from '../atlas/level-graph.ts'
import { finish } from '../base/work.ts'
import type { Atlas } from '../find/atlas.ts'
import { approachLength, FAR } from './approach.ts'
import type { StopIsland, WorldPart } from './part.ts'
import type { Stop } from './plan.ts'

/** The cells (y * width + x) whose costs differ; null if size or directions of the maps differ. */
export function changedCells(before: Atlas, after: Atlas): number[] | null {
  const { width, height, directions } = before
  if (width !== after.width || height !== after.height || directions !== after.directions) return null
  const cells: number[] = []
  // One map after the other: switching between two versions of a live map takes time.
  const costs = new Float64Array(width * height)
  for (let cell = 0; cell < costs.length; cell++) costs[cell] = before.costAt(cell % width, Math.floor(cell / width))
  for (let cell = 0; cell < costs.length; cell++) {
    if (after.costAt(cell % width, Math.floor(cell / width)) !== costs[cell]) cells.push(cell)
  }
  return cells
}

/** Gives the islands of `part` their costs; returns how many were measured. `cells` have changed since `before`. */
export function inheritCosts(
  before: WorldPart,
  part: WorldPart,
  cells: Iterable<number> | null,
  stops: readonly Stop[],
): number {
  const kept = cells === null ? new Map<StopIsland, StopIsland>() : unchanged(before, part, [...cells])
  let measured = 0
  for (const island of part.islands) {
    if (kept.has(island)) continue
    finish(island.measuring(part.atlas, stops))
    measured++
  }
  if (kept.size === 0) return measured
  const length = approachLength(part.atlas.columns)
  const renumber = renumbering(before.atlas, part.atlas)
  for (const [island, old] of kept) {
    island.costs.set(old.costs)
    for (const [place, approach] of old.approaches.entries()) island.approaches[place] = renumber(approach, length)
  }
  return measured
}

/** The unchanged islands of `part`, each with its old one. */
function unchanged(before: WorldPart, part: WorldPart, cells: readonly number[]): Map<StopIsland, StopIsland> {
  const { width } = part.atlas
  const touchedOf = ({ islandAt }: Pick<WorldPart, 'islandAt'>) =>
    new Set(cells.map(cell => islandAt(cell % width, Math.floor(cell / width))))
  const touchedBefore = touchedOf({ islandAt: (x, y) => before.islandAt(x, y) })
  const touchedAfter = touchedOf({ islandAt: (x, y) => part.islandAt(x, y) })
  const oldOfFirstStop = new Map(before.islands.map(island => [island.stops[0], island]))
  const kept = new Map<StopIsland, StopIsland>()
  for (const island of part.islands) {
    const old = oldOfFirstStop.get(island.stops[0])
    if (old === undefined || touchedBefore.has(old) || touchedAfter.has(island)) continue
    kept.set(island, old)
  }
  return kept
}

/** Returns a function that copies approaches from the entries of one map to those of another. */
function renumbering(before: Atlas, after: Atlas): (approach: Uint16Array, length: number) => Uint16Array {
  const oldOfCrossing = new Map<number, number>()
  forEachEntry(before.columns.levels[0], (word, crossing) => {
    oldOfCrossing.set(crossing, entryIn(word))
  })
  const pairs: [now: number, then: number][] = []
  forEachEntry(after.columns.levels[0], (word, crossing) => {
    const old = oldOfCrossing.get(crossing)
    if (old !== undefined) pairs.push([entryIn(word), old])
  })
  return (approach, length) => {
    const renumbered = new Uint16Array(length).fill(FAR)
    renumbered[0] = approach[0]
    for (const [now, then] of pairs) renumbered[1 + now] = approach[1 + then]
    return renumbered
  }
}
