/**
 * Proves that the tables above level 0 follow from those of the level below. Each cost is that of the cheapest way through
 * the region's children, which a plain Dijkstra over their entries finds. Each stored way passes entries of these children
 * at exactly its cost. So each level rests on the one below, and the lowest on the cells.
 */
import type { AtlasColumns, AtlasLevel } from '../../../src/atlas/columns.ts'
import { sideOf } from '../../../src/atlas/crossing.ts'
import {
  crossingAt,
  entryAt,
  entryIn,
  firstSlotOf,
  pairOf,
  pairUnits,
  slotCountOf,
  slotOfEntry,
  unitsOfStep,
  WAY_SEARCHED,
  WayFinder,
} from '../../../src/atlas/level-graph.ts'
import type { Level, Region } from '../../../src/base/ids.ts'
import { UNITS_PER_CELL } from '../../../src/map/movement.ts'
import type { Proof } from '../../../src/proof/file-proofs.ts'
import { EntryFlood } from './entry-flood.ts'

const BROKEN = Number.NaN

export const upperTablesProof: Proof = {
  name: 'tables',
  run({ levels }: AtlasColumns, onProgress) {
    let pairs = 0
    for (let level = 1; level < levels.length; level++) {
      pairs += levels[level].pairCount
      const problemOf = tableJudge(levels, level)
      const regions = levels[level].regionCount
      for (let region = 0; region < regions; region++) {
        onProgress((level - 1 + region / regions) / (levels.length - 1))
        const problem = problemOf(region)
        if (problem !== '') return { looked: `the costs of level ${level}`, problem }
      }
    }
    return { looked: `all ${pairs} costs above level 0, and the ways, entry by entry`, problem: '' }
  },
}

/** Tells what is wrong with the table of a region of a level above 0; empty where nothing is. */
function tableJudge(levels: readonly AtlasLevel[], level: Level): (region: Region) => string {
  const [lower, graph] = [levels[level - 1], levels[level]]
  const flood = new EntryFlood(lower)
  const ways = new WayFinder()
  return region => {
    const size = slotCountOf(graph, region)
    const entries = Array.from({ length: size }, (_, slot) => entryAt(graph, firstSlotOf(graph, region) + slot))
    for (let high = 1; high < size; high++) {
      flood.flood([entries[high]], region)
      for (let low = 0; low < high; low++) {
        const units = flood.unitsTo[entries[low]]
        const told = pairUnits(graph, region, low, high)
        const pair = `${entries[low]} and ${entries[high]}`
        if (!(told >= units && told < units + unitsOfStep(graph, region))) {
          const [says, is] = [told / UNITS_PER_CELL, units / UNITS_PER_CELL]
          return `Region ${region} of level ${level} says that entries ${pair} are ${says} apart, but its children ${is}.`
        }
        if (unitsOfWay(graph, lower, ways, region, low, high) !== units) {
          return `The way between entries ${pair} that region ${region} of level ${level} keeps is none of that cost.`
        }
      }
    }
    return ''
  }
}

/** What the way that is kept costs along the tables below, from the lower slot on; BROKEN where it does not lead there. */
function unitsOfWay(
  graph: AtlasLevel,
  lower: AtlasLevel,
  ways: WayFinder,
  region: Region,
  low: number,
  high: number,
): number {
  if (ways.find(graph, region, pairOf(low, high)) === WAY_SEARCHED) return BROKEN
  const { tableBytes } = graph
  const firstSlot = firstSlotOf(graph, region)
  let entry = entryAt(graph, firstSlot + low)
  let child = lower.regionOfSide[2 * entry + sideOf(crossingAt(graph, firstSlot + low))]
  let units = 0
  for (let at = ways.from; at < ways.end; ) {
    let slot = tableBytes[at] & 127
    for (let shift = 7; tableBytes[at++] > 127; shift += 7) slot |= (tableBytes[at] & 127) << shift
    units += unitsAcross(lower, region, child, slotOfEntry(lower, child, entry), slot)
    if (Number.isNaN(units)) return BROKEN
    const place = 2 * (firstSlotOf(lower, child) + slot)
    entry = entryIn(lower.slots[place])
    child = lower.regionOfSide[2 * entry + 1 - sideOf(lower.slots[place + 1])]
  }
  const toSlot = slotOfEntry(lower, child, entryAt(graph, firstSlot + high))
  return units + unitsAcross(lower, region, child, slotOfEntry(lower, child, entry), toSlot)
}

/** What a child costs from the one slot to the other; NaN where it is none of the region's or does not lead there. */
function unitsAcross(lower: AtlasLevel, region: Region, child: Region, fromSlot: number, toSlot: number): number {
  const size = slotCountOf(lower, child)
  if (lower.parentOfRegion[child] !== region) return Number.NaN
  if (fromSlot >= size || toSlot < 0 || toSlot >= size || fromSlot === toSlot) return Number.NaN
  return pairUnits(lower, child, fromSlot, toSlot)
}
