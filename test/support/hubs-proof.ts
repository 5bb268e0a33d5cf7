/**
 * Proves the hubs of a file by code that shares nothing with the bake. A hub is the entry whose step to it is AT_HUB. Hub by hub,
 * in order, the proof follows all cheapest ways from the hub up to the first earlier hub on them. Just these entries must know
 * the hub, at that cost, by a step along such a way. Then any two entries of an island share a hub on a cheapest way between
 * them: the theorem of pruned landmark labelling.
 */
import { type Hubs, hubsOf } from '../../src/atlas/hub-costs.ts'
import { AT_HUB, placeOfHub, sideOfStep, slotOfStep } from '../../src/atlas/hubs.ts'
import {
  entryAt,
  firstSlotOf,
  type LevelGraph,
  pairUnits,
  slotCountOf,
  slotOfEntry,
} from '../../src/atlas/level-graph.ts'
import type { Entry } from '../../src/base/ids.ts'
import { NONE } from '../../src/base/none.ts'
import type { Proof } from '../../src/proof/file-proofs.ts'
import { EntryFlood } from './entry-flood.ts'

export const hubsProof: Proof = {
  name: 'hubs',
  run(columns, onProgress) {
    const hubs = hubsOf(columns.hubs!, columns.levels)
    const looked = `${hubs.hubs.length} costs to hubs and steps to them`
    const entryOfHub = entriesOf(hubs)
    if (entryOfHub === null) return { looked, problem: 'Not every entry is one hub.' }
    const graph = columns.levels[columns.hubs!.level]
    const flood = new EntryFlood(graph)
    // The true costs of each entry to the hubs proven so far, in their order.
    const unitsToHubs = Array.from({ length: graph.entryCount }, () => new Map<number, number>())
    let known = 0
    for (const [hub, root] of entryOfHub.entries()) {
      if (hub % 64 === 0) onProgress(hub / entryOfHub.length)
      const settled: number[] = []
      flood.flood([root], (entry, units) => {
        if (isOnTheWay(unitsToHubs[root], unitsToHubs[entry], units)) return false
        settled.push(entry)
        return true
      })
      for (const entry of settled) unitsToHubs[entry].set(hub, flood.unitsTo[entry])
      const liar = settled.find(entry => !isTold(hubs, graph, unitsToHubs, entry, hub, entry === root))
      if (liar !== undefined)
        return { looked: `hub ${hub}`, problem: `What entry ${liar} says of hub ${hub} is not so.` }
      known += settled.length
    }
    const problem = known === hubs.hubs.length ? '' : `There are ${hubs.hubs.length - known} hubs too many.`
    return { looked, problem }
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

/** Whether an earlier hub lies on a way between the two that costs no more. */
function isOnTheWay(ofRoot: Map<number, number>, ofEntry: Map<number, number>, units: number): boolean {
  for (const [hub, there] of ofEntry) if (there + (ofRoot.get(hub) ?? Infinity) <= units) return true
  return false
}

/** Whether the file has that cost, and a step along a way that has it. */
function isTold(
  hubs: Hubs,
  graph: LevelGraph,
  unitsToHubs: readonly Map<number, number>[],
  entry: Entry,
  hub: number,
  isRoot: boolean,
): boolean {
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
