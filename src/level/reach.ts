/**
 * The costs from one own slot of a region to each inner entry, and the way back: the next entry, and the child that leads to
 * it. Dense and sparse searches both answer in this form.
 */
export const HOME = -1

export class Reach {
  unitsOfInner = new Float64Array(64)
  /** The next inner entry on the way back; HOME where only the own slot is left. */
  nextOfInner = new Int32Array(64)
  /** The child that contains the step to the next one. */
  childToNext = new Int32Array(64)

  reserve(innerCount: number): void {
    if (innerCount <= this.unitsOfInner.length) return
    this.unitsOfInner = new Float64Array(2 * innerCount)
    this.nextOfInner = new Int32Array(2 * innerCount)
    this.childToNext = new Int32Array(2 * innerCount)
  }
}
