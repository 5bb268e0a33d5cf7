/**
 * The layers of a map: pictures and the page have the same ones, so a picture in a report of a bug looks like the page on which
 * it was seen. First those of the ground, the graph and the answer, in drawing order; then what the map knows of its narrow
 * places: widths and dead ends tint the ground, choke points lie above the graph.
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

/** The lowest level with blocks of this size is the one that shows best. */
const BLOCK_PIXELS_BEST = 96

/** Pixels to the side of a level's blocks, from the pixels of a cell. */
export function blockPixels(level: number, cellPixels: number): number {
  return cellPixels * BLOCK_SIDE_CELLS * 2 ** level
}

/** The lowest level that is not too fine for this zoom; the highest has no borders, and is never taken. */
export function levelThatShows(levelCount: number, cellPixels: number): number {
  let level = 0
  while (level + 2 < levelCount && blockPixels(level, cellPixels) < BLOCK_PIXELS_BEST) level++
  return level
}
