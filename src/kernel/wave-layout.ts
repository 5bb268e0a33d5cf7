/**
 * The memory of a wave: tables first, then ground and sheets. A sheet holds the costs of the cells of one block, in a frame of 34
 * x 34 cells. Around the block lies the rim, which belongs to the blocks beside it.
 */
export const FRAME_CELLS = 34

/** Kinds of ground: even in 16 and in 32 bits a cell, mixed in 32 bits, and in floats. */
export const EVEN = 0
export const WINDING = 1
export const MIXED = 2
export const WIDE = 3

/** By eight bits: eight masks, 0 where the bit is set, else all ones, which make a step lead nowhere. */
export const MEANINGS_AT = 128
/** By the nine cells around and at a cell: the directions of legal steps, as bits. */
export const LEGAL_AT = MEANINGS_AT + 256 * 16
/** Cells that wait inside a block, and whether they do: row << 6 | column. */
export const QUEUE_AT = LEGAL_AT + 512
export const QUEUE_LENGTH = 2048
export const IS_QUEUED_AT = QUEUE_AT + 2 * QUEUE_LENGTH
/** By place: the directions that lead to a cell of the block, not of its rim, as bits. */
export const INSIDE_AT = IS_QUEUED_AT + 64 * FRAME_CELLS
/** Results of a call: by direction the cells that want a sheet, and their least value; the sheets with news. */
export const WANTED_AT = INSIDE_AT + 64 * FRAME_CELLS
export const LOWEST_AT = WANTED_AT + 8 * 4
export const NEWS_COUNT_AT = LOWEST_AT + 8 * 8
export const NEWS_SHEETS_AT = NEWS_COUNT_AT + 8
/** Where the cells of a block lead, a byte each: a direction, or one of these. */
export const ARROWS_AT = NEWS_SHEETS_AT + 4 * 512
export const STAYS = 8
export const UNKNOWN = 255
/** Copies of the cells of a side, of the rim beyond it, of the told values, and of the cells behind the rim. */
export const TELLING_OWN_AT = ARROWS_AT + 1024
export const TELLING_BEYOND_AT = TELLING_OWN_AT + 64
export const TELLING_UNITS_AT = TELLING_BEYOND_AT + 64
/** With a cell before the first and one behind the last. */
export const TELLING_EDGE_AT = TELLING_UNITS_AT + 64 + 16
export const WAVE_END_AT = TELLING_EDGE_AT + 64 + 16

/**
 * The ground of a block: per row of the frame the free cells as bits, column 0 of the frame at bit 7. Then by direction the
 * straight steps out of the block, a bit each from bit 7 on, and whether the block is fragmented. On mixed ground costs follow,
 * as wide as cells in a sheet.
 */
export const BITS_BYTES = 8
export const FIRST_BIT = 7
export const GATES_AT = FRAME_CELLS * BITS_BYTES
export const IS_FRAGMENTED_AT = GATES_AT + 4 * 8
export const COSTS_AT = IS_FRAGMENTED_AT + 8
export const EVEN_GROUND_BYTES = COSTS_AT

/** A sheet: the base of its values, and the least value with news since it was settled. */
export const BASE_AT = 0
export const LEAST_NEWS_AT = 8
/** The cells of the rim with news, as bits, by the direction that the news came in. Those of the corners are in the last. */
export const TOLD_AT = 16
export const TOLD_CORNERS_AT = TOLD_AT + 4 * 4
/** Rows whose own cells have news, such as sources. */
export const FRESH_AT = TOLD_CORNERS_AT + 4
/** The next layer of the block; the ground of the block; its number. */
export const NEXT_AT = FRESH_AT + 4
export const GROUND_AT = NEXT_AT + 4
export const BLOCK_AT = GROUND_AT + 4
/** The first sheets of the blocks around, by direction. */
export const SIDES_AT = BLOCK_AT + 4
/** Cells begin where floats may. */
export const CELLS_AT = SIDES_AT + 8 * 4 + 4

/** Even ground: 16 bits a cell. */
export const EVEN_PITCH = 72
export const EVEN_CORNER_AT = CELLS_AT + 2
export const EVEN_SHEET_BYTES = CELLS_AT + EVEN_PITCH * FRAME_CELLS
export const EVEN_FAR = 0xffff
/** Every way inside a block of even ground costs less than what is left of 16 bits. */
export const EVEN_TOLD_MAX = 24_000

/** Mixed ground: 32 bits a cell. */
export const MIXED_PITCH = 4 * FRAME_CELLS
export const MIXED_GROUND_BYTES = COSTS_AT + MIXED_PITCH * FRAME_CELLS
export const MIXED_SHEET_BYTES = CELLS_AT + MIXED_PITCH * FRAME_CELLS
export const MIXED_FAR = 0x20000000
/** Where no cell costs more than MIXED_COST_MAX, every way inside a block costs less than what is left. */
export const MIXED_COST_MAX = 4096
export const MIXED_TOLD_MAX = 0x0c000000

/** Costs to 65,535: floats, in which all sums are exact. */
export const WIDE_PITCH = 8 * FRAME_CELLS
export const WIDE_GROUND_BYTES = COSTS_AT + WIDE_PITCH * FRAME_CELLS
export const WIDE_SHEET_BYTES = CELLS_AT + WIDE_PITCH * FRAME_CELLS
