/**
 * Entries wait for their turn by what they cost, the cheapest first to the unit. They wait in a ring of buckets as long as
 * the dearest step; only those of the bucket at hand are put in order, in a heap that stays small.
 */
import { doubled } from '../base/growing.ts'
import { Heap } from '../base/heap.ts'
import { NONE } from '../base/none.ts'
import type { EntrySteps } from './entry-steps.ts'

/** A power of two, twice as many as the dearest step spans. */
const BUCKETS = 512
const BUCKET_ITEMS_MIN = 16

export class CostRing {
  private readonly buckets = Array.from({ length: BUCKETS }, () => new Int32Array(BUCKET_ITEMS_MIN))
  private readonly countOf = new Int32Array(BUCKETS)
  /** In the buckets. */
  private waiting = 0
  private readonly bucketsPerUnit: number
  /** The bucket at hand, counted from 0 units on: its place in the ring is this under the mask. */
  private at = 0
  private readonly heap = new Heap(BUCKET_ITEMS_MIN)
  private readonly unitsOf: Float64Array

  /** `unitsOf` tells what each item costs now: who is bettered is pushed again. */
  constructor(unitsOf: Float64Array, steps: EntrySteps) {
    this.unitsOf = unitsOf
    this.bucketsPerUnit = 1 / Math.max(steps.unitsMin, (2 * steps.unitsMax) / BUCKETS)
  }

  /** Begins at 0 units again; nothing may be waiting. */
  restart(): void {
    this.at = 0
  }

  push(units: number, item: number): void {
    const bucket = Math.floor(units * this.bucketsPerUnit)
    if (bucket === this.at) {
      this.heap.push(units, item)
      return
    }
    const place = bucket & (BUCKETS - 1)
    const count = this.countOf[place]++
    if (count === this.buckets[place].length) this.buckets[place] = doubled(this.buckets[place])
    this.buckets[place][count] = item
    this.waiting++
  }

  /** The cheapest item; NONE when none is left. One that was bettered comes out once for each time it was pushed. */
  pop(): number {
    const { heap } = this
    if (heap.size === 0) {
      if (this.waiting === 0) return NONE
      this.moveOn()
    }
    return heap.pop()
  }

  private moveOn(): void {
    const { countOf, heap, unitsOf } = this
    let place: number
    do place = ++this.at & (BUCKETS - 1)
    while (countOf[place] === 0)
    const bucket = this.buckets[place]
    for (let i = 0; i < countOf[place]; i++) heap.push(unitsOf[bucket[i]], bucket[i])
    this.waiting -= countOf[place]
    countOf[place] = 0
  }
}
