/**
 * Graphology's Dijkstra as an engine of a finder: routes over the abstract graph of one level. It is slow but shares no code with
 * the fast search. So it is a reference for that, and a start for other algorithms.
 */
import type { LevelGraph } from '../atlas/level-graph.ts'
import { refuseSize } from '../base/given.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { GraphSource } from './abstract-graph.ts'
import { entryGraph, graphRoute } from './abstract-graph.ts'
import { graphEndOf, type LevelEnd, type LevelEngine } from './level-ways.ts'
import { withoutTurns } from './node-path.ts'

/** With more pairs the graph takes seconds to build, and each answer a good part of a second. */
const PAIRS_MAX = 500_000

/** An engine over the level asked for, or over the lowest level that is small enough. */
export function graphologyEngine(columns: GraphSource['columns'], asked?: number): LevelEngine {
  const level = levelToCarry(columns.levels, asked)
  const graphOfLevel = columns.levels[level]
  const graph = entryGraph({ columns }, level)
  const find = (start: LevelEnd, goal: LevelEnd, limitUnits: number) => {
    const route = graphRoute(graph, graphEndOf(graphOfLevel, start), graphEndOf(graphOfLevel, goal))
    if (route === undefined) return null
    // Rounding errors of the summed fractions are far below one unit.
    const units = Math.round(route.cost * UNITS_PER_CELL)
    if (units >= limitUnits) return null
    return { units, ...withoutTurns(graph, route.entries.map(String), start.home, goal.home) }
  }
  return { level, find }
}

function levelToCarry(levels: readonly LevelGraph[], asked: number | undefined): number {
  // Each level has fewer pairs than the one below, and the last has none.
  const lowest = levels.findIndex(({ pairCount }) => pairCount <= PAIRS_MAX)
  if (asked === undefined) return lowest
  if (levels[asked].pairCount <= PAIRS_MAX) return asked
  refuseSize(
    `Level ${asked} has ${levels[asked].pairCount} pairs of entries and the engine "graphology" carries ` +
      `${PAIRS_MAX}. Take level ${lowest}, which has fewer.`,
  )
}
