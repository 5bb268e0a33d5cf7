/** The memory of the floods of hubs (source/hub-floods.ts): whole numbers only, for the kernel and for script. */

/** Replaces a step where the entry is the hub itself. */
export const AT_HUB = 255

/** A power of two. */
export const BUCKETS = 1 << 12

/** The record at 0 stands for no entry. Behind it lies what the kernel keeps from call to call. */
export const WAITING = 64
/** The present bucket. */
export const BUCKET = 68
/** Begin and end of the list of entries that the present flood has settled. */
export const SETTLED = 72
export const SETTLED_END = 76
export const PAGES_END = 80
/** The present hub, above the bits of a step; and its entry. */
export const HUB = 84
export const ROOT_ENTRY = 88
/** How many entries of the last call were not settled. */
export const LEFT = 92
/** The span of a bucket in units, as a shift. */
export const BUCKET_SHIFT = 96
/** The number of hubs known, summed over all entries. */
export const KNOWN_COUNT = 100
/** Whether an entry costs more than LIMIT. Such costs may not fit, so the results are then wrong. */
export const IS_FAR = 104
export const LIMIT = 108
/** How many leading bits are 0 in a cost of the first range. */
export const RANGE_ZEROS = 112
/** Whether an entry in the present bucket may become cheaper through another one there. */
export const IS_WIDE = 116

export const HEADS_AT = 128
/** The root's cost to each hub, 4 bytes each. */
export const HUBS_AT = HEADS_AT + 4 * BUCKETS

/** A record of an entry: its cost, and the side from which it leads on, or ROOT for both. */
export const ENTRY_BYTES = 40
export const ENTRY_UNITS = 0
export const ENTRY_LEADS = 4
export const ENTRY_BEFORE = 8
export const ENTRY_STEP = 12
/** The next one in its bucket, and the address that holds this one's. */
export const ENTRY_NEXT = 16
export const ENTRY_LINK = 20
/** The address of its last known hubs, one for each range; 0 at first. */
export const ENTRY_LAST = 24
/** Where the steps of its sides begin, and end. */
export const ENTRY_STEPS = 28
/** The cost of an entry not reached yet. Twice this still fits. */
export const UNREACHED = 0x3fffffff
export const ROOT = 2

/** A record of a step: its cost, the entry beyond with its side in the lowest bit, and the step back. */
export const STEP_BYTES = 12
export const STEP_UNITS = 0
export const STEP_BEYOND = 4
export const STEP_BACK = 8

/** A known hub of an entry: its cost, and its number above the bits of the step towards it. */
export const KNOWN_BYTES = 8
export const KNOWN_UNITS = 0
export const KNOWN_HUB = 4
export const HUB_SHIFT = 8
/** Ranges of costs, each twice as long as the one before. */
export const RANGES = 16
/** The first record of a page holds the address of the last one on the page before. */
export const PAGE_BYTES = 256
