/**
 * The corridor: the regions of level 0 that a route crosses. A dynamic programme over all entries between each region and the
 * next finds the cheapest sequence. Higher levels chose among few entries; this takes back most of what that cost, for
 * some dozens of additions a region.
 */
import type { AtlasColumns, AtlasLevel } from '../atlas/columns.ts'
import {
  type Crossing,
  directionOfCrossing,
  halfStepUnits,
  isOverCorner,
  reversed,
  xOf,
  yOf,
} from '../atlas/crossing.ts'
import { regionOfCell } from '../atlas/islands.ts'
import {
  crossingAt,
  endSlotOf,
  firstPairOf,
  firstSlotOf,
  hold,
  pairUnits,
  placeOfSlots,
  type Slot,
  slotOfCrossing,
  unitsOfStep,
} from '../atlas/level-graph.ts'
import { doubled } from '../base/growing.ts'
import type { Region } from '../base/ids.ts'
import { NONE } from '../base/none.ts'
import type { Terrain } from '../map/terrain.ts'
import type { QueryEnd } from '../route/end.ts'
import type { RouteEnd } from '../route/entry-search.ts'

/** A stretch of a route whose path is made at once: some regions of a corridor, and where the path begins and ends. */
export interface Stretch<End = QueryEnd> {
  readonly regionOf: readonly number[]
  readonly corridor: Corridor
  readonly count: number
  readonly from: End | Crossing
  readonly goal: End | null
}

export class Corridor {
  /** slotOf[i]: the slot of the entry, within regionOf[i], by which the path leaves the corridor's region i. */
  slotOf = new Int32Array(512)
  /** The crossing of that entry, as seen from the region. */
  crossingOf = new Int32Array(512)
  /** unitsOf[i]: the cost of the path up to the middle of that entry. */
  unitsOf = new Float64Array(512)
  /** The cost of the whole path. */
  units = 0
  /** At most this many of its regions keep no ways (isSearched). */
  searchedMax = Infinity
  private readonly graph: AtlasLevel
  /** Layer i holds the entries between regions i and i + 1, each with its slot on either side. */
  firstOfLayer = new Int32Array(512)
  slotOfItem = new Int32Array(2048)
  private slotBeyondOfItem = new Int32Array(2048)
  unitsOfItem = new Float64Array(2048)
  private previousOfItem = new Int32Array(2048)

  constructor(columns: AtlasColumns) {
    this.graph = columns.levels[0]
  }

  /**
   * Finds the cheapest sequence through the regions regionOf[0 .. count - 1]; a route leaves each by crossingOf. It begins at
   * the start, or at the crossing that enters the first region, seen from inside. It ends at the goal, by way of `goalRegion`
   * after them, or at the crossing by which the route leaves the last region.
   */
  solve(
    regionOf: ArrayLike<number>,
    crossingOf: ArrayLike<number>,
    count: number,
    from: RouteEnd | Crossing,
    goal: RouteEnd | null,
    goalRegion = NONE,
  ): void {
    this.searchedMax = Infinity
    this.reserve(count)
    let items = 0
    for (let layer = 0; layer < count; layer++) {
      const region = regionOf[layer]
      this.firstOfLayer[layer] = items
      const direction = directionOfCrossing(crossingOf[layer])
      if (layer + 1 < count) items = this.collect(region, regionOf[layer + 1], direction, items)
      else if (goal === null)
        items = this.take(slotOfCrossing(this.graph, region, crossingOf[layer] as Crossing), items)
      else items = this.collect(region, goalRegion, direction, items)
      if (layer > 0) this.relaxLayer(region, this.firstOfLayer[layer - 1], this.firstOfLayer[layer], items)
      else if (typeof from === 'number') this.enterAt(region, slotOfCrossing(this.graph, region, from), items)
      else this.leave(from, region, items)
    }
    this.firstOfLayer[count] = items
    this.trace(regionOf, count, goal, goalRegion)
  }

  /** Makes room for `count` regions. */
  reserve(count: number): void {
    if (count < this.firstOfLayer.length) return
    this.firstOfLayer = new Int32Array(2 * count)
    this.slotOf = new Int32Array(2 * count)
    this.crossingOf = new Int32Array(2 * count)
    this.unitsOf = new Float64Array(2 * count)
  }

  /** Appends one entry as an item of the last layer. */
  private take(slot: Slot, items: number): number {
    if (items === this.slotOfItem.length) this.grow(items + 1)
    this.slotOfItem[items] = slot
    return items + 1
  }

  /** Costs of the first layer, from the slot by which its region is entered. */
  private enterAt(region: Region, slot: Slot, items: number): void {
    for (let item = 0; item < items; item++) {
      const other = this.slotOfItem[item]
      this.unitsOfItem[item] = other === slot ? Infinity : pairUnits(this.graph, region, slot, other)
    }
  }

  /** Costs of the first layer, from the start, which knows them. */
  private leave(start: RouteEnd, region: Region, items: number): void {
    const first = placeOfSlots(this.graph, start.regions, region)
    for (let item = 0; item < items; item++) this.unitsOfItem[item] = start.unitsOfSlot[first + this.slotOfItem[item]]
  }

