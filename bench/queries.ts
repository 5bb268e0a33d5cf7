/**
 * The queries of a world. A generated world gets long pairs, drawn evenly from the cells of its largest island. A map from
 * a file gets its scenarios, shuffled once, so that the first queries are a fair sample. Everything is seeded. A column of
 * queries holds four numbers for each: start x, start y, goal x, goal y.
 */
import { hasOctileLengths } from '../src/app/cli/commands/scen-command.ts'
import { Random } from '../src/base/random.ts'
import type { Atlas } from '../src/index.ts'
import type { Scenario } from '../src/maps.ts'

export interface QuerySet {
  /** Queries that have a path. */
  readonly reachable: Int32Array
  /** Queries that must be refused. */
  readonly refused: Int32Array
  /** The optimal cost of each reachable query; empty if the scenarios do not name it. */
  readonly optimumOfQuery: Float64Array
}

const QUERY_SEED = 7
const ISLAND_SAMPLES = 100_000
/** After this many draws the ends of a pair may lie nearer to each other. */
const DRAWS_MAX = 500

type Cell = readonly [x: number, y: number]

/** Pairs whose ends are at least half of the map's longer side apart, or less if the island has no such pairs. */
export function longQueries(atlas: Atlas, count: number): QuerySet {
  const random = new Random(QUERY_SEED)
  const island = largestIsland(atlas)
  const reachable = new Int32Array(island < 0 ? 0 : 4 * count)
  let apart = Math.max(atlas.width, atlas.height) / 2
  for (let at = 0; at < reachable.length; at += 4) {
    let start = cellOn(atlas, island, random)
    let goal = cellOn(atlas, island, random)
    for (let draws = 1; distance(start, goal) < apart; draws++) {
      if (draws % DRAWS_MAX === 0) apart /= 2
      start = cellOn(atlas, island, random)
      goal = cellOn(atlas, island, random)
    }
    reachable.set([...start, ...goal], at)
  }
  return { reachable, refused: new Int32Array(0), optimumOfQuery: new Float64Array(0) }
}

/**
 * The lines of scenario files. A line counts as refused if an end is a wall or its length is -1. Some files write length 0
 * for different ends without a path: that counts too.
 */
export function scenarioQueries(atlas: Atlas, scenarios: readonly Scenario[]): QuerySet {
  const reachable = shuffled(scenarios.filter(scenario => !isRefused(atlas, scenario)))
  return {
    reachable: endsOf(reachable),
    refused: endsOf(scenarios.filter(scenario => isRefused(atlas, scenario))),
    optimumOfQuery: Float64Array.from(hasOctileLengths(atlas) ? reachable.map(one => one.optimalLength) : []),
  }
}

function isRefused(atlas: Atlas, { startX, startY, goalX, goalY, optimalLength }: Scenario): boolean {
  if (atlas.costAt(startX, startY) === 0 || atlas.costAt(goalX, goalY) === 0) return true
  return optimalLength < 0 || (optimalLength === 0 && (startX !== goalX || startY !== goalY))
}

function endsOf(scenarios: readonly Scenario[]): Int32Array {
  return Int32Array.from(scenarios.flatMap(({ startX, startY, goalX, goalY }) => [startX, startY, goalX, goalY]))
}

export function shuffled<Item>(items: readonly Item[]): Item[] {
  const random = new Random(QUERY_SEED)
  const order = [...items]
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    const item = order[last]
    order[last] = order[other]
    order[other] = item
  }
  return order
}

/** Pairs from the largest island to any other; none if the samples hit no other island. */
export function refusedPairs(atlas: Atlas, count: number): Int32Array {
  const random = new Random(QUERY_SEED)
  const island = largestIsland(atlas)
  if (island < 0 || atlas.islandCount < 2) return new Int32Array(0)
  const queries = new Int32Array(4 * count)
  for (let query = 0; query < count; query++) {
    const start = cellOn(atlas, island, random)
    const goal = cellOffIsland(atlas, island, random)
    if (goal === null) return new Int32Array(0)
    queries.set([...start, ...goal], 4 * query)
  }
  return queries
}

function distance([x0, y0]: Cell, [x1, y1]: Cell): number {
  return Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))
}

/** The island that most random cells lie on; -1 if all of them are walls. */
export function largestIsland(atlas: Atlas): number {
  const random = new Random(QUERY_SEED)
  const cellsOfIsland = new Map<number, number>()
  let largest = -1
  for (let sample = 0; sample < ISLAND_SAMPLES; sample++) {
    const island = atlas.islandOf(random.below(atlas.width), random.below(atlas.height))
    if (island < 0) continue
    const cells = (cellsOfIsland.get(island) ?? 0) + 1
    cellsOfIsland.set(island, cells)
    if (largest < 0 || cells > cellsOfIsland.get(largest)!) largest = island
  }
  return largest
}

function cellOn(atlas: Atlas, island: number, random: Random): Cell {
  for (;;) {
    const x = random.below(atlas.width)
    const y = random.below(atlas.height)
    if (atlas.islandOf(x, y) === island) return [x, y]
  }
}

/** Null if other islands are too small to be hit. */
function cellOffIsland(atlas: Atlas, island: number, random: Random): Cell | null {
  for (let draw = 0; draw < 10_000; draw++) {
    const x = random.below(atlas.width)
    const y = random.below(atlas.height)
    const other = atlas.islandOf(x, y)
    if (other >= 0 && other !== island) return [x, y]
  }
  return null
}
