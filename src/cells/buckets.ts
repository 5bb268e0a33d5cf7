/**
 * A priority queue for searches whose keys rise slowly: buckets, one per key, each a linked list of entries. Three levels
 * of bits, each telling which words of the level below hold anything, find the next bucket in a few instructions however
 * far it is. Equal keys come out newest first, which carries a search straight on over ground where all estimates tie.
 *
 * The buckets cover an epoch of KEY_SPAN keys. What is pushed beyond it waits in one list per epoch, and is given buckets
 * when its epoch begins: most searches end in their first.
 */
import { doubled } from '../base/growing.ts'

const SPAN_SHIFT = 15
/** The keys of one epoch. */
export const KEY_SPAN = 1 << SPAN_SHIFT

export class BucketQueue {
  private readonly firstOfBucket = new Int32Array(KEY_SPAN)
  private readonly usedBuckets = new Int32Array(KEY_SPAN >> 5)
  private readonly usedWords = new Int32Array(KEY_SPAN >> 10)
  private usedGroups = 0
  private bucket = 0
  /** Entries are numbered from 1 by their owner; 0 stands for none. */
  private nextOfEntry: Int32Array
  /** The lowest key of the epoch. */
  private base = 0
  /** The epochs after this one: the entries that wait for each, and their keys. */
  private firstOfEpoch = new Int32Array(64)
  private keyOfEntry: Int32Array
  private epoch = 0
  private lastEpoch = 0

  constructor(capacity: number) {
    this.nextOfEntry = new Int32Array(capacity)
    this.keyOfEntry = new Int32Array(capacity)
  }

  /** Makes room for entries below `capacity`. The queue must be empty if that shrinks it. */
  reserve(capacity: number): void {
    const { nextOfEntry, keyOfEntry } = this
    const kept = Math.min(capacity, nextOfEntry.length)
    this.nextOfEntry = new Int32Array(capacity)
    this.keyOfEntry = new Int32Array(capacity)
    this.nextOfEntry.set(nextOfEntry.subarray(0, kept))
    this.keyOfEntry.set(keyOfEntry.subarray(0, kept))
  }

  /** Empties the queue, in time by the buckets still in use. No key pushed later may be below `keyMin`. */
  restart(keyMin: number): void {
    while (this.usedGroups !== 0) {
      const bucket = this.firstUsedOf(this.usedGroups)
      this.firstOfBucket[bucket] = 0
      this.markUnused(bucket)
    }
    if (this.lastEpoch > this.epoch) this.firstOfEpoch.fill(0, 0, this.lastEpoch + 1)
    this.epoch = 0
    this.lastEpoch = 0
    this.bucket = 0
    this.base = keyMin
  }

  push(key: number, entry: number): void {
    const bucket = (key - this.base) | 0
    if (bucket >= KEY_SPAN) {
      this.pushLater(key, entry)
      return
    }
    const first = this.firstOfBucket[bucket]
    this.nextOfEntry[entry] = first
    this.firstOfBucket[bucket] = entry
    if (first !== 0) return
    this.usedBuckets[bucket >> 5] |= 1 << (bucket & 31)
    this.usedWords[bucket >> 10] |= 1 << ((bucket >> 5) & 31)
    this.usedGroups |= 1 << (bucket >> 10)
  }

  /** Takes out an entry of the lowest key; 0 when the queue is empty. */
  pop(): number {
    let entry = this.firstOfBucket[this.bucket]
    if (entry === 0) {
      if (this.usedGroups === 0 && !this.beginNextEpoch()) return 0
      this.bucket = this.nextUsed(this.bucket)
      entry = this.firstOfBucket[this.bucket]
    }
    const next = this.nextOfEntry[entry]
    this.firstOfBucket[this.bucket] = next
    if (next === 0) this.markUnused(this.bucket)
    return entry
  }

  private pushLater(key: number, entry: number): void {
    const epoch = this.epoch + ((key - this.base) >> SPAN_SHIFT)
    while (epoch >= this.firstOfEpoch.length) this.firstOfEpoch = doubled(this.firstOfEpoch)
    this.keyOfEntry[entry] = key
    this.nextOfEntry[entry] = this.firstOfEpoch[epoch]
    this.firstOfEpoch[epoch] = entry
    if (epoch > this.lastEpoch) this.lastEpoch = epoch
  }

  /** Gives buckets to what waits for the next epoch that has anything; false where none has. */
  private beginNextEpoch(): boolean {
    while (this.epoch < this.lastEpoch) {
      this.base += KEY_SPAN
      let entry = this.firstOfEpoch[++this.epoch]
      if (entry === 0) continue
      this.firstOfEpoch[this.epoch] = 0
      this.bucket = 0
      while (entry !== 0) {
        const next = this.nextOfEntry[entry]
        this.push(this.keyOfEntry[entry], entry)
        entry = next
      }
      return true
    }
    return false
  }

  private markUnused(bucket: number): void {
    const word = bucket >> 5
    this.usedBuckets[word] &= ~(1 << (bucket & 31))
    if (this.usedBuckets[word] !== 0) return
    const group = bucket >> 10
    this.usedWords[group] &= ~(1 << (word & 31))
    if (this.usedWords[group] === 0) this.usedGroups &= ~(1 << group)
  }

  /** The first bucket in use from `bucket` on. There must be one. */
  private nextUsed(bucket: number): number {
    const word = bucket >> 5
    const laterBuckets = this.usedBuckets[word] & (-1 << (bucket & 31))
    if (laterBuckets !== 0) return (word << 5) | lowestBit(laterBuckets)
    const group = bucket >> 10
    const laterWords = this.usedWords[group] & (-2 << (word & 31))
    if (laterWords !== 0) {
      const later = (group << 5) | lowestBit(laterWords)
      return (later << 5) | lowestBit(this.usedBuckets[later])
    }
    return this.firstUsedOf(this.usedGroups & (-2 << group))
  }

  private firstUsedOf(groups: number): number {
    const group = lowestBit(groups)
    const word = (group << 5) | lowestBit(this.usedWords[group])
    return (word << 5) | lowestBit(this.usedBuckets[word])
  }
}

/** The number of the lowest bit set in `word`, which is not 0. */
function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}
