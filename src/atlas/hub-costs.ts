/**
 * The rows of hubs. The file stores which hubs an entry knows, and the first step of a cheapest way there. Each step is a pair of a
 * table, so the costs follow, and no file stores them. A cost is summed up when it is first needed, step by step up to where the sum
 * is known. So the first route waits only for the hubs that its two ends share. A way is laid out for walking when a route takes it,
 * which happens to few of the ways whose costs are compared. Finders of one atlas share all sums.
 */
import type { Level, Region } from '../base/ids.ts'
import { numbersOf } from './hub-gaps.ts'
import { RegionHubs } from './hub-regions.ts'
import { AT_HUB, HubHops, type HubSteps, placeOfHub, sideOfStep, slotOfStep } from './hubs.ts'
import { entryAt, firstSlotOf, hold, type LevelGraph, pairUnits, slotCountOf, slotOfEntry } from './level-graph.ts'

const known = new WeakMap<HubSteps, Hubs>()

/** The rows of an atlas, which are made once. */
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
  /** Exact costs of hubs that were needed; 0 for the others. A wider column replaces it at the first cost of more than 24 bits. */
  unitsToHub: Float32Array | Float64Array
  /** The level whose entries know hubs. */
  readonly level: Level
  /** The steps that lead from row to row. */
  readonly hops: HubHops
  /** By place on a walked way: the hub's place in the next entry's row, then the hop there. 0 at the hub. */
  private readonly nextPlace: Int32Array
  /** Scratch of regions: one bit a hub. */
  readonly marks: Int32Array
  private readonly isSummed: Uint8Array
  private readonly graph: LevelGraph
  /** The places on the way, and the units or the hop of each. */
  private readonly passed: Int32Array
  private readonly wordsPassed: Float64Array
  private readonly regions: (RegionHubs | undefined)[]
  /** The step that was read last: its region, the slots by which it enters and leaves, and the entry where it ends. */
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
    this.nextPlace = new Int32Array(2 * labelCount)
    this.marks = new Int32Array(1 + (entryCount >> 5))
    this.isSummed = new Uint8Array(entryCount)
    this.passed = new Int32Array(entryCount)
    this.wordsPassed = new Float64Array(entryCount)
    this.regions = new Array(this.graph.regionCount)
  }

  /** Sums up all costs of an entry's row. */
  sum(entry: number): void {
    if (this.isSummed[entry] !== 0) return
    const end = this.firstHubOfEntry[entry + 1]
    for (let place = this.firstHubOfEntry[entry]; place < end; place++) this.unitsAt(entry, place)
    this.isSummed[entry] = 1
  }

  /** The cost of the hub at a place of an entry's row. */
  unitsAt(entry: number, place: number): number {
    if (this.unitsToHub[place] === 0) this.follow(entry, place)
    return this.unitsToHub[place]
  }

  /** The hubs that the entries of a region know. Their costs come later. */
  ofRegion(region: Region): RegionHubs {
    let known = this.regions[region]
    if (known === undefined) {
      known = new RegionHubs(this, this.graph, region)
      this.regions[region] = known
    }
    return known
  }

  /** Makes at once what routes would make at their first use. */
  prepare(): void {
    const { graph, firstHubOfEntry } = this
    for (let entry = 0; entry < graph.entryCount; entry++) {
      for (let place = firstHubOfEntry[entry]; place < firstHubOfEntry[entry + 1]; place++) this.layOut(entry, place)
    }
    for (let region = 0; region < graph.regionCount; region++) {
      const known = this.ofRegion(region)
      // The last one stands for the end of the list.
      for (let at = 0; at < known.hubs.length - 1; at++) known.meet(at)
    }
  }

  /** Lays out the hops from a place in an entry's row to the hub. */
  layOut(entry: number, place: number): void {
    if (this.hopTo(place) !== 0) return
    const { hops, nextPlace, passed, wordsPassed } = this
    const hub = this.hubs[place]
    let count = 0
    let at = place
    while (this.hopTo(at) === 0 && this.stepToHub[at] !== AT_HUB) {
      passed[count] = at
      at = this.stepFrom(entry, at, hub, count)
      entry = this.next
      wordsPassed[count++] = hops.directed(this.region, this.own, this.slot)
    }
    while (count > 0) {
      const before = passed[--count]
      nextPlace[2 * before] = at
      nextPlace[2 * before + 1] = wordsPassed[count]
      at = before
    }
  }

  /** The place in the next row on a way that is laid out. */
  placeAfter(place: number): number {
    return this.nextPlace[2 * place]
  }

  /** The hop to the next row (HubHops.directed); 0 at the hub. */
  hopTo(place: number): number {
    return this.nextPlace[2 * place + 1]
  }

  /** Sums up costs from a place in an entry's row to the hub, or up to the first place with a known cost. */
  private follow(entry: number, place: number): void {
    const { graph, stepToHub, passed, wordsPassed } = this
    const hub = this.hubs[place]
    let count = 0
    let at = place
    // A cost of 0 looks unknown, and is followed each time.
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
