/**
 * What every entry costs to the landmarks of its island (level/landmarks.ts measures them): how much farther one place is
 * from a landmark than another bounds from below how far apart the two are.
 */
export const LANDMARKS = 24

export interface Landmarks {
  /** costToLandmark[entry * LANDMARKS + landmark], in units of 2^shift, rounded down. */
  readonly costToLandmark: Uint16Array
  readonly shift: number
}
