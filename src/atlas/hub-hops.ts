/**
 * Ways to hubs lead from entry to entry of a level, and paths are made along those of level 0. What lies between two entries
 * of a region is read off the ways of its table when it is first asked for, and kept: side by side what each step of level 0
 * is, so that routes are put together without a look at tables and rows, which lie far from each other in memory.
 */
import { doubled } from '../base/growing.ts'
import type { Level, Region } from '../base/ids.ts'
import { reversed, sideOf } from './crossing.ts'
import { hold } from './hold.ts'
import {
  crossingAt,
  entryAt,
  firstPairOf,
  firstSlotOf,
  headOf,
  type LevelGraph,
  pairOf,
  slotCountOf,
  slotOfEntry,
} from './level-graph.ts'
import { WayFinder } from './ways.ts'

/**
 * Words of a step: its region; slots in and out; what it costs, and above 16 bits the head of the region's table; the entry by which
 * it is left, and the crossing of that. By which a hop's first step is entered stands before it, as if another step led there.
 */
export const STEP_WORDS = 5
export const ENTRY_WORD = 3
export const CROSSING_WORD = 4
/** The words before the first step of a hop: how many steps it has, and an entry and its crossing. */
const WORDS_BEFORE = 3
export const HALF_BITS = 16
export const HALF_MASK = 0xffff

export class HubHops {
  /** The steps of hops, from the lower slot to the higher one. */
  steps = new Int32Array(1 << 12)
  private end = 0
  /** Where the steps of the pair begin whose cost is this word of the tables; 0 where it was not asked for. */
  private readonly firstOfWord: Int32Array
  private readonly graph: LevelGraph
  private readonly lower: LevelGraph
  private readonly ways = new WayFinder()

  constructor(levels: readonly LevelGraph[], level: Level) {
    this.graph = levels[level]
    this.lower = levels[0]
    this.firstOfWord = new Int32Array(this.graph.tables.length)
  }

  /** Where in `steps` the hop begins that leads from one slot of a region to another, twice; and 1 from the higher slot. */
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

  /** How many steps the hop has that begins there. */
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
    // Those of level 0 are of cells, and a hop is one step.
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

  /** Makes room for a step, and for what is before the next hop. */
  private reserve(): void {
    if (this.end + STEP_WORDS + WORDS_BEFORE > this.steps.length) this.steps = doubled(this.steps)
  }
}
