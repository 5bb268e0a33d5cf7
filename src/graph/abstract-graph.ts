/**
 * The bridge to graphology: the abstract graph of one level, for graphology's many algorithms, Sigma and Gephi. It
 * serves to look into an atlas, for worlds of several maps, and as the reference for the fast search. Routes themselves
 * are found on the flat columns, which are far faster and smaller.
 *
 * A node is an entry; its key is the entry's id as text, since graphology does not find numbers. An edge is the true cost between
 * two entries of one region. Two entries can share two regions. The cheaper way is then the edge, chosen here, since adding an
 * edge twice would overwrite its weight. Islands that no entry of the level leads to are nodes too.
 */
import { UndirectedGraph } from 'graphology'
import { write } from 'graphology-gexf'
import { dijkstra } from 'graphology-shortest-path'
import type { AtlasColumns } from '../atlas/columns.ts'
import { directionOfCrossing, xOf, yOf } from '../atlas/crossing.ts'
import {
  endRegionOf,
  firstRegionOf,
  islandOfCell,
  islandOfRegion,
  NO_PARENT,
  regionAbove,
  regionOfCell,
} from '../atlas/islands.ts'
import {
  entryAt,
  entryIn,
  firstSlotOf,
  forEachEntry,
  type LevelGraph,
  pairUnits,
  rankIn,
  slotCountOf,
} from '../atlas/level-graph.ts'
import { optionsOf, refuse, refuseSize } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { BLOCK_SIDE_CELLS, forEachFreeCell } from '../map/terrain.ts'
import { Narrows } from '../traveller/narrows.ts'
import type { AbstractGraph, EdgeAttributes, NodeAttributes } from './attributes.ts'

export interface GraphOptions {
  /** Whether nodes describe narrow places: `width`, `deadEnd`, `parts`. Takes a walk over all cells of the map. */
  readonly survey?: boolean
}

/** What the bridge needs of an atlas. */
export interface GraphSource {
  /** @internal */
  readonly columns: AtlasColumns
}

const START = 'start'
const GOAL = 'goal'

/** A graph with more edges takes seconds and hundreds of megabytes to build. */
const PAIRS_MAX = 2_000_000

/** The abstract graph of a level of an atlas. */
export function abstractGraph(atlas: GraphSource, level: number, options?: GraphOptions | null): AbstractGraph {
  const { survey = false } = optionsOf(options, { survey: true })
  const graph = entryGraph(atlas, level)
  for (const { island, x, y, cellCount } of loneIslands(atlas.columns, level)) {
    graph.addNode(`island ${island}`, {
      kind: 'island',
      label: `island ${island}`,
      ...placeOf(x, y),
      size: 1 + Math.sqrt(cellCount) / BLOCK_SIDE_CELLS,
      island,
      leads: 'nowhere',
      rank: NONE,
      region: regionOfLevel(atlas.columns, level, x, y),
      regionBeyond: NONE,
    })
  }
  if (survey) addNarrows(graph, atlas.columns)
  return graph
}

/** The graph with its entries alone, without islands. */
export function entryGraph(atlas: GraphSource, level: number): AbstractGraph {
  const levels: AtlasColumns['levels'] | undefined = atlas?.columns?.levels
  if (levels === undefined) refuse('The abstract graph is that of an atlas: abstractGraph(atlas, level).')
  const graphOfLevel = levels[level]
  if (graphOfLevel === undefined || !Number.isInteger(level)) {
    refuse(`There is no level ${level}: the levels of this atlas are 0 to ${levels.length - 1}.`)
  }
  if (graphOfLevel.pairCount > PAIRS_MAX) {
    refuseSize(
      `Level ${level} has ${graphOfLevel.pairCount} pairs of entries and a graph of more than ${PAIRS_MAX} is too ` +
        'large to build. Take a higher level, which has fewer.',
    )
  }
  const graph: AbstractGraph = new UndirectedGraph()
  graph.setAttribute('level', level)
  addEntries(graph, atlas.columns, level)
  for (let region = 0; region < graphOfLevel.regionCount; region++) addPairs(graph, graphOfLevel, region)
  return graph
}

/** An end of a route: the entries of its region, and the cost from the end to each, in cell lengths. */
export interface GraphEnd {
  readonly entries: readonly number[]
  readonly costs: readonly number[]
}

export interface GraphRoute {
  /** The entries along the route, from start to goal. */
  readonly entries: readonly number[]
  /** In cell lengths. */
  readonly cost: number
}

/**
 * The cheapest route between two ends by graphology's own Dijkstra; undefined if there is none. During the search the
 * ends are nodes of the graph.
 */
export function graphRoute(graph: AbstractGraph, start: GraphEnd, goal: GraphEnd): GraphRoute | undefined {
  try {
    addEnd(graph, START, start)
    addEnd(graph, GOAL, goal)
    // Its types do not say so, but it returns null if there is no way.
    const keys: string[] | null = dijkstra.bidirectional(graph, START, GOAL, 'weight')
    if (keys === null) return undefined
    let cost = 0
    for (let i = 1; i < keys.length; i++) cost += graph.getEdgeAttribute(keys[i - 1], keys[i], 'weight')
    return { entries: keys.slice(1, -1).map(Number), cost }
  } finally {
    for (const end of [START, GOAL]) if (graph.hasNode(end)) graph.dropNode(end)
  }
}

/** A cell, and where it is drawn. */
export function placeOf(cellX: number, cellY: number): Pick<NodeAttributes, 'x' | 'y' | 'cellX' | 'cellY'> {
  return { x: cellX, y: 0 - cellY, cellX, cellY }
}

export function edgeOf(weight: number, region: number): EdgeAttributes {
  return { weight, strength: 1 / weight, region }
}

