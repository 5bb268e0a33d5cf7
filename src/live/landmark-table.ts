/**
 * What entries cost to landmarks: the table of a version, or one that is being measured.
 */
export interface LandmarkTable {
  readonly count: number
  readonly shift: number
  /** values[entry * count + landmark], in units of 2^shift. */
  readonly values: Uint16Array
  /** As Landmarks.guards has them. */
  guards: Int32Array
}

/** Writes one of the values of a table. */
export type Write = (at: number, value: number) => void
