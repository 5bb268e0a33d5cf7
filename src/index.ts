/**
 * The main door: read or make a map, bake it, open the atlas, ask it. Nothing here needs Node until a bake asks for
 * threads. What fewer programs need has doors of its own.
 */
import { optionsOf } from './base/given.ts'
import { exact } from './exact.ts'
import { type Atlas, type OpenOptions, openWith } from './find/atlas.ts'
import type { Extras } from './find/extras.ts'
import { warmUpFiles } from './find/warm-up.ts'
import { hubs } from './hub-routes.ts'
import { type LiveMap, type LiveOptions, openLive as openLiveWith } from './live.ts'
import { many } from './many.ts'
import { liveTravellers, travellers } from './travellers.ts'

export { type BakeOptions, type BakeProgress, type BakeStage, bake, type TravellersBakeOptions } from './baking.ts'
export type { ReadMapOptions } from './format/format.ts'
export { readMap } from './format/read-map.ts'
export type { Change, LiveFinder, LiveMap, LiveOptions, View } from './live.ts'
export { gridFromCosts, gridFromMatrix, gridFromTiles } from './map/from.ts'
export { type GenerateOptions, generate, type KindName } from './map/generate/index.ts'
export type { Grid } from './map/grid.ts'
export { groundFromTiles } from './map/grounds.ts'
export type { TravellerOptions, Travellers } from './map/traveller.ts'
/** @internal */
export * from './moved.ts'
export * from './query.ts'

const all: Extras = { ...exact, ...hubs, ...many, ...travellers }

/** Opens the bytes of an atlas: views, nothing copied. They are checked once, here, and must not change afterwards. */
export function openAtlas(bytes: Uint8Array, options?: OpenOptions | null): Atlas {
  return openWith(bytes, all, options)
}

/** As in isthmus/query, with all extras. */
export function warmUp(files: readonly Uint8Array[], budgetMs?: number, options?: OpenOptions | null): number {
  return warmUpFiles(files, bytes => openAtlas(bytes, options), budgetMs)
}

/** Opens an atlas to be changed, and takes what its journal says; the bytes of both stay as they are. */
export function openLive(file: Uint8Array, journal?: Uint8Array | null, options?: LiveOptions | null): LiveMap {
  const given: LiveOptions = optionsOf(options)
  return openLiveWith(file, journal, { ...given, extras: { ...all, ...liveTravellers, ...given.extras } })
}
