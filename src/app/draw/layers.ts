/**
 * The layers of a map. Pictures and the page have the same ones, so a picture in a bug report looks like the page. The
 * layers of ground, graph and answer come first, in drawing order. Then come those of narrow places: widths and dead
 * ends tint the ground, choke points lie above the graph.
 */
import { BLOCK_SIDE_CELLS } from '../../map/terrain.ts'

export const LAYERS = [
  'terrain',
  'islands',
  'regions',
  'entries',
  'graph',
  'search',
  'route',
  'path',
  'smooth',
  'widths',
  'dead-ends',
  'chokes',
] as const
export type Layer = (typeof LAYERS)[number]

/** The lowest level with blocks of at least this size shows best. */
const BLOCK_PIXELS_BEST = 96

/** The side of a level's blocks in pixels, from that of a cell. */
export function blockPixels(level: number, cellPixels: number): number {
  return cellPixels * BLOCK_SIDE_CELLS * 2 ** level
}

/** The lowest level that is not too fine for this zoom. The highest level has no borders, so it is never chosen. */
export function levelThatShows(levelCount: number, cellPixels: number): number {
  let level = 0
  while (level + 2 < levelCount && blockPixels(level, cellPixels) < BLOCK_PIXELS_BEST) level++
  return level
}
