/**
 * The hubs are what the file says. Which entry a hub is follows from the one whose step to it is none. Hub by hub, in
 * their order, all cheapest ways from it are followed as far as no hub before it lies on them: those entries and no others
 * know it, at that cost, by a step that leads along such a way. That this is enough for any two entries of an island to
 * share a hub on a cheapest way between them is the theorem of pruned landmark labelling.
 */
import type { AtlasColumns } from '../../atlas/columns.ts'
import { type Hubs, hubsOf } from '../../atlas/hub-costs.ts'
import { AT_HUB, placeOfHub, sideOfStep, slotOfStep } from '../../atlas/hubs.ts'
import { entryAt, firstSlotOf, type LevelGraph, pairUnits, slotCountOf, slotOfEntry } from '../../atlas/level-graph.ts'
import type { Entry } from '../../base/ids.ts'
import { NONE } from '../../base/none.ts'
import { ANYWHERE, EntryFlood } from './entry-flood.ts'
import type { Proof } from './finding.ts'

export const hubsProof: Proof = {
  name: 'hubs',
  run(columns, onProgress) {
    const hubs = hubsOf(columns.hubs!, columns.levels)
    const looked = `${hubs.hubs.length} costs to hubs and steps to them`
    const entryOfHub = entriesOf(hubs)
    if (entryOfHub === null) return { looked, problem: 'Not every entry is one hub.' }
    const judge = new HubJudge(columns, hubs)
    for (let hub = 0; hub < entryOfHub.length; hub++) {
      if (hub % 64 === 0) onProgress(hub / entryOfHub.length)
      const problem = judge.problemOf(hub, entryOfHub[hub])
      if (problem !== '') return { looked: `hub ${hub}`, problem }
    }
    return judge.known === hubs.hubs.length
      ? { looked, problem: '' }
      : { looked, problem: `There are ${hubs.hubs.length - judge.known} hubs too many.` }
  },
}

/** The entry of each hub; null where the steps do not make every entry one. */
function entriesOf({ firstHubOfEntry, hubs, stepToHub }: Hubs): Int32Array | null {
  const entryCount = firstHubOfEntry.length - 1
  const entryOfHub = new Int32Array(entryCount).fill(NONE)
  let found = 0
  for (let entry = 0; entry < entryCount; entry++) {
    for (let at = firstHubOfEntry[entry]; at < firstHubOfEntry[entry + 1]; at++) {
      if (stepToHub[at] !== AT_HUB) continue
      const hub = hubs[at]
      if (hub >= entryCount || entryOfHub[hub] !== NONE) return null
      entryOfHub[hub] = entry
      found++
    }
  }
  return found === entryCount ? entryOfHub : null
}

class HubJudge {
  /** How many were found true. */
  known = 0
  private readonly graph: LevelGraph
  private readonly hubs: Hubs
  private readonly flood: EntryFlood
  /** Of each entry what it truly costs to the hubs that it was proven to know, in their order. */
  private readonly unitsToHubs: Map<number, number>[]

  constructor(columns: AtlasColumns, hubs: Hubs) {
    this.graph = columns.levels[columns.hubs!.level]
    this.flood = new EntryFlood(columns.levels[columns.hubs!.level])
    this.hubs = hubs
    this.unitsToHubs = Array.from({ length: this.graph.entryCount }, () => new Map())
  }

  problemOf(hub: number, root: number): string {
    const { flood, unitsToHubs } = this
    const settled: number[] = []
    flood.flood([root], ANYWHERE, (entry, units) => {
      if (this.isOnTheWay(root, entry, units)) return false
      settled.push(entry)
      return true
    })
    for (const entry of settled) unitsToHubs[entry].set(hub, flood.unitsTo[entry])
    for (const entry of settled) {
      if (!this.isTold(entry, hub, entry === root)) return `What entry ${entry} says of hub ${hub} is not so.`
    }
    this.known += settled.length
    return ''
  }

  /** Whether a hub before lies on a way between the two that costs no more. */
  private isOnTheWay(root: number, entry: Entry, units: number): boolean {
    const known = this.unitsToHubs[root]
    for (const [hub, there] of this.unitsToHubs[entry]) if (there + (known.get(hub) ?? Infinity) <= units) return true
    return false
  }

  /** Whether the file has that cost, and a step along a way that has it. */
  private isTold(entry: Entry, hub: number, isRoot: boolean): boolean {
    const { hubs, graph, unitsToHubs } = this
    const place = placeOfHub(hubs, entry, hub)
    if (place < 0) return false
    const units = unitsToHubs[entry].get(hub)!
    hubs.sum(entry)
    if (hubs.unitsToHub[place] !== units) return false
    const step = hubs.stepToHub[place]
    if (isRoot || step === AT_HUB) return isRoot && step === AT_HUB
    const side = sideOfStep(graph, entry, step)
    const region = graph.regionOfSide[2 * entry + side]
    const slot = slotOfStep(graph, entry, step, side)
    if (slot >= slotCountOf(graph, region)) return false
    const own = slotOfEntry(graph, region, entry)
    const rest = unitsToHubs[entryAt(graph, firstSlotOf(graph, region) + slot)].get(hub) ?? Infinity
    return rest + pairUnits(graph, region, own, slot) === units
  }
}
