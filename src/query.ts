/**
 * The query half of isthmus: open an atlas and ask it. Nothing here bakes, reads maps or touches Node, so this is what a
 * browser loads.
 */
import { openColumns } from './atlas/open.ts'
import { Atlas } from './find/atlas.ts'
import type { Engines } from './find/engines.ts'

export type { Point, Quality, RouteStatus } from './base/answer.ts'
export { type ErrorCode, IsthmusError } from './base/errors.ts'
export { Atlas, type AtlasStats, type NearestOptions } from './find/atlas.ts'
export type { NearestLimit } from './find/ends.ts'
export type { EngineMaker, EngineName, Engines, FinderOptions } from './find/engines.ts'
export type { Field } from './find/field.ts'
export type { Finder, FindOptions } from './find/finder.ts'
export type { PlainRoute, Route, RouteJson } from './find/route.ts'
export type { Directions } from './map/movement.ts'
export type { Terrain } from './map/terrain.ts'
export { checkPath, costOfPath, type PathCheck } from './proof/check.ts'
export type { Gap } from './proof/closest.ts'
export type { Explanation, IslandOfEnd, Refusal, Segment } from './proof/explain.ts'
export { explanationText } from './proof/explain-text.ts'
export type { EntryRoute, LevelEngine, RouteEnd } from './route/engine.ts'

/**
 * Opens the bytes of an atlas: views, nothing copied. They are checked once, here, and must not change afterwards. Its
 * finders can be asked to search with one of `engines` instead.
 */
export function openAtlas(bytes: Uint8Array, engines: Engines = {}): Atlas {
  return new Atlas(openColumns(bytes), bytes.length, engines)
}
