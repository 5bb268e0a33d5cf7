/**
 * The query half of isthmus: open an atlas and ask it for paths. Nothing here bakes, reads maps or touches Node, so this is
 * what a browser loads; proofs and searches for many goals have doors of their own.
 */
import { type Atlas, type OpenOptions, openWith } from './find/atlas.ts'
import { warmUpFiles } from './find/warm-up.ts'

export type { Point, Quality, RouteStatus } from './base/answer.ts'
export { type ErrorCode, IsthmusError } from './base/errors.ts'
export type { AlternativesOptions } from './find/alternatives.ts'
export type { Atlas, AtlasStats, OpenOptions } from './find/atlas.ts'
export type { EngineName, Extras, FinderOptions } from './find/extras.ts'
export type { Field } from './find/field.ts'
export type { Finder, FindOptions } from './find/finder.ts'
export type { NearestOfOptions, NearGoal } from './find/nearest-goals.ts'
export type { ReachedCells } from './find/reached-cells.ts'
export type { NearestCell, NearestOptions } from './find/replaced-ends.ts'
export type { NearestLimit, PlainRoute, Route, RouteJson } from './find/route.ts'
export type { Grounds } from './map/grounds.ts'
export type { Directions } from './map/movement.ts'
export type { Traveller, Turn } from './map/traveller.ts'
export { checkPath, costOfPath, type PathCheck } from './proof/check.ts'

/**
 * Opens the bytes of an atlas: views, nothing copied. They are checked once, here, and must not change afterwards. Finders
 * find paths; `extras` adds what they can do beyond that.
 */
export function openAtlas(bytes: Uint8Array, options?: OpenOptions | null): Atlas {
  return openWith(bytes, {}, options)
}

/**
 * Warms a process up for many maps, in `budgetMs` milliseconds (1,000 unless given): opens each file several times and asks
 * it across the map. Give it a file of each kind of ground and of each count of directions that the program uses. Returns
 * the count of queries.
 */
export function warmUp(files: readonly Uint8Array[], budgetMs?: number, options?: OpenOptions | null): number {
  return warmUpFiles(files, bytes => openAtlas(bytes, options), budgetMs)
}
