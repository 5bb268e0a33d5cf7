/**
 * A priority queue for searches whose keys rise slowly: a ring of buckets, one per key, each a linked list of entries.
 * What is pushed must be less than KEY_SPAN above what was popped last, so the ring never laps itself. Three levels of
 * bits, each telling which words of the level below hold anything, find the next bucket in a few instructions however
 * far it is. Equal keys come out newest first, which carries a search straight on over ground where all estimates tie.
 */

/** Keys in use at one time lie within this many of each other. */
export const KEY_SPAN = 1 << 15
const KEY_MASK = KEY_SPAN - 1

/** Entries are numbered 1..ENTRIES_MAX - 1 by their owner; 0 stands for none. */
export const ENTRIES_MAX = 1 << 16

export class BucketQueue {
  private readonly firstOfBucket = new Int32Array(KEY_SPAN)
  private readonly nextOfEntry = new Int32Array(ENTRIES_MAX)
  private readonly usedBuckets = new Int32Array(KEY_SPAN >> 5)
  private readonly usedWords = new Int32Array(KEY_SPAN >> 10)
  private usedGroups = 0
  private bucket = 0

  /** Empties the queue, at a price that depends on what is left in it; no key pushed next is below `keyMin`. */
  restart(keyMin: number): void {
    while (this.usedGroups !== 0) {
      const bucket = this.firstUsedOf(this.usedGroups)
      this.firstOfBucket[bucket] = 0
      this.markUnused(bucket)
    }
    this.bucket = keyMin & KEY_MASK
  }

  push(key: number, entry: number): void {
    const bucket = key & KEY_MASK
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
      if (this.usedGroups === 0) return 0
      this.bucket = this.nextUsed(this.bucket)
      entry = this.firstOfBucket[this.bucket]
    }
    const next = this.nextOfEntry[entry]
    this.firstOfBucket[this.bucket] = next
    if (next === 0) this.markUnused(this.bucket)
    return entry
  }

  private markUnused(bucket: number): void {
    const word = bucket >> 5
    this.usedBuckets[word] &= ~(1 << (bucket & 31))
    if (this.usedBuckets[word] !== 0) return
    const group = bucket >> 10
    this.usedWords[group] &= ~(1 << (word & 31))
    if (this.usedWords[group] === 0) this.usedGroups &= ~(1 << group)
  }

  /** The first bucket in use after `bucket` around the ring; there is one. */
  private nextUsed(bucket: number): number {
    const word = bucket >> 5
    const laterBuckets = this.usedBuckets[word] & (-2 << (bucket & 31))
    if (laterBuckets !== 0) return (word << 5) | lowestBit(laterBuckets)
    const group = bucket >> 10
    const laterWords = this.usedWords[group] & (-2 << (word & 31))
    if (laterWords !== 0) {
      const later = (group << 5) | lowestBit(laterWords)
      return (later << 5) | lowestBit(this.usedBuckets[later])
    }
    const laterGroups = this.usedGroups & (-2 << group)
    return this.firstUsedOf(laterGroups !== 0 ? laterGroups : this.usedGroups)
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
