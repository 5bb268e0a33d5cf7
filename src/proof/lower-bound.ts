/**
 * A certificate for a path: no path between its ends costs less than this.
 *
 * The distance without walls is a bound that needs no search. For a better one the exact search runs until it ends or its budget is
 * spent. All that it has not looked at costs at least the least estimate that is left. If the search ends, the bound is the
 * optimum. Landmarks (cell-landmarks.ts) give nearly as good a bound in less time, and lead the search on weighted ground. They are
 * measured for the first path that the search does not prove without them. There it first looks for paths that are cheaper by
 * more than a hundredth, which it settles early.
 */
import { refuse } from '../base/given.ts'
import { halvesAlong } from '../cells/bends.ts'
import type { ExactSearch, LeastLeft } from '../cells/exact-search.ts'
import { DIAGONAL_UNITS, freeUnits, STRAIGHT_UNITS, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import type { CellLandmarks } from './cell-landmarks.ts'
import { checkPath } from './check.ts'

/** Enough for the optimum on most maps of a million cells of even ground; a few milliseconds where it is not. */
const CERTIFICATE_EXPANSIONS = 5000
/** On weighted ground an expansion settles a whole block. A map with more blocks is given more, one for this many, up to a limit. */
const CERTIFICATE_BLOCKS = 400
const BLOCKS_A_BLOCK = 128
const CERTIFICATE_BLOCKS_MAX = 656
/** On weighted ground searches between near ends are done by then. Others get landmarks, which must be measured once. */
const BEFORE_LANDMARKS_EXPANSIONS = 40
/**
 * With landmarks, a proof that no path costs less than this share takes a tenth of the time of a full proof. The search leaves
 * out all that could be hardly cheaper.
 */
const SHARE_PROVEN = 0.99

/** In units a diagonal step is 99 / 70 long, 5 parts in 100,000 above sqrt 2. A bound in cell lengths must be lower by that. */
const CELLS_PER_UNIT = {
  4: 1 / UNITS_PER_CELL,
  8: (Math.SQRT2 * STRAIGHT_UNITS) / DIAGONAL_UNITS / UNITS_PER_CELL,
}
/** In cell lengths; with 4 directions two straight steps. */
const DIAGONAL_CELLS = { 4: 2, 8: Math.SQRT2 }

/** Returns landmarks if some are measured; measures them if they are needed now. Null where there are none. */
export type LandmarksOf = (areNeeded: boolean) => CellLandmarks | null

/** No path between the ends of the path `cells` (x, y pairs) costs less than this, in cell lengths. */
export function lowerBoundOf(
  exact: ExactSearch,
  terrain: Terrain,
  cells: Int32Array,
  expansionsMax = terrain.ground.of({ even: CERTIFICATE_EXPANSIONS, mixed: certificateBlocks(terrain) }),
  landmarksOf: LandmarksOf = () => null,
): number {
  const search = boundSearch(exact, terrain, cells)
  const prove = terrain.ground.of(PROVE)
  prove(search, expansionsMax, landmarksOf, certificateBlocks(terrain))
  return search.lowerBound
}

/** Landmarks do not lead the search, which jumps. They raise its bound if it did not end. */
function proveByJumps(search: BoundSearch, expansionsMax: number, landmarksOf: LandmarksOf): void {
  search.run(expansionsMax)
  if (search.isDone || expansionsMax === Infinity) return
  const landmarks = landmarksOf(expansionsMax >= CERTIFICATE_EXPANSIONS)
  if (landmarks !== null) search.raise(landmarks)
}

/** Landmarks lead the search, from its start where they are measured, else once it goes on for long. */
function proveByWave(search: BoundSearch, expansionsMax: number, landmarksOf: LandmarksOf, blocksMax: number): void {
  let landmarks = landmarksOf(false)
  if (landmarks === null) {
    search.run(Math.min(expansionsMax, BEFORE_LANDMARKS_EXPANSIONS))
    if (!search.isDone && expansionsMax < Infinity) landmarks = landmarksOf(true)
  }
  if (landmarks !== null && !search.isDone) {
    if (expansionsMax < Infinity && !search.proveShare(landmarks, expansionsMax)) search.raise(landmarks)
    if (expansionsMax <= blocksMax) return
    search.begin(landmarks)
  }
  search.run(expansionsMax)
}

const PROVE = { even: proveByJumps, mixed: proveByWave }

function certificateBlocks({ blocksWide, blocksHigh }: Terrain): number {
  const more = Math.floor((blocksWide * blocksHigh) / BLOCKS_A_BLOCK)
  return Math.min(CERTIFICATE_BLOCKS + more, CERTIFICATE_BLOCKS_MAX)
}

export type BoundSearch = ReturnType<typeof boundSearch>

/** The search for a certificate, which can pause at any time. It occupies `exact` until it is done. */
export function boundSearch(exact: ExactSearch, terrain: Terrain, cells: Int32Array) {
  const { costMin, directions } = terrain
  const ends = [cells?.[0], cells?.[1], cells?.[cells.length - 2], cells?.[cells.length - 1]] as const
  const [x0, y0, x1, y1] = ends
  const { message, cost } = checkPath(terrain, cells, x0, y0, x1, y1, directions)
  if (message !== '') refuse(`A lower bound is for a path that can be walked. ${message}`)
  const pathUnits = unitsOfPath(terrain, cells)
  const freeCost = freeCells(x1 - x0, y1 - y0, terrain)
  const isFreeBest = freeUnits(x1 - x0, y1 - y0, costMin, directions) === pathUnits
  let isDone = isFreeBest
  let raisedUnits = 0
  /** Begins anew, with lower bounds on the rest of ways. */
  const begin = (leastLeft: LeastLeft | null) => exact.begin(...ends, pathUnits, leastLeft)
  begin(null)
  return {
    begin,
    /** Whether the best path is known. */
    get isDone() {
      return isDone
    },
    get expansionCount() {
      return exact.expansionCount
    },
    /** No path costs less, in cell lengths. */
    get lowerBound() {
      const units = isFreeBest ? pathUnits : Math.max(raisedUnits, exact.lowerUnits)
      const proven = units * CELLS_PER_UNIT[directions]
      // Rounding may raise a bound. The cost of the path is never below the optimum, so it caps the bound.
      return Math.min(Math.max(freeCost, proven), cost)
    },
    /** Goes on until `expansionsMax` expansions are spent since it began. */
    run(expansionsMax: number): void {
      if (!isDone) isDone = exact.run(expansionsMax)
    },
    /** Looks for nothing but paths that cost less than the share that is quick to prove. Returns whether it came to its end. */
    proveShare(leastLeft: LeastLeft, expansionsMax: number): boolean {
      exact.begin(...ends, Math.floor(SHARE_PROVEN * pathUnits), leastLeft)
      const isProven = exact.run(expansionsMax)
      raisedUnits = Math.max(raisedUnits, exact.lowerUnits)
      return isProven
    },
    /** Raises the bound by landmarks. */
    raise(landmarks: CellLandmarks): void {
      raisedUnits = Math.max(raisedUnits, landmarks.boundUnits(...ends))
    },
    /** The bends of a cheaper path, x, y pairs from start to goal; null where none was found so far. */
    cheaperBends: () => (!isFreeBest && exact.found.count > 0 ? exact.found.xy.slice(0, 2 * exact.found.count) : null),
  }
}

/** The cost of a path in units: of its bends or cells, x, y pairs. */
export function unitsOfPath(terrain: Terrain, cells: Int32Array): number {
  const { straight, diagonal } = halvesAlong(terrain, cells)
  return STRAIGHT_UNITS * straight + DIAGONAL_UNITS * diagonal
}

/** The distance without walls, in cell lengths. */
function freeCells(dx: number, dy: number, { costMin, directions }: Terrain): number {
  const ax = Math.abs(dx)
  const ay = Math.abs(dy)
  return costMin * (Math.abs(ax - ay) + DIAGONAL_CELLS[directions] * Math.min(ax, ay))
}
