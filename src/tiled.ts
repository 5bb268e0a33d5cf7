/**
 * Maps of any size, at isthmus/tiles: cut into tiles that any machines bake in any order, joined by a crown, and asked for
 * paths across them.
 */
export { type ErrorCode, IsthmusError } from './base/errors.ts'
export { MemoryStore, type TileStore } from './tiles/object-store.ts'
export {
  type Plan,
  type PlanOptions,
  planOf,
  readPlan,
  type TileWindow,
  tileCountOf,
  tileOf,
  tilesSeeing,
  windowOf,
  writePlan,
} from './tiles/tile-plan.ts'
export { gridSource, type TileSource } from './tiles/window-source.ts'