/** The graph as a GEXF 1.3 document, with nodes placed as on the map. */
export function toGexf(graph: AbstractGraph): string {
  if (typeof graph?.forEachNode !== 'function') refuse('A graph was expected, as abstractGraph(atlas, level) gives.')
  return write(graph, {
    version: '1.3',
    formatNode: (_key, { x, y, size, label, ...attributes }) => ({ label, attributes, viz: { x, y, size } }),
    formatEdge: (_key, { weight, ...attributes }) => ({ weight, attributes }),
  })
}

function addEnd(graph: AbstractGraph, key: string, { entries, costs }: GraphEnd): void {
  graph.addNode(key)
  entries.forEach((entry, i) => {
    if (!graph.hasNode(String(entry))) refuse(`There is no entry ${entry} in this graph: its level does not keep it.`)
    // No region: the end is removed before anyone can read it.
    graph.addUndirectedEdge(key, String(entry), edgeOf(costs[i], NONE))
  })
}

function addEntries(graph: AbstractGraph, columns: AtlasColumns, level: number): void {
  const graphOfLevel = columns.levels[level]
  forEachEntry(graphOfLevel, (word, crossing) => {
    const entry = entryIn(word)
    const [x, y] = [xOf(crossing), yOf(crossing)]
    const leads = directionOfCrossing(crossing) === 0 ? 'east' : 'south'
    graph.addNode(String(entry), {
      kind: 'entry',
      label: `${x},${y} ${leads}`,
      ...placeOf(x, y),
      size: 1 + rankIn(word),
      island: islandOfCell(columns, x, y),
      leads,
      rank: rankIn(word),
      region: graphOfLevel.regionOfSide[2 * entry],
      regionBeyond: graphOfLevel.regionOfSide[2 * entry + 1],
    })
  })
}

function addPairs(graph: AbstractGraph, columns: LevelGraph, region: number): void {
  const firstSlot = firstSlotOf(columns, region)
  const size = slotCountOf(columns, region)
  for (let high = 1; high < size; high++) {
    const to = String(entryAt(columns, firstSlot + high))
    for (let low = 0; low < high; low++) {
      const from = String(entryAt(columns, firstSlot + low))
      const weight = pairUnits(columns, region, low, high) / UNITS_PER_CELL
      const known = graph.edge(from, to)
      // An explicit key, since graphology's own keys differ from run to run.
      if (known === undefined) graph.addUndirectedEdgeWithKey(`${from}-${to}`, from, to, edgeOf(weight, region))
      else if (weight < graph.getEdgeAttribute(known, 'weight'))
        graph.replaceEdgeAttributes(known, edgeOf(weight, region))
    }
  }
}

interface LoneIsland {
  readonly island: number
  /** Its first cell, in the order of blocks, then rows. */
  readonly x: number
  readonly y: number
  cellCount: number
}

/**
 * The islands that the graph of a level lacks: no entry of the level leads to them. Each lies inside one region of the
 * level or was closed off below it.
 */
function loneIslands(columns: AtlasColumns, level: number): Iterable<LoneIsland> {
  const { labels, terrain } = columns
  const { regionsOfBlock } = labels
  const found = new Map<number, LoneIsland>()
  for (let block = 0; 2 * block < regionsOfBlock.length; block++) {
    const first = firstRegionOf(regionsOfBlock, block)
    const lone: boolean[] = []
    for (let region = first; region < endRegionOf(regionsOfBlock, block); region++) {
      lone.push(isLone(columns, region, level))
    }
    if (!lone.includes(true)) continue
    forEachFreeCell(terrain, block, (x, y) => {
      const region = regionOfCell(labels, block, x, y)
      if (!lone[region - first]) return
      const island = islandOfRegion(columns, region)
      const known = found.get(island)
      if (known === undefined) found.set(island, { island, x, y, cellCount: 1 })
      else known.cellCount++
    })
  }
  return found.values()
}

/** The region of `level` that holds a free cell; NO_PARENT if its island is closed off below. */
function regionOfLevel({ labels, levels, terrain }: AtlasColumns, level: number, x: number, y: number): number {
  return regionAbove(levels, regionOfCell(labels, terrain.blockOf(x, y), x, y), level)
}

/** Whether no entry of the level leads out of the region above this region of level 0. */
function isLone({ levels }: AtlasColumns, region: number, level: number): boolean {
  const above = regionAbove(levels, region, level)
  return above === NO_PARENT || slotCountOf(levels[level], above) === 0
}

/**
 * Adds attributes about narrow places to nodes: the width at an entry, whether it lies in a dead end, and what closing it would
 * part. An entry takes the lesser width and the larger parting of its two cells.
 */
function addNarrows(graph: AbstractGraph, columns: AtlasColumns): void {
  const { width } = columns.terrain
  const narrows = new Narrows(columns.terrain)
  const { widthOfCell, isInDeadEnd, chokes } = narrows
  const partedByCell = new Map<number, number>()
  for (let i = 0; i < chokes.length; i += 3) partedByCell.set(chokes[i + 1] * width + chokes[i], chokes[i + 2])
  graph.updateEachNodeAttributes((_key, node) => {
    const cells = cellsOf(node, width)
    return {
      ...node,
      width: Math.min(...cells.map(cell => widthOfCell[cell])),
      deadEnd: cells.every(cell => isInDeadEnd[cell] === 1),
      parts: Math.max(...cells.map(cell => partedByCell.get(cell) ?? 0)),
    }
  })
}

function cellsOf({ cellX, cellY, leads }: NodeAttributes, width: number): number[] {
  const cell = cellY * width + cellX
  if (leads === 'nowhere') return [cell]
  return [cell, leads === 'east' ? cell + 1 : cell + width]
}
