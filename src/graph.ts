/**
 * The bridge to graphology, at isthmus/graph: the abstract graph of a level for its algorithms and for Gephi, and atlases
 * whose finders can search with graphology's own Dijkstra.
 */
import { GraphologyEngine } from './graph/engine.ts'
import { type Atlas, type Engines, openAtlas as openWith } from './query.ts'

export type { AbstractGraph, EntryAttributes, PairAttributes } from './graph/graphology.ts'
export { abstractGraph, toGexf } from './graph/graphology.ts'

const ENGINES: Engines = { graphology: (columns, level) => new GraphologyEngine(columns, level) }

/** Opens an atlas as `openAtlas` of isthmus does; its finders know the engine "graphology" as well. */
export function openAtlas(bytes: Uint8Array): Atlas {
  return openWith(bytes, ENGINES)
}
