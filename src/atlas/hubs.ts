/**
 * Hubs are entries that many cheapest ways pass. Every entry knows the costs to some hubs. They are chosen so that the cheapest way
 * between any two entries of an island passes a hub that both know. So two lists give the cost between two entries, and rows give
 * the way step by step: no search.
 *
 * The hub that most ways pass has the lowest number. An atlas has hubs only if the bake was asked for them.
 */
import { doubled } from '../base/growing.ts'
import type { Entry, Level, Region } from '../base/ids.ts'
import { AT_HUB } from '../kernel/hub-layout.ts'
import { reversed, sideOf } from './crossing.ts'
import {
  crossingAt,
  entryAt,
  firstPairOf,
  firstSlotOf,
  headOf,
  hold,
  type LevelGraph,
  type LevelTopology,
  pairOf,
  slotCountOf,
  slotOfEntry,
  WayFinder,
} from './level-graph.ts'

/** The count of hubs that an entry knows has 16 bits. */
export const HUBS_OF_ENTRY_MAX = 0xffff
/** The highest level whose entries may know hubs. */
export const HUB_LEVEL_MAX = 1
/** The step of an entry to itself. It is above all other steps: two regions have at most 248 slots, as a block's rim has 124 cells. */
export { AT_HUB }

/** What a file stores about hubs. All else follows (hub-costs.ts). */
export interface HubSteps {
  /** The level whose entries know hubs. */
  readonly level: Level
  /** The count of hubs that each entry knows. */
  readonly hubCountOfEntry: Uint16Array
  /** The gaps between the numbers of the hubs that an entry knows (hub-gaps.ts). */
  readonly hubGaps: Uint8Array
  /**
   * For each hub that an entry knows, the next entry on the way there, as a slot. Slots of the region on side 1 come after
   * those on side 0.
   */
  readonly hubSteps: Uint8Array
}

/** The hubs that each entry knows. */
export interface HubNumbers {
  /** Entry e knows those from firstHubOfEntry[e] up to firstHubOfEntry[e + 1], the lowest number first. */
  readonly firstHubOfEntry: Int32Array
  readonly hubs: Uint16Array | Int32Array
}

/** The place of a hub in an entry's list; -1 if the entry does not know it. */
export function placeOfHub({ firstHubOfEntry, hubs }: HubNumbers, entry: Entry, hub: number): number {
  let low = firstHubOfEntry[entry]
  let end = firstHubOfEntry[entry + 1]
  const last = end
  while (low < end) {
    const middle = (low + end) >> 1
    if (hubs[middle] < hub) low = middle + 1
    else end = middle
  }
  return low < last && hubs[low] === hub ? low : -1
}

/** The step that leads from an entry through `region`, which is on its side `side`, to a slot of it. */
export function stepThrough(levelZero: LevelTopology, entry: Entry, side: number, slot: number): number {
  return side === 0 ? slot : slotCountOf(levelZero, levelZero.regionOfSide[2 * entry]) + slot
}

/** The side of the entry on which the region lies through which a step leads. */
export function sideOfStep(levelZero: LevelTopology, entry: Entry, step: number): number {
  return step < slotCountOf(levelZero, levelZero.regionOfSide[2 * entry]) ? 0 : 1
}

/** The slot of that region to which a step leads. */
export function slotOfStep(levelZero: LevelTopology, entry: Entry, step: number, side: number): number {
  return side === 0 ? step : step - slotCountOf(levelZero, levelZero.regionOfSide[2 * entry])
}

/**
 * Words of a step: its region; the slots in and out; its cost; the entry by which it leaves, and that entry's crossing. The upper
 * 16 bits of the cost are the head of the region's table. The entry and the crossing by which a hop begins stand before its first
 * step.
 */
export const STEP_WORDS = 5
export const ENTRY_WORD = 3
export const CROSSING_WORD = 4
/** The words before the first step of a hop: its count of steps, an entry and its crossing. */
const WORDS_BEFORE = 3
export const HALF_BITS = 16
export const HALF_MASK = 0xffff

