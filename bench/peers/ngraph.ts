/**
 * ngraph.path on ngraph.graph: a node for each free cell, a link for each legal step, and the bidirectional NBA* that its
 * README recommends where the path must be a shortest one, with distance and heuristic from the nodes' places.
 */
import { isFreeStep } from './free-step.ts'
import type { Peer } from './peer.ts'
import { cellsFrom } from './peer.ts'

interface Place {
  readonly x: number
  readonly y: number
}
interface GraphNode {
  readonly data: Place
}
interface Graph {
  addNode(id: number, data: Place): void
  addLink(from: number, to: number): void
}
interface Paths {
  nba(
    graph: Graph,
    options: { distance(a: GraphNode, b: GraphNode): number; heuristic(a: GraphNode, b: GraphNode): number },
  ): { find(from: number, to: number): GraphNode[] }
}

/** East, south and the two diagonals to the south: links go both ways. */
const STEPS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [-1, 1],
] as const

function octile({ data: a }: GraphNode, { data: b }: GraphNode): number {
  const dx = Math.abs(a.x - b.x)
  const dy = Math.abs(a.y - b.y)
  return Math.max(dx, dy) + (Math.SQRT2 - 1) * Math.min(dx, dy)
}

export const ngraph: Peer = {
  name: 'ngraph.path',
  packages: ['ngraph.path', 'ngraph.graph'],
  directions: 8,
  async prepare(grid, load) {
    const createGraph = await load<() => Graph>('ngraph.graph')
    const paths = await load<Paths>('ngraph.path')
    const graph = createGraph()
    const { width, height, cost } = grid
    for (let cell = 0; cell < width * height; cell++) {
      if (cost[cell] !== 0) graph.addNode(cell, { x: cell % width, y: Math.floor(cell / width) })
    }
    for (let cell = 0; cell < width * height; cell++) {
      const x = cell % width
      const y = Math.floor(cell / width)
      for (const [dx, dy] of STEPS) if (isFreeStep(grid, x, y, dx, dy)) graph.addLink(cell, cell + dy * width + dx)
    }
    const finder = paths.nba(graph, { distance: octile, heuristic: octile })
    return {
      // The path comes from the goal to the start; reversing it is what a user would do as well.
      find: (x0, y0, x1, y1) => finder.find(y0 * width + x0, y1 * width + x1).reverse(),
      cellsOf: found =>
        cellsFrom(
          found as GraphNode[],
          node => node.data.x,
          node => node.data.y,
        ),
    }
  },
}
