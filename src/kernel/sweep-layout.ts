/** The memory of a sweep (source/sweeps.ts), on even or mixed ground: whole numbers only, for the kernel and for script. */

/** Cells of a row, and rows, of even ground: the first word of a row stays free of cells. */
export const EVEN_CELLS = 512
export const EVEN_WORDS = EVEN_CELLS / 32
/** Numbers in a row of even ground. With a power of two all rows would share a few lines of the processor's cache. */
export const EVEN_PITCH = EVEN_CELLS + 16
export const EVEN_BITS_BYTES = EVEN_CELLS / 8
/** The highest number of 16 bits: not reached. */
export const EVEN_FAR = 0xffff
/** The longest side of a frame of mixed ground, walls around it included. */
export const MIXED_SIDE = 330
export const ROWS_MAX = 512

/** What cells cost from the start: 16 bits each on even ground, 32 on mixed. The kernel's own constants lie before. */
export const UNITS_AT = 128
// Half a page more than whole pages: a load waits for a store before it that lies a multiple of 4096 bytes away.
const UNITS_BYTES = 2 * EVEN_PITCH * ROWS_MAX + 2048 + 32
/** Even ground is a bit a cell. Mixed ground is a cost of 32 bits a cell, COSTS_BEHIND bytes behind its units. */
export const GROUND_AT = UNITS_AT + UNITS_BYTES
export const COSTS_BEHIND = UNITS_BYTES
/** By row: its first and last cell, with room for twice the rows; whether it has news for the rows below, or above. */
export const FIRST_AT = GROUND_AT + UNITS_BYTES
export const LAST_AT = FIRST_AT + 8 * ROWS_MAX
export const BELOW_AT = LAST_AT + 8 * ROWS_MAX
export const ABOVE_AT = BELOW_AT + 4 * ROWS_MAX
/** For even ground: masks of bits; costs of steps along a line to either side of its middle, straight and sideways. */
export const MEANINGS_AT = ABOVE_AT + 4 * ROWS_MAX
export const STRAIGHT_AT = MEANINGS_AT + 256 * 16
export const ASIDE_AT = STRAIGHT_AT + 4 * EVEN_CELLS
export const EVEN_END = ASIDE_AT + 4 * EVEN_CELLS
/** For mixed ground: blocks as they lie in the terrain, and behind them their rows side by side. */
export const STAGE_AT = EVEN_END
export const STAGE_BLOCKS_MAX = (MIXED_SIDE >> 5) + 2
export const MIXED_END = STAGE_AT + 2 * (2 * STAGE_BLOCKS_MAX * 1024 + 16 * 32)
