/** The memory of floods inside a block (source/eight-floods.ts): whole numbers only, for the kernel and for script. */

/** A block in a frame of walls, so that nothing tests bounds. */
export const FRAME = 32 + 2
export const FRAME_CELLS = FRAME * FRAME
/** Floods that go together. */
export const LANES = 8
/** The cost of an illegal step, and of a cell not reached. Twice this is still below 2^32. */
export const FAR = 0x7fffffff

/** links[which * FRAME_CELLS + cell]: the cost of the step to that neighbour; FAR where it is illegal. */
export const LINK_EAST = 0
export const LINK_SOUTH = 1
export const LINK_SOUTH_WEST = 2
export const LINK_SOUTH_EAST = 3
export const LINKS = 4

/** The kernel's own constants lie before. */
export const LINKS_AT = 128
/** units[LANES * cell + lane] */
export const LANES_AT = LINKS_AT + 4 * LINKS * FRAME_CELLS
/** What cells cost, 0 for a wall. */
export const COSTS_AT = LANES_AT + 4 * LANES * FRAME_CELLS
export const BLOCK_END = COSTS_AT + 4 * FRAME_CELLS
