/**
 * A priority queue for searches that may take items slightly out of order. Items of one bucket come out newest first, so a
 * search continues along one of many equally good ways. A bucket takes a few instructions, while a heap also sorts items that
 * a search never reaches.
 *
 * The buckets are a ring. The few keys beyond its end wait in a heap until the ring comes round to them.
 */
import { doubled } from './growing.ts'
import { Heap } from './heap.ts'

/** A power of two. */
const BUCKETS = 4096
const WORDS = BUCKETS >> 5
const LINKS_AT_FIRST = 16

export class BucketRing {
  /** No item in the queue has a lower key. */
  leastKey = 0
  private readonly firstOfBucket = new Int32Array(BUCKETS)
  /** A bit for each bucket that is not empty. */
  private readonly usedBuckets = new Int32Array(WORDS)
  private readonly beyond = new Heap(64)
  /**
   * Links of the buckets' lists, numbered from 1; 0 ends a list. Free links form a list too. There are few at first, so that the
   * first search makes more: an engine compiles a search anew if a column that never changed is replaced later.
   */
  private itemOf = new Int32Array(LINKS_AT_FIRST)
  private nextOf = new Int32Array(LINKS_AT_FIRST)
  private linkCount = 1
  private firstFree = 0
  /** Items in the ring. */
  private waiting = 0
  /** The current bucket, counted from `origin`; masked, its place in the ring. */
  private at = 0
  private origin = 0
  private bucketsPerUnit = 1

  /** Empties the queue and sets the width of its buckets. A key below `least` counts as `least`. */
  restart(least: number, width: number): void {
    if (this.waiting > 0) {
      this.firstOfBucket.fill(0)
      this.usedBuckets.fill(0)
    }
    if (this.beyond.size > 0) this.beyond.clear()
    this.linkCount = 1
    this.firstFree = 0
    this.waiting = 0
    this.at = 0
    this.origin = least
    this.leastKey = least
    this.bucketsPerUnit = 1 / width
  }

  push(key: number, item: number): void {
    const bucket = this.bucketOf(key)
    if (bucket - this.at >= BUCKETS) this.beyond.push(key, item)
    else this.put(Math.max(bucket, this.at) & (BUCKETS - 1), item)
  }

  /** Takes out an item of the lowest bucket; `none` where the queue is empty. */
  pop(none: number): number {
    if (this.beyond.size > 0) this.comeRound()
    if (this.waiting === 0) return none
    const bucket = this.advance()
    const link = this.firstOfBucket[bucket]
    const next = this.nextOf[link]
    this.firstOfBucket[bucket] = next
    if (next === 0) this.usedBuckets[bucket >> 5] &= ~(1 << (bucket & 31))
    this.nextOf[link] = this.firstFree
    this.firstFree = link
    this.waiting--
    return this.itemOf[link]
  }

  private bucketOf(key: number): number {
    return Math.floor((key - this.origin) * this.bucketsPerUnit)
  }

  private put(bucket: number, item: number): void {
    let link = this.firstFree
    if (link !== 0) this.firstFree = this.nextOf[link]
    else {
      link = this.linkCount++
      if (link === this.itemOf.length) {
        this.itemOf = doubled(this.itemOf)
        this.nextOf = doubled(this.nextOf)
      }
    }
    this.itemOf[link] = item
    this.nextOf[link] = this.firstOfBucket[bucket]
    this.firstOfBucket[bucket] = link
    this.usedBuckets[bucket >> 5] |= 1 << (bucket & 31)
    this.waiting++
  }

  /** Moves to the next bucket that is not empty; returns its place in the ring. The ring must not be empty. */
  private advance(): number {
    const place = this.at & (BUCKETS - 1)
    let word = place >> 5
    let used = this.usedBuckets[word] & (-1 << (place & 31))
    while (used === 0) {
      word = (word + 1) & (WORDS - 1)
      used = this.usedBuckets[word]
    }
    const bucket = (word << 5) | (31 - Math.clz32(used & -used))
    if (bucket !== place) {
      this.at += (bucket - place) & (BUCKETS - 1)
      this.leastKey = this.origin + this.at / this.bucketsPerUnit
    }
    return bucket
  }

  /** Moves items from the heap to the ring once their bucket is in its range. An empty ring first jumps to the heap's least key. */
  private comeRound(): void {
    const { beyond } = this
    if (this.waiting === 0) {
      this.at = Math.max(this.at, this.bucketOf(beyond.leastKey))
      this.leastKey = this.origin + this.at / this.bucketsPerUnit
    }
    while (beyond.size > 0) {
      const bucket = this.bucketOf(beyond.leastKey)
      if (bucket - this.at >= BUCKETS) return
      this.put(Math.max(bucket, this.at) & (BUCKETS - 1), beyond.pop())
    }
  }
}
