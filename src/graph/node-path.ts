/**
 * Cells as nodes, so that any algorithm can search between them, and routes along the nodes that it found. A route is
 * made as by any engine of one level, except that its way is given. The engine "graphology" finds such ways itself.
 */
import type { AtlasColumns } from '../atlas/columns.ts'
import { type LevelGraph, pairUnits, slotOfEntry } from '../atlas/level-graph.ts'
import type { Point } from '../base/answer.ts'
import { checkWhole, nameOf, refuse, refuseSize } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import type { Atlas } from '../find/atlas.ts'
import { exact } from '../find/extra-exact.ts'
import { Finder } from '../find/finder.ts'
import type { Route } from '../find/route.ts'
import { UNITS_PER_CELL } from '../map/movement.ts'
import { QueryEnd } from '../route/end.ts'
import { LocalTree } from '../route/local-tree.ts'
import { edgeOf, entryGraph, type GraphSource, graphRoute, placeOf } from './abstract-graph.ts'
import type { AbstractGraph } from './attributes.ts'
import { type EntryRoute, graphEndOf, type LevelEnd, type LevelEngine, levelWays } from './level-ways.ts'

/**
 * Adds a free cell as a node; returns its key, "x,y". Joins it with the entries of its region and with cells added to
 * that region before. A cell that is there already stays as it is.
 */
export function addCell(graph: AbstractGraph, atlas: Atlas, x: number, y: number): string {
  checkWhole(x, y, 'The cell')
  const island = atlas.islandOf(x, y)
  if (island < 0) refuse(`The cell (${x}, ${y}) is not free: no path can have it.`)
  const key = `${x},${y}`
  if (graph.hasNode(key)) return key
  const level = levelOf(graph, atlas)
  const { columns } = atlas
  const { end, tree } = treeAt(columns, level, x, y)
  const region = tree.home
  const others = graph.filterNodes(
    (_key, node) => node.kind === 'cell' && node.island === island && node.region === region,
  )
  const place = { ...placeOf(x, y), size: 1, island, region }
  graph.addNode(key, { kind: 'cell', label: key, ...place, leads: 'nowhere', rank: NONE, regionBeyond: NONE })
  const { entries, costs } = graphEndOf(columns.levels[level], tree)
  entries.forEach((entry, i) => {
    graph.addUndirectedEdgeWithKey(`${key}-${entry}`, key, String(entry), edgeOf(costs[i], region))
  })
  for (const node of others) {
    const { cellX, cellY } = graph.getNodeAttributes(node)
    const other = treeAt(columns, level, cellX, cellY).end
    const direct = other.region === end.region ? end.floodTo(cellX, cellY) : Infinity
    const units = Math.min(direct, tree.wayInside(other).units)
    graph.addUndirectedEdgeWithKey(`${key}-${node}`, key, node, edgeOf(units / UNITS_PER_CELL, region))
  }
  return key
}

/**
 * The route along the nodes of a path through a graph of this atlas, such as graphology-shortest-path finds. It begins
 * and ends at the cells of the first and last node. An entry has two cells: the one inside the path's region counts.
 */
export function routeOfPath(graph: AbstractGraph, atlas: Atlas, keys: readonly string[]): Route {
  if (!Array.isArray(keys) || keys.length === 0) {
    refuse(`The path is ${nameOf(keys)}: the keys of the nodes along it were expected.`)
  }
  const level = levelOf(graph, atlas)
  const { columns } = atlas
  for (const key of keys) if (!graph.hasNode(key)) refuse(`There is no node "${key}" in this graph.`)
  const regions = keys.slice(1).map((key, i) => regionBetween(graph, keys[i], key))
  const start = cellOf(graph, keys[0], regions[0])
  const goal = cellOf(graph, keys[keys.length - 1], regions[regions.length - 1])
  const ways = levelWays(columns, givenWay(graph, columns.levels[level], level, keys))
  return new Finder({ columns }, { extras: exact, levelWays: ways }).find(start, goal)
}

/** An engine that only returns the given entries. */
function givenWay(graph: AbstractGraph, columns: LevelGraph, level: number, keys: readonly string[]): LevelEngine {
  const find = (start: LevelEnd, goal: LevelEnd) => {
    const { entries, regions } = withoutTurns(graph, keys, start.home, goal.home)
    if (entries.length === 0) return null
    const last = entries.length - 1
    let units = start.unitsOfSlot[slotOfEntry(columns, regions[0], entries[0])]
    for (let i = 1; i <= last; i++) {
      const from = slotOfEntry(columns, regions[i], entries[i - 1])
      units += pairUnits(columns, regions[i], from, slotOfEntry(columns, regions[i], entries[i]))
    }
    units += goal.unitsOfSlot[slotOfEntry(columns, goal.home, entries[last])]
    return { units, entries, regions }
  }
  return { level, find }
}

/**
 * The entries of a path that lead from one region to the next. The graph knows no sides, and costs are rounded up. So a turn to
 * an entry and back, or by way of a cell, may cost no more than passing by. Such turns are left out.
 */
function withoutTurns(
  graph: AbstractGraph,
  keys: readonly string[],
  startRegion: number,
  goalRegion: number,
): Pick<EntryRoute, 'entries' | 'regions'> {
  const entries: number[] = []
  const regions: number[] = []
  let region = startRegion
  keys.forEach((key, i) => {
    const next: string | undefined = keys[i + 1]
    const beyond = next === undefined ? goalRegion : graph.getEdgeAttribute(key, next, 'region')
    if (beyond === region) return
    entries.push(Number(key))
    regions.push(region)
    region = beyond
  })
  return { entries, regions }
}

function levelOf(graph: AbstractGraph, atlas: Atlas): number {
  const level: unknown = graph?.getAttribute?.('level')
  if (typeof level !== 'number') refuse('A graph was expected, as abstractGraph(atlas, level) gives.')
  if (!(level < atlas.levelCount)) refuse(`The graph is of level ${level}, which this atlas has not.`)
  return level
}

/** An end at a cell with its true costs, and its tree: the costs within its region of a level. */
function treeAt(columns: AtlasColumns, level: number, x: number, y: number): { end: QueryEnd; tree: LocalTree } {
  const end = new QueryEnd(columns)
  end.set(x, y)
  end.floodToEntries()
  const tree = new LocalTree(columns, level)
  tree.grow(end)
  return { end, tree }
}

function regionBetween(graph: AbstractGraph, from: string, to: string): number {
  const edge = graph.edge(from, to)
  if (edge === undefined) refuse(`No edge joins "${from}" and "${to}": neighbours on a path are joined by one.`)
  return graph.getEdgeAttribute(edge, 'region')
}

/** The cell of a node inside this region: an entry has one on each side. */
function cellOf(graph: AbstractGraph, key: string, region: number | undefined): Point {
  const { cellX, cellY, leads, region: regionOfCell } = graph.getNodeAttributes(key)
  if (region === undefined || region === regionOfCell || leads === 'nowhere') return { x: cellX, y: cellY }
  return leads === 'east' ? { x: cellX + 1, y: cellY } : { x: cellX, y: cellY + 1 }
}

/** With more pairs the graph takes seconds to build, and each answer a good part of a second. */
const PAIRS_MAX = 500_000

/**
 * Graphology's Dijkstra as an engine over the level asked for, or over the lowest level that is small enough. It is slow but
 * shares no code with the fast search. So it is a reference for that, and a start for other algorithms.
 * @internal
 */
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
