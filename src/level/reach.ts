/**
 * What it costs from one own slot of a region to each of its inner entries, and the way back: the next entry, and the
 * child that leads to it. Dense and sparse searches both give their answer in this form.
 */
export const HOME = -1

export class Reach {
  unitsOfInner = new Float64Array(64)
  /** The next inner entry on the way back; HOME where only the own slot is left. */
  nextOfInner = new Int32Array(64)
  /** The child in which the step to the next one lies. */
  childToNext = new Int32Array(64)

  reserve(innerCount: number): void {
    if (innerCount <= this.unitsOfInner.length) return
    this.unitsOfInner = new Float64Array(2 * innerCount)
    this.nextOfInner = new Int32Array(2 * innerCount)
    this.childToNext = new Int32Array(2 * innerCount)
  }
}
