/**
 * The front of a route search: a queue whose keys are told apart by a small part of the least that the route can cost. So
 * many keys share a bucket, and of these the newest comes first, which carries the search on along one of many routes as
 * good. Both ends of a bucket's work are a few instructions, where a heap sorts what the search never comes to. The few
 * keys far above the least wait in a heap all the same.
 */
import { doubled } from '../base/growing.ts'
import { Heap } from '../base/heap.ts'

const BUCKETS = 4096
/** So many of the buckets cover a rise by as much as the least. */
const BUCKETS_TO_LEAST = 1024

export class Front {
  /** Nothing that is left has a key below this. */
  leastKey = 0
  private readonly firstOfBucket = new Int32Array(BUCKETS)
  /** A bit for each bucket that holds anything. */
  private readonly usedBuckets = new Int32Array(BUCKETS >> 5)
  private readonly beyond = new Heap()
  /** What was pushed is numbered from 1; 0 ends a bucket's list. */
  private itemOf = new Int32Array(1024)
  private nextOf = new Int32Array(1024)
  private count = 1
  private bucket = 0
  private origin = 0
  private bucketsAUnit = 1

  /** Empties the queue; no key that is pushed next is below `least`. */
  restart(least: number): void {
    this.firstOfBucket.fill(0)
    this.usedBuckets.fill(0)
    this.beyond.clear()
    this.count = 1
    this.bucket = 0
    this.origin = least
    this.leastKey = least
    this.bucketsAUnit = BUCKETS_TO_LEAST / (least + 1)
  }

  push(key: number, item: number): void {
    const place = (key - this.origin) * this.bucketsAUnit
    if (place >= BUCKETS || this.bucket === BUCKETS) {
      this.beyond.push(key, item)
      return
    }
    const bucket = Math.max(place | 0, this.bucket)
    if (this.count === this.itemOf.length) {
      this.itemOf = doubled(this.itemOf)
      this.nextOf = doubled(this.nextOf)
    }
    this.itemOf[this.count] = item
    this.nextOf[this.count] = this.firstOfBucket[bucket]
    this.firstOfBucket[bucket] = this.count++
    this.usedBuckets[bucket >> 5] |= 1 << (bucket & 31)
  }

  /** Takes out an item of the lowest bucket; `none` where the queue is empty. */
  pop(none: number): number {
    if (this.bucket === BUCKETS || !this.advance()) return this.popBeyond(none)
    const first = this.firstOfBucket[this.bucket]
    const next = this.nextOf[first]
    this.firstOfBucket[this.bucket] = next
    if (next === 0) this.usedBuckets[this.bucket >> 5] &= ~(1 << (this.bucket & 31))
    return this.itemOf[first]
  }

  /** Goes on to the first bucket that holds anything; false where there is none. */
  private advance(): boolean {
    let word = this.bucket >> 5
    let used = this.usedBuckets[word] & (-1 << (this.bucket & 31))
    while (used === 0) {
      if (++word === BUCKETS >> 5) {
        this.bucket = BUCKETS
        return false
      }
      used = this.usedBuckets[word]
    }
    this.bucket = (word << 5) | (31 - Math.clz32(used & -used))
    this.leastKey = this.origin + this.bucket / this.bucketsAUnit
    return true
  }

  private popBeyond(none: number): number {
    if (this.beyond.size === 0) return none
    const item = this.beyond.pop()
    this.leastKey = this.beyond.poppedKey
    return item
  }
}
