/** The memory of waves over entries (source/entry-floods.ts): costs are whole numbers of 32 bits, without sign. */

/** The shift from units to buckets of the queue, and how many regions wait. */
export const BUCKET_SHIFT = 128
export const WAITING = 132
/** Whether a cost is so high that sums with it may not fit. */
export const IS_FAR = 136
export const FAR_FROM = 0xe0000000
/** A power of two. */
export const BUCKETS = 4096
export const HEADS_AT = 144
/** The slots of a region that have news. */
export const NEWS_AT = HEADS_AT + 4 * BUCKETS

/**
 * A record of a region: the count of its slots, and the count rounded up to whole vectors of four, its lanes. Costs of pairs are
 * in units of 2^shift.
 */
export const REGION_SLOTS = 0
export const REGION_LANES = 4
export const REGION_SHIFT = 8
export const REGION_BYTES = 12
/** The least news, UNREACHED where it does not wait; the next region of its bucket, and the address that holds this one's. */
export const REGION_LEAST = 16
export const REGION_NEXT = 20
export const REGION_LINK = 24
/**
 * Words by lane: the cost of the slot, and the cost that both regions know. Then the slot beyond: its place in these words of its
 * region, and its region. Then, slot by slot, a row of its pairs, two bytes a lane. Lanes without a slot cost 0.
 */
export const LANES_AT = 32

export const UNREACHED = 0xffffffff
