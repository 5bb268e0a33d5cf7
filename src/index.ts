/**
 * The public API: read or make a map, bake it, open the atlas, ask it.
 */
export type { BakeOptions } from './bake.ts'
export { bake } from './bake.ts'
export type { BakeProgress, BakeStage } from './base/pace.ts'
export type { AbstractGraph, EntryAttributes, PairAttributes } from './graph/graphology.ts'
export { abstractGraph, toGexf } from './graph/graphology.ts'
export * from './map/from.ts'
export * from './map/generate/index.ts'
export type { Grid } from './map/grid.ts'
export * from './map/read.ts'
export * from './map/scenario.ts'
export { exactCost } from './path/oracle.ts'
export * from './query.ts'
