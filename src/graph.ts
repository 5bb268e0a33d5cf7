/**
 * The bridge to graphology: the abstract graph of a level for its algorithms and for Gephi. Finders of an atlas that is
 * opened here can search with graphology's own Dijkstra.
 */
import { exact } from './exact.ts'
import { type Atlas, type OpenOptions, openWith } from './find/atlas.ts'
import type { Extras, InnerExtras } from './find/extras.ts'
import { levelWays } from './graph/level-ways.ts'
import { graphologyEngine } from './graph/node-path.ts'
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
  graphology: (columns, level) => levelWays(columns, graphologyEngine(columns, level)),
}

export const graph: Extras = inner

/** Opens an atlas as `openAtlas` of isthmus does; its finders know the engine "graphology" as well. */
export function openAtlas(bytes: Uint8Array, options?: OpenOptions | null): Atlas {
  return openWith(bytes, graph, options)
}
