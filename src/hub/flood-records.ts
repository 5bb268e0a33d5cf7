/**
 * What lies where in the memory of the program of floods (flood-program.ts).
 */

/** A power of two. */
export const BUCKETS = 1 << 12

/** At 0 is the record of no entry; behind it what the program keeps from call to call. */
export const STATE = {
  waiting: 64,
  /** The bucket at hand. */
  bucket: 68,
  /** Addresses of entries that were met since they were forgotten, and of those settled: where they begin, and end. */
  met: 72,
  metEnd: 76,
  settled: 80,
  settledEnd: 84,
  pagesEnd: 88,
  /** The hub at hand above the bits of a step; and the entry that it is. */
  hub: 92,
  root: 96,
  /** Of the entries that were to be settled, those that were not. */
  left: 100,
  /** What a bucket spans, as a shift. */
  bucketShift: 104,
  /** How many hubs all entries know together. */
  known: 108,
  /** Whether an entry costs more than the limit, beyond which costs may not fit; then what is told is not so. */
  isFar: 112,
  limit: 116,
  /** So many of the highest bits of what a hub costs are 0 where it is in the first range. */
  rangeZeros: 120,
  /** Whether an entry in the bucket at hand may become cheaper by way of another one there. */
  isWide: 124,
}
export const HEADS_AT = 128
/** Where it is noted what the entry at hand costs to hub 0; each next one is 4 bytes on. */
export const HUBS_AT = HEADS_AT + 4 * BUCKETS

/** A record of an entry. */
export const ENTRY_BYTES = 40
export const ENTRY = {
  units: 0,
  /** The side from which it leads on; both where that is ROOT. */
  leads: 4,
  before: 8,
  step: 12,
  /** The next one in its bucket, and where it stands that this is one. */
  next: 16,
  link: 20,
  /** Where it is noted what it last knew of a hub in each range; 0 at first. */
  last: 24,
  /** Where the steps of its sides begin, and end. */
  steps: 28,
}
/** What an entry costs that no way reaches yet; two of them are a number still. */
export const UNREACHED = 0x3fffffff
export const ROOT = 2

/** A record of a step: units, the entry beyond and its side in the lowest bit, and what leads back. */
export const STEP_BYTES = 12
export const STEP = { units: 0, beyond: 4, back: 8 }

/** What is known of a hub: what it costs, and its number above the bits of the step there. */
export const KNOWN_BYTES = 8
export const KNOWN = { units: 0, hub: 4 }
export const HUB_SHIFT = 8
/** Ranges of costs, each twice as long as the one before. */
export const RANGES = 16
/** The first record of a page is what was known last before it. */
export const PAGE_BYTES = 256
