/**
 * The public API: read or make a map, bake it, open the atlas, ask it. Nothing here needs Node until a bake asks for
 * threads, and what few programs need has doors of its own: graphology at isthmus/graph, so that it is not loaded here.
 */
export * from './baking.ts'
export * from './format/read.ts'
export * from './format/scenario.ts'
export * from './map/generate/index.ts'
export { exactCost } from './proof/oracle.ts'
export * from './query.ts'
export * from './shape.ts'
