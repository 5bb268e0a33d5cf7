/**
 * Graphology's Dijkstra as an engine of a finder: routes over the abstract graph of one level, slowly, by code that
 * shares nothing with the fast search. A reference for that search, and a start for experiments with other algorithms.
 */
import type { LevelGraph } from '../atlas/level-graph.ts'
import { entryAt, firstSlotOf } from '../atlas/level-graph.ts'
import { refuseSize } from '../base/given.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import type { GraphEnd, GraphSource } from './abstract-graph.ts'
import { entryGraph, graphRoute } from './abstract-graph.ts'
import type { AbstractGraph } from './attributes.ts'
import type { EntryRoute, LevelEnd, LevelEngine } from './level-ways.ts'
import { withoutTurns } from './node-path.ts'

/** With more pairs a graph takes seconds to build before the first answer, and each answer a good part of one. */
const PAIRS_MAX = 500_000

export class GraphologyEngine implements LevelEngine {
  readonly level: number
  private readonly columns: LevelGraph
  private readonly graph: AbstractGraph

  /** Without a level it takes the lowest that it can carry. */
  constructor(columns: GraphSource['columns'], level?: number) {
    this.level = levelToCarry(columns.levels, level)
    this.columns = columns.levels[this.level]
    this.graph = entryGraph({ columns }, this.level)
  }

  /** The cheapest route between two ends on this level that costs less than `limitUnits`, or null. */
  find(start: LevelEnd, goal: LevelEnd, limitUnits: number): EntryRoute | null {
    const route = graphRoute(this.graph, this.graphEnd(start), this.graphEnd(goal))
    if (route === undefined) return null
    // Costs in cell lengths are fractions; their sum is off by rounding, but by far less than a unit.
    const units = Math.round(route.cost * UNITS_PER_CELL)
    return units < limitUnits
      ? { units, ...withoutTurns(this.graph, route.entries.map(String), start.home, goal.home) }
      : null
  }

  private graphEnd({ home, slotCount, unitsOfSlot }: LevelEnd): GraphEnd {
    const firstSlot = slotCount === 0 ? 0 : firstSlotOf(this.columns, home)
    const entries = Array.from({ length: slotCount }, (_, slot) => entryAt(this.columns, firstSlot + slot))
    return { entries, costs: entries.map((_, slot) => unitsOfSlot[slot] / UNITS_PER_CELL) }
  }
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
