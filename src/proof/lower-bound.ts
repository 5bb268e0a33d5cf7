/**
 * A certificate for a path: no path between its ends costs less than this.
 *
 * The free distance is the bound that costs nothing. Beyond it the exact search runs until it has proven enough or has
 * spent what it was given: whatever it has not looked at by then costs at least the least estimate that is left. Where it
 * comes to its end, the bound is the optimum. Landmarks (cell-landmarks.ts) say nearly as much where it is not given the time, and
 * lead it on weighted ground: they are measured for the first path that it does not prove without. There it looks first for paths
 * that are cheaper by more than a hundredth, which it finds out early.
 */
import { refuse } from '../base/given.ts'
import type { LeastLeft } from '../cells/exact-patches.ts'
import type { ExactSearch } from '../cells/exact-search.ts'
import { DIAGONAL_UNITS, directionOf, freeUnits, STRAIGHT_UNITS, stepUnits, UNITS_PER_CELL } from '../map/movement.ts'
import type { Terrain } from '../map/terrain.ts'
import { checkPath } from './check.ts'

/** Enough for the optimum on most maps of a million cells of uniform ground; a few milliseconds where it is not. */
const CERTIFICATE_EXPANSIONS = 5000
/** On weighted ground an expansion is a whole block. */
const CERTIFICATE_BLOCKS = 400
/** Near ends are done by then; landmarks, which must be measured once, are asked for after it. */
const BLOCKS_BEFORE_LANDMARKS = 40
/**
 * That no path costs less than this share of a path is proven by a search that landmarks lead in a tenth of the time which the rest
 * would take: whatever can only lead to one that is hardly cheaper is not looked at.
 */
const SHARE_PROVEN = 0.99

/**
 * Inside, a diagonal step is 99 / 70 long, which is more than sqrt 2 by 5 parts in 100,000: a bound in units gives that
 * much away when it is to hold for cell lengths.
 */
const CELLS_PER_UNIT_OF_DIAGONAL = (Math.SQRT2 * STRAIGHT_UNITS) / DIAGONAL_UNITS / UNITS_PER_CELL

/** What is known of all ways to a goal: landmarks say so. */
export interface Guess extends LeastLeft {
  /** What is at least between two cells, in units. */
  boundUnits(x0: number, y0: number, x1: number, y1: number): number
}

/** Landmarks, where there are any: those that were measured, or where they are needed now, measured for this. */
export type GuessOf = (isNeeded: boolean) => Guess | null

/** No path between the ends of the path `cells` (x, y pairs) costs less than this, in cell lengths. */
export function lowerBoundOf(
  exact: ExactSearch,
  terrain: Terrain,
  cells: Int32Array,
  expansionsMax = terrain.isUniform ? CERTIFICATE_EXPANSIONS : CERTIFICATE_BLOCKS,
  guessOf: GuessOf = () => null,
): number {
  const search = boundSearch(exact, terrain, cells)
  // On even ground a search that jumps is not led by landmarks: they have their say where it has not come to its end.
  const firstMax = terrain.isUniform ? CERTIFICATE_EXPANSIONS : BLOCKS_BEFORE_LANDMARKS
  let guess = terrain.isUniform ? null : guessOf(false)
  if (guess === null) {
    search.run(Math.min(expansionsMax, firstMax))
    if (!search.isDone && expansionsMax < Infinity) guess = guessOf(!terrain.isUniform || expansionsMax >= firstMax)
  }
  if (guess !== null && !search.isDone) {
    if (terrain.isUniform) search.raise(guess)
    else {
      if (expansionsMax < Infinity && !search.proveShare(guess, expansionsMax)) search.raise(guess)
      if (expansionsMax <= CERTIFICATE_BLOCKS) return search.lowerBound
      search.begin(guess)
    }
  }
  search.run(expansionsMax)
  return search.lowerBound
}

export type BoundSearch = ReturnType<typeof boundSearch>

/** The search for a certificate, which can stop at any time and go on. It takes `exact` for itself until it is done with. */
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
  /** Begins anew, with what is known to be left. */
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
      const proven = units * (directions === 4 ? 1 / UNITS_PER_CELL : CELLS_PER_UNIT_OF_DIAGONAL)
      // Doubles may round a bound up; the path itself is one too, of what is best.
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
    /** Takes over what landmarks say of the two ends. */
    raise(guess: Guess): void {
      raisedUnits = Math.max(raisedUnits, guess.boundUnits(...ends))
    },
    /** The bends of a cheaper path, x, y pairs from start to goal; null where none was found so far. */
    cheaperBends: () => (!isFreeBest && exact.bendCount > 0 ? exact.bends.slice(0, 2 * exact.bendCount) : null),
  }
}

/** What a path of x, y pairs costs in units. */
export function unitsOfPath(terrain: Terrain, cells: Int32Array): number {
  let units = 0
  let cost = terrain.costAt(cells[0], cells[1])
  for (let i = 2; i < cells.length; i += 2) {
    const next = terrain.costAt(cells[i], cells[i + 1])
    units += stepUnits(directionOf(cells[i] - cells[i - 2], cells[i + 1] - cells[i - 1]), cost, next)
    cost = next
  }
  return units
}

/** The free distance with sqrt 2 for a diagonal step, in cell lengths. */
function freeCells(dx: number, dy: number, { costMin, directions }: Terrain): number {
  const ax = Math.abs(dx)
  const ay = Math.abs(dy)
  if (directions === 4) return costMin * (ax + ay)
  return costMin * (Math.abs(ax - ay) + Math.SQRT2 * Math.min(ax, ay))
}
