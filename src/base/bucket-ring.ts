/**
 * A priority queue for floods whose steps are neither much dearer nor much cheaper than each other: a ring of buckets by what
 * an item costs. Items of one bucket come out in no order, so who is bettered within the bucket at hand has another turn.
 */
import { doubled } from './growing.ts'

const BUCKET_ITEMS_MIN = 64
const NONE = -1

export class BucketRing {
  private readonly buckets: Int32Array[]
  private readonly countOf: Int32Array
  private readonly mask: number
  private readonly bucketsPerUnit: number
  private waiting = 0
  /** The bucket whose items come out. */
  private at = 0

  /** Buckets so many units wide, enough of them for what is pushed while a bucket is emptied: at most `spanUnits` dearer. */
  constructor(widthUnits: number, spanUnits: number) {
    // Two more than the span has, so that what a step leads to never falls into the bucket at hand from behind.
    const count = 2 ** Math.ceil(Math.log2(spanUnits / widthUnits + 2))
    this.buckets = Array.from({ length: count }, () => new Int32Array(BUCKET_ITEMS_MIN))
    this.countOf = new Int32Array(count)
    this.mask = count - 1
    this.bucketsPerUnit = 1 / widthUnits
  }

  /** Begins at 0 units again; nothing may be waiting. */
  restart(): void {
    this.at = 0
  }

  push(units: number, item: number): void {
    const bucket = Math.floor(units * this.bucketsPerUnit) & this.mask
    const count = this.countOf[bucket]++
    if (count === this.buckets[bucket].length) this.buckets[bucket] = doubled(this.buckets[bucket])
    this.buckets[bucket][count] = item
    this.waiting++
  }

  /** An item of the cheapest bucket; -1 when none is left. */
  pop(): number {
    if (this.waiting === 0) return NONE
    while (this.countOf[this.at] === 0) this.at = (this.at + 1) & this.mask
    this.waiting--
    return this.buckets[this.at][--this.countOf[this.at]]
  }
}
