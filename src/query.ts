/**
 * The query half of isthmus: open an atlas and ask it for paths. Nothing here bakes, reads maps or touches Node, so this is
 * what a browser loads; proofs and searches for many goals have doors of their own.
 */
import { openColumns } from './atlas/open-columns.ts'
import { isParty } from './atlas/travellers-layout.ts'
import { Atlas, atlasOfParty } from './find/atlas.ts'
import { type Extras, extraOf } from './find/extras.ts'

export type { Point, Quality, RouteStatus } from './base/answer.ts'
export { type ErrorCode, IsthmusError } from './base/errors.ts'
export type { AlternativesOptions } from './find/alternatives.ts'
export { Atlas, type AtlasStats } from './find/atlas.ts'
export type { NearestLimit, NearestOptions } from './find/ends.ts'
export type { EngineName, FinderOptions } from './find/engines.ts'
export type { Extras } from './find/extras.ts'
export type { Field } from './find/field.ts'
export type { Finder, FindOptions } from './find/finder.ts'
export type { NearestOfOptions, NearGoal } from './find/nearest-goals.ts'
export type { ReachedCells } from './find/reached-cells.ts'
export type { PlainRoute, Route, RouteJson } from './find/route.ts'
export type { Grounds } from './map/grounds.ts'
export type { Directions } from './map/movement.ts'
export type { Terrain } from './map/terrain.ts'
export type { Traveller, Turn } from './map/traveller.ts'
export { checkPath, costOfPath, type PathCheck } from './proof/check.ts'
export type { Gap } from './proof/closest.ts'
export type { Explanation, IslandOfEnd, Refusal, Segment } from './proof/explain.ts'

/**
 * Opens the bytes of an atlas: views, nothing copied. They are checked once, here, and must not change afterwards. What its
 * finders can do beyond finding paths is handed over: `{ ...exact, ...many }` of isthmus/exact and isthmus/many.
 */
export function openAtlas(bytes: Uint8Array, extras: Extras = {}): Atlas {
  if (!isParty(bytes)) return new Atlas(openColumns(bytes), bytes.length, extras)
  return atlasOfParty(extraOf(extras, 'party', 'A file of travellers')(bytes), bytes.length, extras)
}
