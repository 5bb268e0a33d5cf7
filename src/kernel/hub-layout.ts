/** The memory of the floods of hubs (source/hub-floods.ts): whole numbers only, for the kernel and for script. */

/** What stands for a step where an entry is a hub itself. */
export const AT_HUB = 255

/** A power of two. */
export const BUCKETS = 1 << 12

/** At 0 is the record of no entry; behind it what the kernel keeps from call to call. */
export const WAITING = 64
/** The bucket at hand. */
export const BUCKET = 68
/** Addresses of entries that were met since they were forgotten, and of those settled: where they begin, and end. */
export const MET = 72
export const MET_END = 76
export const SETTLED = 80
export const SETTLED_END = 84
export const PAGES_END = 88
/** The hub at hand above the bits of a step; and the entry that it is. */
export const HUB = 92
export const ROOT_ENTRY = 96
/** Of the entries that were to be settled, the number of those that were not. */
export const LEFT = 100
/** What a bucket spans, as a shift. */
export const BUCKET_SHIFT = 104
/** How many hubs all entries know together. */
export const KNOWN_COUNT = 108
/** Whether an entry costs more than the limit, beyond which costs may not fit; then what was measured is wrong. */
export const IS_FAR = 112
export const LIMIT = 116
/** The highest bits of what a hub costs that are 0 where it is in the first range: how many. */
export const RANGE_ZEROS = 120
/** Whether an entry in the bucket at hand may become cheaper by way of another one there. */
export const IS_WIDE = 124

export const HEADS_AT = 128
/** What the entry at hand costs to hub 0; to each next one 4 bytes on. */
export const HUBS_AT = HEADS_AT + 4 * BUCKETS

/** A record of an entry: what it costs, and the side from which it leads on; both sides where that is ROOT. */
export const ENTRY_BYTES = 40
export const ENTRY_UNITS = 0
export const ENTRY_LEADS = 4
export const ENTRY_BEFORE = 8
export const ENTRY_STEP = 12
/** The next one in its bucket, and the address that holds this one's. */
export const ENTRY_NEXT = 16
export const ENTRY_LINK = 20
/** Where the last hub that it knows in each range is noted; 0 at first. */
export const ENTRY_LAST = 24
/** Where the steps of its sides begin, and end. */
export const ENTRY_STEPS = 28
/** What an entry costs that no way reaches yet; two of them are a number still. */
export const UNREACHED = 0x3fffffff
export const ROOT = 2

/** A record of a step: what it costs, the entry beyond with its side in the lowest bit, and the step that leads back. */
export const STEP_BYTES = 12
export const STEP_UNITS = 0
export const STEP_BEYOND = 4
export const STEP_BACK = 8

/** What an entry knows of a hub: what it costs, and its number above the bits of the step there. */
export const KNOWN_BYTES = 8
export const KNOWN_UNITS = 0
export const KNOWN_HUB = 4
export const HUB_SHIFT = 8
/** Ranges of costs, each twice as long as the one before. */
export const RANGES = 16
/** The first record of a page holds the address of what was known last before it. */
export const PAGE_BYTES = 256
