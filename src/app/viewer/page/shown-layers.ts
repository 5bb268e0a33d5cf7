/**
 * Which layers are shown at first, and the level that regions, entries and graph are shown of.
 */
import type { Layer } from '../../draw/layers.ts'

export const DEFAULT_LAYERS: readonly Layer[] = ['terrain', 'islands', 'path']
/** These show one level, and only they make the choice of a level matter. */
export const LEVEL_LAYERS: readonly Layer[] = ['regions', 'entries', 'graph']

export const KEY_OF_LAYER: Readonly<Record<Layer, string>> = {
  terrain: '1',
  islands: '2',
  regions: '3',
  entries: '4',
  graph: '5',
  search: '6',
  route: '7',
  path: '8',
  smooth: '9',
  widths: 'w',
  'dead-ends': 'x',
  chokes: 'k',
}

const BLOCK_SIDE_CELLS = 32
/** In pixels of the page: below, what a layer draws of a block would run together. */
const BLOCK_PIXELS_MIN = { regions: 7, entries: 24, graph: 56 } as const
/** The lowest level with blocks of this size is the one that shows best. */
const BLOCK_PIXELS_BEST = 96

/** Screen pixels to the side of a level's blocks, in pixels of the page. */
function blockPixels(level: number, cellPixels: number): number {
  return cellPixels * BLOCK_SIDE_CELLS * 2 ** level
}

/** The lowest level that is not too fine for this zoom; the highest has no borders, and is never taken. */
export function levelThatShows(levelCount: number, cellPixels: number): number {
  let level = 0
  while (level + 2 < levelCount && blockPixels(level, cellPixels) < BLOCK_PIXELS_BEST) level++
  return level
}

export function isTooFine(layer: 'regions' | 'entries' | 'graph', level: number, cellPixels: number): boolean {
  return blockPixels(level, cellPixels) < BLOCK_PIXELS_MIN[layer]
}