/**
 * Hops between entries of the level that has hubs, as steps of level 0, along which paths are made. A hop is read off the ways of a
 * table when it is first needed, and kept. Its steps lie side by side. So a route is put together without tables and rows, which
 * lie far apart in memory.
 */
export class HubHops {
  /** The steps of hops, from the lower slot to the higher one. */
  steps = new Int32Array(1 << 12)
  private end = 0
  /** Where the steps of a pair begin, by the word of the tables that has its cost; 0 before it is first needed. */
  private readonly firstOfWord: Int32Array
  private readonly graph: LevelGraph
  private readonly lower: LevelGraph
  private readonly ways = new WayFinder()

  constructor(levels: readonly LevelGraph[], level: Level) {
    this.graph = levels[level]
    this.lower = levels[0]
    this.firstOfWord = new Int32Array(this.graph.tables.length)
  }

  /** Twice the place in `steps` of the hop between two slots of a region, plus 1 if it leads from the higher slot. */
  directed(region: Region, from: number, to: number): number {
    const { firstOfWord } = this
    const word = firstPairOf(this.graph, region) + pairOf(from, to)
    if (firstOfWord[word] === 0) {
      this.end += WORDS_BEFORE
      const first = this.end
      this.follow(region, Math.min(from, to), Math.max(from, to))
      this.steps[first - WORDS_BEFORE] = (this.end - first) / STEP_WORDS
      firstOfWord[word] = first
    }
    return 2 * firstOfWord[word] + (from > to ? 1 : 0)
  }

  /** The count of steps of the hop that begins there. */
  countAt(first: number): number {
    return this.steps[first - WORDS_BEFORE]
  }

  /** Through the regions of level 0 from one slot to a higher one. */
  private follow(region: Region, low: number, high: number): void {
    const { graph, lower, ways } = this
    const firstSlot = firstSlotOf(graph, region)
    let entry = entryAt(graph, firstSlot + low)
    const entered = crossingAt(graph, firstSlot + low)
    let child = lower.regionOfSide[2 * entry + sideOf(entered)]
    this.reserve()
    this.steps[this.end - 2] = entry
    this.steps[this.end - 1] = reversed(entered)
    // Ways of level 0 lead along cells: there a hop is one step.
    if (graph !== lower) ways.find(graph, region, pairOf(low, high))
    for (let at = ways.from; at < ways.end; ) {
      let slot = graph.tableBytes[at] & 127
      for (let shift = 7; graph.tableBytes[at++] > 127; shift += 7) slot |= (graph.tableBytes[at] & 127) << shift
      hold(slot >= 0 && slot < slotCountOf(lower, child), 'ways')
      const place = firstSlotOf(lower, child) + slot
      this.push(child, entry, entryAt(lower, place))
      entry = entryAt(lower, place)
      child = lower.regionOfSide[2 * entry + 1 - sideOf(crossingAt(lower, place))]
    }
    this.push(child, entry, entryAt(graph, firstSlot + high))
  }

  private push(region: Region, before: number, entry: number): void {
    const { lower } = this
    const from = slotOfEntry(lower, region, before)
    const to = slotOfEntry(lower, region, entry)
    hold(from !== to && Math.max(from, to) < slotCountOf(lower, region), 'ways')
    this.reserve()
    const { steps, end } = this
    steps[end] = region
    steps[end + 1] = from | (to << HALF_BITS)
    steps[end + 2] = lower.tables[firstPairOf(lower, region) + pairOf(from, to)] | (headOf(lower, region) << HALF_BITS)
    steps[end + ENTRY_WORD] = entry
    steps[end + CROSSING_WORD] = crossingAt(lower, firstSlotOf(lower, region) + to)
    this.end += STEP_WORDS
  }

  /** Makes room for a step and for the words before the next hop. */
  private reserve(): void {
    if (this.end + STEP_WORDS + WORDS_BEFORE > this.steps.length) this.steps = doubled(this.steps)
  }
}
