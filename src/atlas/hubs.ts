/**
 * Hubs: entries that cheapest ways pass. Every entry knows what it costs to some of them, chosen so that of any two entries of
 * an island the cheapest way passes a hub that both know. So what lies between two entries is read off their two lists, and
 * the way from step to step: no search.
 *
 * Hubs are numbered by how many ways pass them. An atlas has them only where the bake was asked for it.
 */
import type { Entry, Level } from '../base/ids.ts'
import { AT_HUB } from '../kernel/hub-layout.ts'
import { type LevelTopology, slotCountOf } from './level-graph.ts'

/** How many hubs an entry knows is kept in 16 bits. */
export const HUBS_OF_ENTRY_MAX = 0xffff
/** Of the entries that know hubs. */
export const HUB_LEVEL_MAX = 1
/** AT_HUB is the step of an entry to itself. No two regions have as many slots side by side: a block's rim has 124 cells. */
export { AT_HUB }

/** What a file says of hubs; all else follows (hub-costs.ts). */
export interface HubSteps {
  /** The level whose entries know hubs. */
  readonly level: Level
  /** How many hubs each entry knows. */
  readonly hubCountOfEntry: Uint16Array
  /** How many numbers lie between a hub that an entry knows and the one before (hub-gaps.ts). */
  readonly hubGaps: Uint8Array
  /**
   * Of each hub that an entry knows, the next entry on the way, as a slot of the region on side 0, or, that region's slots
   * later, of the one on side 1.
   */
  readonly hubSteps: Uint8Array
}

/** Who knows which hub. */
export interface HubNumbers {
  /** Entry e knows those from firstHubOfEntry[e] up to firstHubOfEntry[e + 1], the lowest number first. */
  readonly firstHubOfEntry: Int32Array
  readonly hubs: Uint16Array | Int32Array
}

/** Where an entry has a hub in its list; -1 where it does not know it. */
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
