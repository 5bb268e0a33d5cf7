/**
 * Maps of any size: cut into tiles that any machines bake in any order, joined by a crown, and asked for paths across them.
 */
import { bakeWith } from './bake.ts'
import { OwnThread } from './level/bake-jobs.ts'
import { type BakeTileOptions, bakeTileWith, type TileDone } from './tiles/bake-tile.ts'
import type { Plan } from './tiles/tile-plan.ts'
import type { TileSource } from './tiles/tile-source.ts'
import type { TileStore } from './tiles/tile-store.ts'

export { type ErrorCode, IsthmusError } from './base/errors.ts'
export type { BakeProgress, BakeStage } from './base/pace.ts'
export type { BakeTileOptions, TileDone } from './tiles/bake-tile.ts'
export { type CrownDone, type JoinOptions, type JoinProgress, joinTiles } from './tiles/join-tiles.ts'
export type { MapCells } from './tiles/loaded-tile.ts'
export { removeLeftovers } from './tiles/seams.ts'
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
export { bakedTiles } from './tiles/tile-record.ts'
export { gridSource, type SourceTraveller, type TileSource, travellerSource } from './tiles/tile-source.ts'
export { HttpStore, MemoryStore, type TileStore } from './tiles/tile-store.ts'
export {
  type OpenTilesOptions,
  openTiles,
  type TiledAtlas,
  type TiledCostsOptions,
  type TiledFindOptions,
  type TiledNear,
  type TiledNearestOfOptions,
  type TiledNearestOptions,
  type TiledStats,
} from './tiles/tiled-atlas.ts'
export type { TiledRoute } from './tiles/tiled-route.ts'

/**
 * Bakes one tile of a plan, on this thread. Its atlas and what the crown must know of it go to the store, unless they are there
 * already.
 */
export function bakeTile(
  plan: Plan,
  index: number,
  source: TileSource,
  store: TileStore,
  options?: BakeTileOptions | null,
): Promise<TileDone> {
  return bakeTileWith(
    (grid, baking) => bakeWith(async () => new OwnThread(), grid, baking),
    plan,
    index,
    source,
    store,
    options,
  )
}
