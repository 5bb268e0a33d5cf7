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

/** A version, as far as it is read here. */
interface Measured {
  readonly landmarks: Pick<LandmarkTable, 'count' | 'shift' | 'guards'>
  readonly costToLandmark: Uint16Array
}

/** The table of a version, whose values may come to lie elsewhere while it is mended. */
export class StoreLandmarks implements LandmarkTable {
  readonly count: number
  readonly shift: number
  guards: Int32Array
  private readonly store: Measured

  constructor(store: Measured) {
    const { count, shift, guards } = store.landmarks
    this.count = count
    this.shift = shift
    this.guards = guards
    this.store = store
  }

  get values(): Uint16Array {
    return this.store.costToLandmark
  }
}

/** Writes one of the values of a table. */
export type Write = (at: number, value: number) => void
