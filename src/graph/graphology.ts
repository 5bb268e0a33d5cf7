/**
 * The bridge to graphology: the abstract graph of one level as a graph that its many algorithms, and Gephi, can work on.
 * For looking into an atlas, for worlds of several maps, and as the reference that the fast search is held against;
 * routes are found on the flat columns, which are far quicker and far smaller.
 *
 * A node is an entry; its key is the entry's id as text, for graphology finds nothing under a number. An edge is the true
 * cost between two entries of one region. Two entries can share two regions: then the cheaper way is the edge, chosen
 * here, since adding an edge again would overwrite its weight.
 */
import { UndirectedGraph } from 'graphology'
import { write } from 'graphology-gexf'
import { dijkstra } from 'graphology-shortest-path'
import { directionOfCrossing, xOf, yOf } from '../atlas/crossing.ts'
import type { LevelGraph } from '../atlas/level-graph.ts'
import { entryIn, firstSlotOf, forEachEntry, pairUnits, rankIn, slotCountOf } from '../atlas/level-graph.ts'
import { IsthmusError } from '../base/errors.ts'
import { refuse } from '../base/given.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'

/** An entry: the step from its western or northern cell (x, y) to the east or south. */
export type EntryAttributes = {
  x: number
  y: number
  leads: 'east' | 'south'
  /** The highest level that keeps the entry. */
  rank: number
  /** The region of this level that holds (x, y), and the one across the border. */
  region: number
  regionBeyond: number
}

export type PairAttributes = {
  /** In cell lengths, from the middle of one entry's step to the middle of the other's. */
  weight: number
  /** The region of this level that the way stays in. */
  region: number
}

export type AbstractGraph = UndirectedGraph<EntryAttributes, PairAttributes>

/** What the bridge reads of an atlas. */
export interface GraphSource {
  readonly columns: { readonly levels: readonly LevelGraph[] }
}

const NONE = -1
const START = 'start'
const GOAL = 'goal'

/** A graph of so many edges takes some seconds and hundreds of megabytes to build. */
const PAIRS_MAX = 2_000_000

/** The abstract graph of a level of an atlas. */
export function abstractGraph(atlas: GraphSource, level: number): AbstractGraph {
  const levels: readonly LevelGraph[] | undefined = atlas?.columns?.levels
  if (levels === undefined) refuse('The abstract graph is that of an atlas: abstractGraph(atlas, level).')
  const columns = levels[level]
  if (columns === undefined || !Number.isInteger(level)) {
    throw new IsthmusError(
      'BAD_ARGUMENT',
      `There is no level ${level}: the levels of this atlas are 0 to ${levels.length - 1}.`,
    )
  }
  if (columns.pairCount > PAIRS_MAX) {
    throw new IsthmusError(
      'TOO_LARGE',
      `Level ${level} has ${columns.pairCount} pairs of entries and a graph of more than ${PAIRS_MAX} is too ` +
        'large to build. Take a higher level, which has fewer.',
    )
  }
  const graph: AbstractGraph = new UndirectedGraph()
  addEntries(graph, levels, level)
  for (let region = 0; region < columns.regionCount; region++) addPairs(graph, columns, region)
  return graph
}

/** An end of a route: the entries of its region, and what it costs in cell lengths from the end to each. */
export interface GraphEnd {
  readonly entries: readonly number[]
  readonly costs: readonly number[]
}

export interface GraphRoute {
  /** The entries it passes, from start to goal. */
  readonly entries: readonly number[]
  /** In cell lengths. */
  readonly cost: number
}

/**
 * The cheapest route between two ends by graphology's own Dijkstra; undefined where there is none. The ends are nodes of
 * the graph while it searches.
 */
export function graphRoute(graph: AbstractGraph, start: GraphEnd, goal: GraphEnd): GraphRoute | undefined {
  try {
    addEnd(graph, START, start)
    addEnd(graph, GOAL, goal)
    // Its types do not say so, but it gives null where there is no way.
    const keys: string[] | null = dijkstra.bidirectional(graph, START, GOAL, 'weight')
    if (keys === null) return undefined
    let cost = 0
    for (let i = 1; i < keys.length; i++) cost += graph.getEdgeAttribute(keys[i - 1], keys[i], 'weight')
    return { entries: keys.slice(1, -1).map(Number), cost }
  } finally {
    for (const end of [START, GOAL]) if (graph.hasNode(end)) graph.dropNode(end)
  }
}

/** The graph as a GEXF 1.3 document, with entries at their places on the map, which Gephi draws with y upwards. */
export function toGexf(graph: AbstractGraph): string {
  if (typeof graph?.forEachNode !== 'function') refuse('A graph was expected, as abstractGraph(atlas, level) gives.')
  return write(graph, {
    version: '1.3',
    formatNode: (key, { x, y, ...attributes }) => ({ label: key, attributes, viz: { x, y: -y } }),
    formatEdge: (_key, { weight, region }) => ({ weight, attributes: { region } }),
  })
}

function addEnd(graph: AbstractGraph, key: string, { entries, costs }: GraphEnd): void {
  graph.addNode(key)
  entries.forEach((entry, i) => {
    if (!graph.hasNode(String(entry))) {
      throw new IsthmusError('BAD_ARGUMENT', `There is no entry ${entry} in this graph: its level does not keep it.`)
    }
    // The end is gone again before anyone can ask for the region.
    graph.addUndirectedEdge(key, String(entry), { weight: costs[i], region: NONE })
  })
}

function addEntries(graph: AbstractGraph, levels: readonly LevelGraph[], level: number): void {
  const { regionOfSide } = levels[level]
  forEachEntry(levels[level], (word, crossing) => {
    const entry = entryIn(word)
    graph.addNode(String(entry), {
      x: xOf(crossing),
      y: yOf(crossing),
      leads: directionOfCrossing(crossing) === 0 ? 'east' : 'south',
      rank: rankIn(word),
      region: regionOfSide[2 * entry],
      regionBeyond: regionOfSide[2 * entry + 1],
    })
  })
}

function addPairs(graph: AbstractGraph, columns: LevelGraph, region: number): void {
  const { slots } = columns
  const firstSlot = firstSlotOf(columns, region)
  const size = slotCountOf(columns, region)
  for (let high = 1; high < size; high++) {
    const to = String(entryIn(slots[2 * (firstSlot + high)]))
    for (let low = 0; low < high; low++) {
      const from = String(entryIn(slots[2 * (firstSlot + low)]))
      const weight = pairUnits(columns, region, low, high) / UNITS_PER_CELL
      const known = graph.edge(from, to)
      // A key of its own, since the keys that graphology makes up differ from run to run.
      if (known === undefined) graph.addUndirectedEdgeWithKey(`${from}-${to}`, from, to, { weight, region })
      else if (weight < graph.getEdgeAttribute(known, 'weight')) graph.replaceEdgeAttributes(known, { weight, region })
    }
  }
}
