/**
 * The costs of every entry to the landmarks of its island (metric/landmark-filler.ts measures them). If one place is farther from a
 * landmark than another, the way between them costs at least the difference.
 */
import type { Point } from '../base/answer.ts'
import type { Entry } from '../base/ids.ts'

/** A search asks this many of them; there are never fewer. */
export const LANDMARKS_MIN = 8
export const LANDMARKS_MAX = 24
/** Bytes of the atlas for landmarks beyond the fewest: fragmented ground has more entries, and its searches gain less. */
const BYTES_A_CELL = 0.25
/** On weighted ground bounds are looser and searches longer, and more landmarks to choose from help more. */
const WEIGHTED_BYTES_A_CELL = 0.36

export interface Landmarks {
  readonly count: number
  /** costToLandmark[entry * count + landmark], in units of 2^shift, rounded down. */
  readonly costToLandmark: Uint16Array
  readonly shift: number
  /**
   * Areas where ways became so much cheaper, since landmarks were measured, that what they say is no bound for a path that
   * goes through one. Only a map that changes has any. Of each GUARD_HEAD numbers say where it is (left, top, right, bottom);
   * then two of each landmark what entries there cost to it, at least and at most.
   */
  readonly guards?: Int32Array
  /** Whether what entries cost was changed since landmarks were measured. */
  readonly isMended?: boolean
  /** What asks the guards; `flight` gives the distance for half cells along x and y. */
  readonly guardedWays?: (landmarks: Landmarks, flight: (ax: number, ay: number) => number) => GuardedWays
}

export interface GuardedWays {
  /** Before a search: where it leads to, what that costs to the landmarks, and which of them are asked. */
  aim(goal: Point, goalToLandmark: Int32Array, asked: Int32Array): void
  /** The least that a way from an entry, at a point in half cells, through any guard to the goal costs, or `least`. */
  through(entry: Entry, x: number, y: number, least: number): number
}

export const GUARD_HEAD = 4

/** The count of landmarks of an island. */
export function landmarkCountFor(cellCount: number, entryCount: number, isUniform: boolean): number {
  const bytesACell = isUniform ? BYTES_A_CELL : WEIGHTED_BYTES_A_CELL
  const affordable = Math.floor((bytesACell * cellCount) / (Math.max(1, entryCount) * Uint16Array.BYTES_PER_ELEMENT))
  return Math.max(LANDMARKS_MIN, Math.min(LANDMARKS_MAX, affordable))
}
