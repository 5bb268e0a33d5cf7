/**
 * The net of a world as a graphology graph, searched by graphology-shortest-path. It is the reference for the flat
 * search, and a graph for other algorithms.
 *
 * A stop is two nodes, as in the flat search: from `in` one walks, from `out` one takes a portal. Fixed costs know no
 * time of day, so a world with hours is refused.
 */
import { DirectedGraph } from 'graphology'
import { dijkstra } from 'graphology-shortest-path'
import { refuse } from '../base/given.ts'
import { NONE } from '../base/none.ts'
import type { WorldNet } from './net.ts'
import type { NetEnd } from './part.ts'
import type { Keys } from './portal.ts'
import type { LinkSearch } from './world-finder.ts'

type NetNode = { map: string; x: number; y: number }
/** `link` is 2 * portal, plus 1 for the way back; NONE for a walk. */
type NetEdge = { weight: number; link: number }
type NetGraph = DirectedGraph<NetNode, NetEdge>

const START = 'start'
const GOAL = 'goal'

const inOf = (stop: number) => `in ${stop}`
const outOf = (stop: number) => `out ${stop}`

/** The present net, with the portals that can be passed with these keys. */
function netGraph(net: WorldNet, keys: Keys): NetGraph {
  if (net.portals.some(({ hours }) => hours !== null)) {
    refuse('Some portals of this world have hours, and a graph of fixed costs has no clock: take the engine "fast".')
  }
  const graph: NetGraph = new DirectedGraph()
  net.plan.stops.forEach(({ map, x, y }, stop) => {
    const node = { map: net.plan.maps[map], x, y }
    graph.addNode(inOf(stop), node)
    graph.addNode(outOf(stop), node)
  })
  net.islandOfStop.forEach((island, stop) => {
    if (island === null) return
    const row = net.placeOfStop[stop] * island.stops.length
    island.stops.forEach((to, place) => {
      graph.addDirectedEdge(inOf(stop), outOf(to), { weight: island.costs[row + place], link: NONE })
    })
    for (const link of net.linksOfStop[stop]) addLink(net, graph, keys, link)
  })
  return graph
}

/** Adds a portal as an edge. Between two stops only the cheapest portal stays. */
function addLink(net: WorldNet, graph: NetGraph, keys: Keys, link: number): void {
  const [from, to] = [net.endOf(link ^ 1), net.endOf(link)]
  const portal = net.portals[link >> 1]
  if (net.islandOfStop[to] === null || !portal.isPassableWith(keys)) return
  const known = graph.edge(outOf(from), inOf(to))
  if (known === undefined) graph.addDirectedEdge(outOf(from), inOf(to), { weight: portal.cost, link })
  else if (portal.cost < graph.getEdgeAttribute(known, 'weight')) {
    graph.replaceEdgeAttributes(known, { weight: portal.cost, link })
  }
}

export function graphologySearch(net: WorldNet): LinkSearch {
  // Made for one state of the net and one set of keys; kept until either changes.
  let graph: NetGraph | null = null
  let madeFor = ''
  const find: LinkSearch['find'] = (start, goal, keys, at, limit) => {
    const asked = JSON.stringify([net.version, ...[...keys].sort()])
    if (graph === null || madeFor !== asked) graph = netGraph(net, keys)
    madeFor = asked
    try {
      return between(graph, start, goal, at, limit)
    } finally {
      for (const end of [START, GOAL]) if (graph.hasNode(end)) graph.dropNode(end)
    }
  }
  return { find }
}

function between(
  graph: NetGraph,
  start: NetEnd,
  goal: NetEnd,
  at: number,
  limit: number,
): ReturnType<LinkSearch['find']> {
  const nowhere = { map: '', x: NONE, y: NONE }
  graph.addNode(START, nowhere)
  graph.addNode(GOAL, nowhere)
  start.island?.stops.forEach((stop, place) => {
    graph.addDirectedEdge(START, outOf(stop), { weight: start.costs[place], link: NONE })
  })
  goal.island?.stops.forEach((stop, place) => {
    graph.addDirectedEdge(inOf(stop), GOAL, { weight: goal.costs[place], link: NONE })
  })
  // Its types do not say so, but it returns null if there is no way.
  const nodes: string[] | null = dijkstra.bidirectional(graph, START, GOAL, 'weight')
  if (nodes === null) return null
  const edges = nodes.slice(1).map((to, i) => graph.getEdgeAttributes(graph.edge(nodes[i], to)!))
  const time = edges.reduce((sum, { weight }) => sum + weight, at)
  return time < limit ? { links: edges.map(({ link }) => link).filter(link => link !== NONE), time } : null
}
