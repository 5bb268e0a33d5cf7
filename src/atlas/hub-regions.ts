/**
 * What the entries of a region know of hubs, in one list: most hubs that one of them knows its neighbours know as well. So
 * what two regions both know is seen in one pass over two short lists, and of most hubs the least cost alone is looked at.
 */
import type { Region } from '../base/ids.ts'
import type { HubNumbers } from './hubs.ts'
import { endSlotOf, entryAt, firstSlotOf, type LevelGraph } from './level-graph.ts'

/** Behind the last hub of a list. */
export const NO_MORE_HUBS = 0x7fffffff

type Costs = Float32Array | Float64Array

/** Rows that are summed up when they are asked for. */
interface HubRows extends HubNumbers {
  readonly unitsToHub: Costs
  sum(entry: number): void
}

export interface RegionHubs {
  /** The lowest number first, and NO_MORE_HUBS behind the last. */
  readonly hubs: Int32Array
  /** What each costs from the entry that is nearest to it. */
  readonly least: Costs
  /** Of each what it costs from the entries, slot by slot; Infinity from those that do not know it. */
  readonly units: Costs
}

/** Puts together the rows of a region's entries. */
export function regionHubs(rows: HubRows, graph: LevelGraph, region: Region): RegionHubs {
  const first = firstSlotOf(graph, region)
  const slotCount = endSlotOf(graph, region) - first
  let hubs: Int32Array = Int32Array.of(NO_MORE_HUBS)
  for (let slot = 0; slot < slotCount; slot++) {
    const entry = entryAt(graph, first + slot)
    rows.sum(entry)
    hubs = united(hubs, rows.hubs.subarray(rows.firstHubOfEntry[entry], rows.firstHubOfEntry[entry + 1]))
  }
  const { firstHubOfEntry, unitsToHub } = rows
  const columns = unitsToHub instanceof Float64Array ? Float64Array : Float32Array
  const least: Costs = new columns(hubs.length).fill(Infinity)
  const units: Costs = new columns(hubs.length * slotCount).fill(Infinity)
  for (let slot = 0; slot < slotCount; slot++) {
    const entry = entryAt(graph, first + slot)
    for (let at = firstHubOfEntry[entry], i = 0; at < firstHubOfEntry[entry + 1]; at++, i++) {
      while (hubs[i] !== rows.hubs[at]) i++
      units[i * slotCount + slot] = unitsToHub[at]
      if (unitsToHub[at] < least[i]) least[i] = unitsToHub[at]
    }
  }
  return { hubs, least, units }
}

/** All numbers of two lists, of which the first ends with NO_MORE_HUBS. */
function united(hubs: Int32Array, more: ArrayLike<number>): Int32Array {
  const all = new Int32Array(hubs.length + more.length)
  let count = 0
  let next = 0
  for (const hub of hubs) {
    while (next < more.length && more[next] < hub) all[count++] = more[next++]
    if (more[next] === hub) next++
    all[count++] = hub
  }
  return all.slice(0, count)
}
