/**
 * A priority queue for floods: a ring of buckets by what an item costs. Items of one bucket come out in no order, so who is
 * bettered within the bucket at hand has another turn.
 *
 * The ring is as long as most steps are; where few are far dearer than the others, what they lead to waits in a heap until
 * the ring comes round to it. Wider buckets in its place would give items turn after turn, without a bound to speak of.
 */
import { doubled } from './growing.ts'
import { Heap } from './heap.ts'

const BUCKETS_MAX = 4096
const BUCKET_ITEMS_MIN = 64
const NONE = -1

export class BucketRing {
  private readonly buckets: Int32Array[]
  private readonly countOf: Int32Array
  private readonly mask: number
  private readonly bucketsPerUnit: number
  /** In the buckets. */
  private waiting = 0
  /** What is too dear for the ring as yet. */
  private readonly beyond = new Heap(BUCKET_ITEMS_MIN)
  /** The bucket whose items come out, counted from 0 units on: its place in the ring is this under the mask. */
  private at = 0

  /** Buckets so many units wide; what is pushed while a bucket is emptied is mostly at most `spanUnits` dearer. */
  constructor(widthUnits: number, spanUnits: number) {
    // Two more than the span has, so that what a step leads to never falls into the bucket at hand from behind.
    const count = Math.min(BUCKETS_MAX, 2 ** Math.ceil(Math.log2(spanUnits / widthUnits + 2)))
    this.buckets = Array.from({ length: count }, () => new Int32Array(BUCKET_ITEMS_MIN))
    this.countOf = new Int32Array(count)
    this.mask = count - 1
    this.bucketsPerUnit = 1 / widthUnits
  }

  /** Begins at 0 units again; nothing may be waiting. */
  restart(): void {
    this.at = 0
  }

  /** Whether what costs so much waits in the same bucket as what costs that: one who waits there need not be pushed again. */
  isSameBucket(units: number, other: number): boolean {
    const { bucketsPerUnit } = this
    return Math.floor(units * bucketsPerUnit) === Math.floor(other * bucketsPerUnit)
  }

  push(units: number, item: number): void {
    const bucket = Math.floor(units * this.bucketsPerUnit)
    if (bucket - this.at > this.mask) this.beyond.push(units, item)
    else this.put(bucket & this.mask, item)
  }

  /** An item of the cheapest bucket; -1 when none is left. */
  pop(): number {
    const { countOf, beyond, mask } = this
    if (beyond.size > 0) this.comeRound()
    else if (this.waiting === 0) return NONE
    while (countOf[this.at & mask] === 0) {
      this.at++
      if (beyond.size > 0) this.comeRound()
    }
    this.waiting--
    const place = this.at & mask
    return this.buckets[place][--countOf[place]]
  }

  /** Takes from the heap what belongs into the bucket at hand, which is the heap's own first where the ring is empty. */
  private comeRound(): void {
    const { beyond } = this
    if (this.waiting === 0) this.at = Math.max(this.at, Math.floor(beyond.leastKey * this.bucketsPerUnit))
    while (beyond.size > 0 && Math.floor(beyond.leastKey * this.bucketsPerUnit) <= this.at) {
      this.put(this.at & this.mask, beyond.pop())
    }
  }

  private put(place: number, item: number): void {
    const count = this.countOf[place]++
    if (count === this.buckets[place].length) this.buckets[place] = doubled(this.buckets[place])
    this.buckets[place][count] = item
    this.waiting++
  }
}
