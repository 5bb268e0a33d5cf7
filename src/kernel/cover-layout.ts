/** The memory of a cover of crossings (source/covers.ts): whole numbers only, for the kernel and for script. */

/** Probes on either side of a border: three for each side of a block, and one for each quarter of it. */
export const PROBES = 4 * 3 + 4
/** The number of a way: its probe before the border * PROBES + its probe behind it. */
export const WAYS = PROBES * PROBES
const CROSSINGS_MAX = 32
/** The ratio of the cheapest way. */
export const ONE = 1 << 20
/** The highest ratio: ways that cost more count as this, and so do ways without a kept crossing. */
export const HIGHEST = 2 * ONE

export const PROBES_BYTES = 8 * PROBES
export const RATIOS_BYTES = 4 * WAYS
/** unitsTo[crossing * PROBES + probe]: the cost to the crossing and over the border; unitsFrom: from there on. */
export const TO_AT = 128
export const FROM_BEHIND = CROSSINGS_MAX * PROBES_BYTES
/** By way: its cost through the cheapest crossing. */
export const LEAST_AT = TO_AT + 2 * FROM_BEHIND
/** By way: its ratio through the crossings kept; 0 where there is no way. */
export const KEPT_AT = LEAST_AT + 8 * WAYS
/** By crossing and way: its cost as a ratio to the cheapest, rounded up. */
export const RATIOS_AT = KEPT_AT + RATIOS_BYTES
export const COVER_END = RATIOS_AT + CROSSINGS_MAX * RATIOS_BYTES