  /** Appends the entries between two regions, of which the second lies in that direction, as items. */
  private collect(region: Region, next: number, direction: number, items: number): number {
    const { graph } = this
    const { slots } = graph
    const firstSlot = firstSlotOf(graph, region)
    const endSlot = endSlotOf(graph, region)
    const firstBeyond = firstSlotOf(graph, next)
    const endBeyond = endSlotOf(graph, next)
    if (items + endSlot - firstSlot > this.slotOfItem.length) this.grow(items + endSlot - firstSlot)
    // Entries in the rows of both lie between them. Both rows list those in one order.
    let beyond = firstBeyond
    for (let slot = firstSlot; slot < endSlot; slot++) {
      if (directionOfCrossing(slots[2 * slot + 1]) !== direction) continue
      const word = slots[2 * slot]
      let there = beyond
      while (there < endBeyond && slots[2 * there] !== word) there++
      if (there === endBeyond) continue
      this.slotOfItem[items] = slot - firstSlot
      this.slotBeyondOfItem[items++] = there - firstBeyond
      beyond = there + 1
    }
    return items
  }

  /** From the layer before, whose items enter `region`, to the items from..to - 1, which leave it. */
  private relaxLayer(region: Region, before: number, from: number, to: number): void {
    const { tables } = this.graph
    const { slotOfItem, slotBeyondOfItem, unitsOfItem, previousOfItem } = this
    const firstPair = firstPairOf(this.graph, region)
    const scale = unitsOfStep(this.graph, region)
    for (let item = from; item < to; item++) {
      const slot = slotOfItem[item]
      const ownPairs = firstPair + ((slot * (slot - 1)) >> 1)
      let best = Infinity
      let bestSource = before
      for (let source = before; source < from; source++) {
        const other = slotBeyondOfItem[source]
        // Back through the same entry: no cheapest sequence turns around in a dead end.
        if (other === slot) continue
        const pair = other < slot ? ownPairs + other : firstPair + ((other * (other - 1)) >> 1) + slot
        const units = unitsOfItem[source] + tables[pair] * scale
        if (units < best) {
          best = units
          bestSource = source
        }
      }
      unitsOfItem[item] = best
      previousOfItem[item] = bestSource
    }
  }

  private trace(regionOf: ArrayLike<number>, count: number, goal: RouteEnd | null, goalRegion: Region): void {
    const first = goal === null ? 0 : placeOfSlots(this.graph, goal.regions, goalRegion)
    hold(first >= 0, 'tables')
    let best = Infinity
    let item = -1
    for (let last = this.firstOfLayer[count - 1]; last < this.firstOfLayer[count]; last++) {
      const units = this.unitsOfItem[last]
      const total = goal === null ? units : units + goal.unitsOfSlot[first + this.slotBeyondOfItem[last]]
      if (total < best) {
        best = total
        item = last
      }
    }
    hold(item >= 0, 'tables')
    for (let layer = count - 1; layer >= 0; layer--) {
      this.slotOf[layer] = this.slotOfItem[item]
      this.crossingOf[layer] = crossingAt(this.graph, firstSlotOf(this.graph, regionOf[layer]) + this.slotOfItem[item])
      this.unitsOf[layer] = this.unitsOfItem[item]
      item = this.previousOfItem[item]
    }
    this.units = best
  }

  private grow(needed: number): void {
    while (this.slotOfItem.length < needed) {
      this.slotOfItem = doubled(this.slotOfItem)
      this.slotBeyondOfItem = doubled(this.slotBeyondOfItem)
      this.previousOfItem = doubled(this.previousOfItem)
      this.unitsOfItem = doubled(this.unitsOfItem)
    }
  }
}

/** The region that a crossing leads to. */
export function regionBeyond({ labels, terrain }: AtlasColumns, crossing: Crossing): Region {
  const beyond = reversed(crossing)
  const [x, y] = [xOf(beyond), yOf(beyond)]
  return regionOfCell(labels, terrain.blockOf(x, y), x, y)
}

/** Visits all entries by which the regions solved last may be left, each with its cost from the start. */
export function forEachEntryOf(
  { firstOfLayer, slotOfItem, unitsOfItem }: Corridor,
  graph: AtlasLevel,
  regionOf: ArrayLike<number>,
  visit: (crossing: Crossing, units: number) => void,
): void {
  for (let layer = 0; layer < regionOf.length; layer++) {
    const firstSlot = firstSlotOf(graph, regionOf[layer])
    for (let item = firstOfLayer[layer]; item < firstOfLayer[layer + 1]; item++)
      visit(crossingAt(graph, firstSlot + slotOfItem[item]) as Crossing, unitsOfItem[item])
  }
}

/**
 * The cost by the tables of regions first .. end - 1, from the crossing into the first to that into region `end`. Region
 * number `count` is the goal's.
 */
export function unitsOfWindow(
  terrain: Terrain,
  { corridor, count, from }: Stretch,
  first: number,
  end: number,
  entered: Crossing,
  enteredNext: Crossing,
): number {
  const before = first > 0 ? corridor.unitsOf[first - 1] : 0
  const half = first > 0 || typeof from === 'number' ? halfStepUnits(terrain, entered) : 0
  if (end > count) return corridor.units - before - half
  return corridor.unitsOf[end - 1] + halfStepUnits(terrain, enteredNext) - before - half
}

/** Where a part of a corridor ends that should end before region `end`: a step over a corner passes a whole region. */
export function endOfPart(terrain: Terrain, { crossingOf }: Pick<Corridor, 'crossingOf'>, end: number): number {
  return isOverCorner(terrain, crossingOf[end - 1] as Crossing, crossingOf[end] as Crossing) ? end - 1 : end
}

/** Whether the cells of the block that a crossing is seen from differ in cost. */
export function isMixedAt(terrain: Terrain, crossing: Crossing): boolean {
  return terrain.costOfBlock[terrain.blockOf(xOf(crossing), yOf(crossing))] < 0
}
