/**
 * One long path, by every engine at hand: the flat search of a finder, graphology's own Dijkstra on the abstract graph of
 * a level, and exact A* on the cells. All are asked the same pairs in turn: ends are entries of that level, so that they
 * are nodes of its graph as well.
 */
import benny from 'benny'
import { bidirectional } from 'graphology-shortest-path/dijkstra.js'
import { Random } from '../../src/base/random.ts'
import { abstractGraph } from '../../src/graph.ts'
import { type Atlas, bake, generate, openAtlas } from '../../src/index.ts'
import { ExactAstar } from '../exact-astar.ts'

const SIDE = 1024
const LEVEL = 1
const PAIRS = 64
const SEED = 11

interface Pair {
  readonly from: number
  readonly to: number
  readonly ends: readonly [x0: number, y0: number, x1: number, y1: number]
}

/** Pairs of entries of a level, on one island and at least half a map apart. */
function farPairs(atlas: Atlas): Pair[] {
  const random = new Random(SEED)
  const count = atlas.entryCount(LEVEL)
  const pairs: Pair[] = []
  while (pairs.length < PAIRS) {
    const from = random.below(count)
    const to = random.below(count)
    const [x0, y0] = atlas.entryCells(from)
    const [x1, y1] = atlas.entryCells(to)
    const isFar = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) >= SIDE / 2
    if (isFar && atlas.isReachable(x0, y0, x1, y1)) pairs.push({ from, to, ends: [x0, y0, x1, y1] })
  }
  return pairs
}

export async function longPath() {
  const grid = generate('terrain', { width: SIDE, height: SIDE, seed: SEED })
  const atlas = openAtlas(await bake(grid))
  const pairs = farPairs(atlas)
  const finder = atlas.finder()
  const astar = new ExactAstar(grid)
  const graph = abstractGraph(atlas, LEVEL)
  /** A case that takes the pairs in turn. */
  const inTurn = (ask: (pair: Pair) => number) => () => {
    let next = 0
    return () => ask(pairs[next++ % PAIRS])
  }
  return benny.suite(
    `A long path on terrain of ${SIDE} x ${SIDE}`,
    benny.add(
      'isthmus, route and every cell',
      inTurn(({ ends }) => finder.find(...ends).cells().length),
    ),
    benny.add(
      'isthmus, route alone',
      inTurn(({ ends }) => finder.find(...ends).estimate),
    ),
    benny.add(
      `graphology, Dijkstra on level ${LEVEL}`,
      inTurn(({ from, to }) => bidirectional(graph, String(from), String(to), 'weight').length),
    ),
    benny.add(
      'exact A*, every cell',
      inTurn(({ ends }) => astar.find(...ends) + astar.cells().length),
    ),
    benny.cycle(),
  )
}
