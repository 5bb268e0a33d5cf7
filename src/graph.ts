/**
 * The bridge to graphology, at isthmus/graph: the abstract graph of a level for its algorithms and for Gephi, and atlases
 * whose finders can search with graphology's own Dijkstra.
 */
import { exact } from './exact.ts'
import type { Atlas } from './find/atlas.ts'
import type { Extras, InnerExtras } from './find/extras.ts'
import { type OpenOptions, openWith } from './find/open-with.ts'
import { GraphologyEngine } from './graph/graphology-engine.ts'
import { LevelWays } from './graph/level-ways.ts'
import { many } from './many.ts'
import { travellers } from './travellers.ts'

export type { GraphOptions } from './graph/abstract-graph.ts'
export { abstractGraph, toGexf } from './graph/abstract-graph.ts'
export type {
  AbstractGraph,
  EdgeAttributes,
  GraphAttributes,
  NodeAttributes,
  NodeKind,
} from './graph/attributes.ts'
export { addCell, routeOfPath } from './graph/node-path.ts'

const inner: InnerExtras = {
  ...exact,
  ...many,
  ...travellers,
  graphology: (columns, level) => {
    const ways = new LevelWays(columns, new GraphologyEngine(columns, level))
    return (start, goal, limitUnits) => ways.find(start, goal, limitUnits)
  },
}

export const graph: Extras = inner

/** Opens an atlas as `openAtlas` of isthmus does; its finders know the engine "graphology" as well. */
export function openAtlas(bytes: Uint8Array, options?: OpenOptions | null): Atlas {
  return openWith(bytes, graph, options)
}
