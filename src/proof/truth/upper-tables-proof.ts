/**
 * The tables above level 0 follow from those of the level below: each cost is that of the cheapest way through the region's
 * children, found by a plain Dijkstra over their entries, and each way that is kept passes entries of these children, for
 * just that. So each level rests on the one below, and the lowest on the cells.
 */
import type { AtlasColumns, AtlasLevel } from '../../atlas/columns.ts'
import { sideOf } from '../../atlas/crossing.ts'
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
} from '../../atlas/level-graph.ts'
import { WAY_SEARCHED, WayFinder } from '../../atlas/ways.ts'
import type { Level, Region } from '../../base/ids.ts'
import { UNITS_PER_CELL } from '../../map/movement.ts'
import { EntryFlood } from './entry-flood.ts'
import type { Proof } from './finding.ts'

const BROKEN = -1

export const upperTablesProof: Proof = {
  name: 'tables',
  run({ levels }: AtlasColumns, onProgress) {
    let pairs = 0
    for (let level = 1; level < levels.length; level++) {
      pairs += levels[level].pairCount
      const tables = new UpperTables(levels, level)
      const regions = levels[level].regionCount
      for (let region = 0; region < regions; region++) {
        onProgress((level - 1 + region / regions) / (levels.length - 1))
        const problem = tables.problemOf(region)
        if (problem !== '') return { looked: `the costs of level ${level}`, problem }
      }
    }
    return { looked: `all ${pairs} costs above level 0, and the ways, entry by entry`, problem: '' }
  },
}

class UpperTables {
  private readonly level: Level
  private readonly graph: AtlasLevel
  private readonly lower: AtlasLevel
  private readonly flood: EntryFlood
  private readonly ways = new WayFinder()

  constructor(levels: readonly AtlasLevel[], level: Level) {
    this.level = level
    this.graph = levels[level]
    this.lower = levels[level - 1]
    this.flood = new EntryFlood(this.lower)
  }

  problemOf(region: Region): string {
    const { graph, flood, level } = this
    const size = slotCountOf(graph, region)
    for (let high = 1; high < size; high++) {
      flood.flood([this.entryOf(graph, region, high)], region)
      for (let low = 0; low < high; low++) {
        const units = flood.unitsTo[this.entryOf(graph, region, low)]
        const told = pairUnits(graph, region, low, high)
        const pair = `${this.entryOf(graph, region, low)} and ${this.entryOf(graph, region, high)}`
        if (!(told >= units && told < units + unitsOfStep(graph, region))) {
          const [says, is] = [told / UNITS_PER_CELL, units / UNITS_PER_CELL]
          return `Region ${region} of level ${level} says that entries ${pair} are ${says} apart, but its children ${is}.`
        }
        if (this.unitsOfWay(region, low, high) !== units) {
          return `The way between entries ${pair} that region ${region} of level ${level} keeps is none of that cost.`
        }
      }
    }
    return ''
  }

  /** What the way that is kept costs along the tables below, from the lower slot on; BROKEN where it does not lead there. */
  private unitsOfWay(region: Region, low: number, high: number): number {
    const { graph, lower, ways } = this
    if (ways.find(graph, region, pairOf(low, high)) === WAY_SEARCHED) return BROKEN
    const { tableBytes } = graph
    let entry = this.entryOf(graph, region, low)
    let child = lower.regionOfSide[2 * entry + sideOf(crossingAt(graph, firstSlotOf(graph, region) + low))]
    let units = 0
    for (let at = ways.from; at < ways.end; ) {
      let slot = tableBytes[at] & 127
      for (let shift = 7; tableBytes[at++] > 127; shift += 7) slot |= (tableBytes[at] & 127) << shift
      const fromSlot = slotOfEntry(lower, child, entry)
      if (!this.canCross(region, child, fromSlot, slot)) return BROKEN
      units += pairUnits(lower, child, fromSlot, slot)
      const place = 2 * (firstSlotOf(lower, child) + slot)
      entry = entryIn(lower.slots[place])
      child = lower.regionOfSide[2 * entry + 1 - sideOf(lower.slots[place + 1])]
    }
    const fromSlot = slotOfEntry(lower, child, entry)
    const toSlot = slotOfEntry(lower, child, this.entryOf(graph, region, high))
    return this.canCross(region, child, fromSlot, toSlot) ? units + pairUnits(lower, child, fromSlot, toSlot) : BROKEN
  }

  /** Whether `child` is one of the region's and leads from the one slot to the other. */
  private canCross(region: Region, child: Region, fromSlot: number, toSlot: number): boolean {
    const size = slotCountOf(this.lower, child)
    if (this.lower.parentOfRegion[child] !== region) return false
    return fromSlot < size && toSlot >= 0 && toSlot < size && fromSlot !== toSlot
  }

  private entryOf(graph: AtlasLevel, region: Region, slot: number): number {
    return entryAt(graph, firstSlotOf(graph, region) + slot)
  }
}
