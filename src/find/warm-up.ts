/**
 * JavaScript engines interpret code first and compile it once it runs often. So the first queries of a process take some hundred times
 * as long as later ones. This spends that time before a user waits: it asks near and far queries across the map until a budget is
 * spent.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { islandOfCell } from '../atlas/islands.ts'
import type { Point } from '../base/answer.ts'
import { checkValue } from '../base/given.ts'
import { listOf, number } from '../base/kinds.ts'
import { ANY_ISLAND, nearestCell } from '../route/nearest.ts'
import type { Route } from './route.ts'

/** The part of a finder that a warm-up needs. */
export interface WarmFinder {
  find(start: Point, goal: Point): Route
}

const BUDGET_MS = 500
const FILES_BUDGET_MS = 1000
/** Code that has seen one atlas is compiled for that one, and anew when a second is opened. So each file is opened this often. */
const OPENINGS = 4
const FILES = listOf({ wanted: 'a file', is: value => value instanceof Uint8Array }, 'files')
/** How far the ends of the queries are apart, in turn, as shares of the map's sides. */
const SHARES = [0.05, 0.3, 1]

/** Multiples of primes spread starts and goals over a map. */
const PRIMES = [7919, 6007, 4801, 5113]

/** Asks until the budget is spent, at least once if the map has a free cell. Returns the count of queries. */
export function warmUp(finder: WarmFinder, columns: AtlasColumns, budgetMs = BUDGET_MS): number {
  checkBudget(budgetMs)
  const { width, height } = columns.terrain
  const endMs = performance.now() + Math.min(budgetMs, 60_000)
  let count = 0
  do {
    const [x, y, dx, dy] = PRIMES.map((prime, i) => (count * prime) % (i % 2 === 0 ? width : height))
    const start = nearestCell(columns, x, y, ANY_ISLAND)
    if (start === null) return 0
    const share = SHARES[count % SHARES.length]
    const [goalX, goalY] = [start.x + share * (dx - width / 2), start.y + share * (dy - height / 2)].map(Math.round)
    const goal = nearestCell(columns, goalX, goalY, islandOfCell(columns, start.x, start.y))!
    const route = finder.find(start, goal)
    route.head(16)
    route.cells()
    count++
  } while (performance.now() < endMs)
  return count
}

/** Opens each file in turn and asks it, `OPENINGS` times, so that each gets its share of the budget. Returns the count of queries. */
export function warmUpFiles(
  files: readonly Uint8Array[],
  open: (bytes: Uint8Array) => { finder(): { warmUp(budgetMs: number): number } },
  budgetMs = FILES_BUDGET_MS,
): number {
  checkValue(files, FILES, 'What to warm up with')
  checkBudget(budgetMs)
  let count = 0
  for (let i = 0; i < OPENINGS * files.length; i++)
    count += open(files[i % files.length])
      .finder()
      .warmUp(budgetMs / (OPENINGS * files.length))
  return count
}

function checkBudget(budgetMs: number): void {
  checkValue(budgetMs, number(0, Infinity), 'The time to warm up')
}
