/**
 * The costs of every entry to the landmarks of its island (metric/landmarks.ts measures them). If one place is farther from a
 * landmark than another, the way between them costs at least the difference.
 */
import type { Ground } from '../map/terrain.ts'

/** A search asks this many of them; there are never fewer. */
export const LANDMARKS_MIN = 8
export const LANDMARKS_MAX = 24
/**
 * Bytes of the atlas for landmarks beyond the fewest: fragmented ground has more entries, and its searches gain less. On mixed
 * ground bounds are looser and searches longer, and more landmarks to choose from help more.
 */
const BYTES_A_CELL = { even: 0.25, mixed: 0.36 }

export interface Landmarks {
  readonly count: number
  /** costToLandmark[entry * count + landmark], in units of 2^shift, rounded down. */
  readonly costToLandmark: Uint16Array
  readonly shift: number
  /** Whether what entries cost was changed since landmarks were measured. */
  readonly isMended?: boolean
}

/** The count of landmarks of an island. */
export function landmarkCountFor(cellCount: number, entryCount: number, ground: Ground): number {
  const affordable = Math.floor(
    (ground.of(BYTES_A_CELL) * cellCount) / (Math.max(1, entryCount) * Uint16Array.BYTES_PER_ELEMENT),
  )
  return Math.max(LANDMARKS_MIN, Math.min(LANDMARKS_MAX, affordable))
}
