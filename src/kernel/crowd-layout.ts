/** The memory in which a crowd makes a step, in bytes. Units lie in the order of their places, bucket by bucket of a grid. */

/** A unit; its place in cells, its velocity in cells a second. */
export const UNIT_BYTES = 128
export const X = 0
export const Y = 8
export const VELOCITY_X = 16
export const VELOCITY_Y = 24
export const WISH_X = 32
export const WISH_Y = 40
export const RADIUS = 48
export const SPEED = 56
/** How far the unit is turned from its wish, from 0 to 1. */
export const TURN = 64
export const NEXT_TURN = 72
/** What it aims at, then the velocity that it chooses, then the move that it has left. */
export const AIM_X = 80
export const AIM_Y = 88
/** Where it was before the step. */
export const FROM_X = 96
export const FROM_Y = 104
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

/** One of the nearest others: its distance squared, less that of both radii. */
export const NEAR_BYTES = 16
export const KEY = 0
export const UNIT = 8
export const NEAR_MAX = 64

/** Addresses of single values. */
export const LEFT = 128
export const TOP = 136
export const BUCKET_SIDE = 144
export const RADIUS_MAX = 152
export const HORIZON = 160
export const SIGHT = 168
export const COLUMNS = 176
export const ROWS = 180
export const NEIGHBOURS = 184
export const UNITS_END = 188
/** The address of the first unit of each bucket is here, and behind the last bucket that of the end. */
export const BUCKETS = 192
/** Room for the half-planes of one unit, twice. */
export const PLANES = 196
export const RELAXED = 200
/** Where pairs begin, and where the memory ends. */
export const PAIRS = 204
export const MEMORY_END = 208

export const NEAR_AT = 256
/** Behind the nearest others, of which there is room for one more. */
export const UNITS_AT = 1408

/** Units may be closer by this share of the smaller radius: rounding cannot wedge what touches. */
export const TOUCH_SHARE = 0.005
