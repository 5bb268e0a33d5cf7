/** The memory of a cover of crossings (source/covers.ts): whole numbers only, for the kernel and for script. */

/** Probes on either side of a border: three for each side of a block, and one for each quarter of it. */
export const PROBES = 4 * 3 + 4
/** A way is probe before the border * PROBES + probe behind it. */
export const WAYS = PROBES * PROBES
const CROSSINGS_MAX = 32
/** What the cheapest way is noted as. */
export const ONE = 1 << 20
/** A way that costs more than this share of the cheapest counts like one that does: some way must be there first. */
export const HIGHEST = 2 * ONE

export const PROBES_BYTES = 8 * PROBES
export const RATIOS_BYTES = 4 * WAYS
/** unitsTo[crossing * PROBES + probe] is what it costs to go there, with the step over the border; unitsFrom to go on. */
export const TO_AT = 128
export const FROM_BEHIND = CROSSINGS_MAX * PROBES_BYTES
/** By way, of all crossings the cheapest. */
export const LEAST_AT = TO_AT + 2 * FROM_BEHIND
/** What each way costs through the crossings kept, 0 for what is none. */
export const KEPT_AT = LEAST_AT + 8 * WAYS
/** What all ways cost with a crossing beside those kept, in four parts. */
export const SUMS_AT = KEPT_AT + RATIOS_BYTES
export const HIGHEST_AT = SUMS_AT + 16 * CROSSINGS_MAX
/** By crossing and way, what it costs beside the cheapest, rounded up. */
export const RATIOS_AT = HIGHEST_AT + 16
export const COVER_END = RATIOS_AT + CROSSINGS_MAX * RATIOS_BYTES
