/**
 * The exact search on uniform ground with 8 directions, over the whole map: A* that jumps, as the search of near targets
 * does (query/near-jump.ts tells why it may), but with memory that grows with what it meets instead of a window.
 *
 * A node is a cell with the quadrants that open from it. A sweep of a quadrant steps diagonally and sends rays along rows
 * and columns; a ray that passes the end of a wall makes a node. A sweep whose estimate has risen too far waits its turn
 * in the queue as a node of its own.
 */
import { DIAGONAL_UNITS, DX, DY, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { Tiles } from '../query/near-tiles.ts'
import type { Bends } from './bends.ts'
import type { RestBound } from './exact-rest.ts'

const STRAIGHT_STEP_UNITS = UNITS_PER_CELL
const DIAGONAL_STEP_UNITS = 2 * DIAGONAL_UNITS
