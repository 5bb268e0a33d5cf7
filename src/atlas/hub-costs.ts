/**
 * The rows of hubs, from what a file says of them: who knows which hub, and the first step of a cheapest way there. What a way
 * costs follows, as each of its steps is a pair of a table: so the costs, which take most of the rows, are in no file. They
 * are summed up when one is first asked for, from step to step up to where the sum is known: the first route waits for what
 * its two ends both know, not for all of the map. Ways are laid out for walking once a route takes them: few of those whose
 * costs are compared. Whoever reads the same atlas shares what is summed.
 */
import type { Level, Region } from '../base/ids.ts'
import { numbersOf } from './hub-gaps.ts'
import { RegionHubs } from './hub-regions.ts'
import { AT_HUB, HubHops, type HubSteps, placeOfHub, sideOfStep, slotOfStep } from './hubs.ts'
import { entryAt, firstSlotOf, hold, type LevelGraph, pairUnits, slotCountOf, slotOfEntry } from './level-graph.ts'

/** What is kept of a place: two entries on, so that half as many rows are waited for. */
const PLACE_WORDS = 4

const known = new WeakMap<HubSteps, Hubs>()

/** The rows of an atlas; made once. */
export function hubsOf(steps: HubSteps, levels: readonly LevelGraph[]): Hubs {
  let hubs = known.get(steps)
  if (hubs === undefined) {
    hubs = new Hubs(steps, levels)
    known.set(steps, hubs)
  }
  return hubs
}

export class Hubs {
  /** Entry e knows those from firstHubOfEntry[e] up to firstHubOfEntry[e + 1], the lowest number first. */
  readonly firstHubOfEntry: Int32Array
  readonly hubs: Uint16Array | Int32Array
  /** See HubSteps. */
  readonly stepToHub: Uint8Array
  /** Of what was asked for, 0 of the rest, exact: widened for the first that 24 bits do not hold. */
  unitsToHub: Float32Array | Float64Array
  /** The level whose entries know hubs. */
  readonly level: Level
  /** What leads from row to row. */
  readonly hops: HubHops
  /**
   * Of ways that were walked, at PLACE_WORDS times a place: the place of the hub in the row of the next entry on the way, and
   * the hop that leads there, 0 at the hub; behind both the same of the entry after that.
   */
  private readonly nextPlace: Int32Array
  /** Scratch of regions: a bit a hub. */
  readonly marks: Int32Array
  private readonly isSummed: Uint8Array
  private readonly graph: LevelGraph
  /** The places on the way, and what each asks for: units, or a hop. */
  private readonly passed: Int32Array
  private readonly wordsPassed: Float64Array
  private readonly regions: (RegionHubs | undefined)[]
  /** The step looked at last: its region, the slots by which it enters and leaves, and the entry there. */
  private region: Region = 0
  private own = 0
  private slot = 0
  private next = 0

  constructor(steps: HubSteps, levels: readonly LevelGraph[]) {
    this.level = steps.level
    this.graph = levels[steps.level]
    this.hops = new HubHops(levels, steps.level)
    const { entryCount } = this.graph
    const labelCount = steps.hubSteps.length
    this.stepToHub = steps.hubSteps
    const { firstHubOfEntry, hubs } = numbersOf(steps)
    this.firstHubOfEntry = firstHubOfEntry
    this.hubs = hubs
    this.unitsToHub = new Float32Array(labelCount)
    this.nextPlace = new Int32Array(PLACE_WORDS * labelCount)
    this.marks = new Int32Array(1 + (entryCount >> 5))
    this.isSummed = new Uint8Array(entryCount)
    this.passed = new Int32Array(entryCount)
    this.wordsPassed = new Float64Array(entryCount)
    this.regions = new Array(this.graph.regionCount)
  }

  /** Makes sure that the costs in an entry's row are known. */
  sum(entry: number): void {
    if (this.isSummed[entry] !== 0) return
    const end = this.firstHubOfEntry[entry + 1]
    for (let place = this.firstHubOfEntry[entry]; place < end; place++) this.unitsAt(entry, place)
    this.isSummed[entry] = 1
  }

