/** The memory of a crowd's step, in bytes. Units lie row by row, each row from left to right. */

/** A unit; its place in cells, its velocity in cells a second. The first half is what others look at. */
export const UNIT_BYTES = 128
export const X = 0
export const Y = 8
export const VELOCITY_X = 16
export const VELOCITY_Y = 24
export const RADIUS = 32
/** How far the unit is turned from its wish, from 0 to 1. */
export const TURN = 40
/** The direction of its wish, of length 1, or 0 for none; once units move, the place where it was before. */
export const TOWARDS_X = 48
export const TOWARDS_Y = 56
export const FROM_X = 48
export const FROM_Y = 56
export const WISH_X = 64
export const WISH_Y = 72
export const SPEED = 80
export const NEXT_TURN = 88
/** In turn: the velocity it aims at, the one it chooses, the place it goes to, the move that is left. */
export const AIM_X = 96
export const AIM_Y = 104
/** Addresses: its walls, and the others that it could meet. */
export const WALLS = 112
export const WALLS_END = 116
export const OTHERS = 120
export const OTHERS_END = 124

/** A half-plane: normal . v <= limit. */
export const PLANE_BYTES = 24
export const NORMAL_X = 0
export const NORMAL_Y = 8
export const LIMIT = 16

/** Two units that could meet in a step, and the share of a push that the first takes. */
export const PAIR_BYTES = 16
export const FIRST = 0
export const SECOND = 4
export const SHARE = 8

/** One of the nearest others: its distance squared, less that of both radii, and the same as a whole number. */
export const NEAR_BYTES = 16
export const KEY = 0
export const UNIT = 8
export const RANK = 12
export const NEAR_MAX = 64

/** Addresses of single values. */
export const ROW_HEIGHT = 128
export const RADIUS_MAX = 136
export const HORIZON = 144
export const SIGHT = 152
/** The number of the first row, counted from the top of the map, and how many rows there are. */
export const FIRST_ROW = 160
export const ROW_COUNT = 164
export const NEIGHBOURS = 168
export const UNITS_END = 172
/** By row: its first unit and, while units choose, the unit where the search for others begins. */
export const ROWS = 176
export const ROW_BYTES = 8
export const BEGIN = 4
/** Room for the half-planes of one unit, twice. */
export const PLANES = 180
export const RELAXED = 184
/** Where pairs begin, and where the memory ends. Behind the pairs lie the lists of others. */
export const PAIRS = 188
export const MEMORY_END = 192
/** The last random number, below 65,536. It stays from step to step. */
export const LUCK = 200

/** The sorted list, then the list of units found, of which there are at most twice NEAR_MAX, and room for one more. */
export const NEAR_AT = 256
export const FOUND_AT = 2304
export const FOUND_MOST = 128
export const FOUND_END = 4352
export const UNITS_AT = 4416

/** Units may come closer by this share of the smaller radius, so that rounding cannot wedge units that touch. */
export const TOUCH_SHARE = 0.005
