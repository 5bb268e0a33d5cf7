/**
 * The public API: read or make a map, bake it, open the atlas, ask it. Nothing here needs Node until a bake asks for
 * threads, and what few programs need has doors of its own: graphology at isthmus/graph, so that it is not loaded here.
 */
import { optionsOf } from './base/given.ts'
import { exact, proveAtlas } from './exact.ts'
import type { InnerExtras } from './find/extras.ts'
import type { Closable, Closed, WhatIf, WhatIfOptions } from './find/surveyor.ts'
import { whatIf as imagine } from './live/what-if.ts'
import { type LiveMap, type LiveOptions, openLive as openLiveWith } from './live.ts'
import { many } from './many.ts'
import { type Atlas, openAtlas as openWith } from './query.ts'
import { TurningSearch } from './traveller/turning.ts'
import { travellers } from './travellers.ts'

export * from './baking.ts'
export { explanationText, proveAtlas } from './exact.ts'
export * from './format/read-map.ts'
export * from './format/scenario.ts'
export * from './live.ts'
export * from './map/generate/index.ts'
export { exactCost } from './proof/oracle.ts'
export * from './query.ts'
export * from './shape.ts'
export {
  type ChokeOptions,
  type ChokePoint,
  type Clearance,
  checkTravellerPath,
  chokePoints,
  clearanceAlong,
  type DeadEnd,
  deadEnds,
  type Manner,
  widthAt,
} from './travellers.ts'

export interface OpenOptions {
  /** For files from strangers: whether to prove at once, as `proveAtlas` does, what opening takes on trust. */
  readonly prove?: boolean
}

/** What follows if cells of a map become walls: which islands part, and what detour the routes of some pairs take. */
export function whatIf(atlas: Closable, closed: Closed, options?: WhatIfOptions | null): WhatIf {
  const turn = atlas.traveller?.turn ?? null
  return imagine(atlas, closed, options, turn === null ? null : columns => new TurningSearch(columns, turn))
}

const extras: InnerExtras = { ...exact, ...many, ...travellers, whatIf }

/** Opens the bytes of an atlas: views, nothing copied. They are checked once, here, and must not change afterwards. */
export function openAtlas(bytes: Uint8Array, options?: OpenOptions): Atlas {
  const { prove = false } = optionsOf(options)
  const atlas = openWith(bytes, extras)
  if (prove) proveAtlas(atlas)
  return atlas
}

/** Opens an atlas to be changed, and takes what its journal says; the bytes of both stay as they are. */
export function openLive(file: Uint8Array, journal?: Uint8Array | null, options?: LiveOptions | null): LiveMap {
  const given: LiveOptions = optionsOf(options)
  return openLiveWith(file, journal, { ...given, extras: { ...extras, ...given.extras } })
}