  /** What the hub at a place of an entry's row costs. */
  unitsAt(entry: number, place: number): number {
    if (this.unitsToHub[place] === 0) this.follow(entry, place)
    return this.unitsToHub[place]
  }

  /** What the entries of a region know; put together at first use, except what hubs cost. */
  ofRegion(region: Region): RegionHubs {
    let known = this.regions[region]
    if (known === undefined) {
      known = new RegionHubs(this, this.graph, region)
      this.regions[region] = known
    }
    return known
  }

  /** Makes sure that the hops from a place in an entry's row to the hub are known. */
  layOut(entry: number, place: number): void {
    if (this.nextPlace[PLACE_WORDS * place + 1] !== 0) return
    const { hops, nextPlace, passed, wordsPassed } = this
    const hub = this.hubs[place]
    let count = 0
    let at = place
    while (nextPlace[PLACE_WORDS * at + 1] === 0 && this.stepToHub[at] !== AT_HUB) {
      passed[count] = at
      at = this.stepFrom(entry, at, hub, count)
      entry = this.next
      wordsPassed[count++] = hops.directed(this.region, this.own, this.slot)
    }
    if (this.stepToHub[at] === AT_HUB) nextPlace[PLACE_WORDS * at] = at
    while (count > 0) {
      const before = PLACE_WORDS * passed[--count]
      nextPlace[before] = at
      nextPlace[before + 1] = wordsPassed[count]
      nextPlace[before + 2] = nextPlace[PLACE_WORDS * at]
      nextPlace[before + 3] = nextPlace[PLACE_WORDS * at + 1]
      at = passed[count]
    }
  }

  /** The place in the row after the next one on the way; of what is laid out. */
  afterNext(place: number): number {
    return this.nextPlace[PLACE_WORDS * place + 2]
  }

  /** What leads to the next row (HubHops.directed), and from there to the one after; 0 where that is the hub's. */
  hopTo(place: number): number {
    return this.nextPlace[PLACE_WORDS * place + 1]
  }

  hopAfter(place: number): number {
    return this.nextPlace[PLACE_WORDS * place + 3]
  }

  /** From a place in an entry's row to the hub, or up to where it is known what that costs. */
  private follow(entry: number, place: number): void {
    const { graph, stepToHub, passed, wordsPassed } = this
    const hub = this.hubs[place]
    let count = 0
    let at = place
    // What costs nothing is followed each time it is asked for.
    while (this.unitsToHub[at] === 0 && stepToHub[at] !== AT_HUB) {
      passed[count] = at
      at = this.stepFrom(entry, at, hub, count)
      entry = this.next
      wordsPassed[count++] = pairUnits(graph, this.region, this.own, this.slot)
    }
    for (let units = this.unitsToHub[at]; count > 0; ) {
      units += wordsPassed[--count]
      this.unitsToHub[passed[count]] = units
      if (this.unitsToHub[passed[count]] !== units) {
        this.unitsToHub = new Float64Array(this.unitsToHub)
        this.unitsToHub[passed[count]] = units
      }
    }
  }

  /** The place of the hub in the row of the next entry, after `count` steps. */
  private stepFrom(entry: number, place: number, hub: number, count: number): number {
    const { graph } = this
    const step = this.stepToHub[place]
    // A way that is longer than there are entries has no end.
    hold(count < this.passed.length, 'hubs')
    const side = sideOfStep(graph, entry, step)
    const region = graph.regionOfSide[2 * entry + side]
    const slot = slotOfStep(graph, entry, step, side)
    const own = slotOfEntry(graph, region, entry)
    hold(slot < slotCountOf(graph, region) && slot !== own, 'hubs')
    this.region = region
    this.slot = slot
    this.own = own
    this.next = entryAt(graph, firstSlotOf(graph, region) + slot)
    const after = placeOfHub(this, this.next, hub)
    hold(after >= 0, 'hubs')
    return after
  }
}
