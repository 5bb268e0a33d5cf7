/**
 * The least that asks an atlas for paths, in 14 kB: for pages that wait for each byte. It opens the same files as
 * isthmus/query, takes them on trust beyond damage. It gives up speed: a path takes
 * about a millisecond on even ground, and several on weighted ground.
 */
import { openOwnColumns } from './atlas/open-columns.ts'
import { LiteAtlas } from './find/lite-finder.ts'

export type { Point, RouteStatus } from './base/answer.ts'
export type { LiteAtlas, LiteFinder, LiteRoute } from './find/lite-finder.ts'
export type { Directions } from './map/movement.ts'

/** Opens the bytes of an atlas of your own making: views, nothing copied. They must not change afterwards. */
export function openAtlas(bytes: Uint8Array): LiteAtlas {
  return new LiteAtlas(openOwnColumns(bytes))
}
