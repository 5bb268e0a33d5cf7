/**
 * The layers of the page: those shown at first, their keys and names, and the zoom that each needs.
 */
import { blockPixels, type Layer } from '../../draw/layers.ts'

export const DEFAULT_LAYERS: readonly Layer[] = ['terrain', 'islands', 'path']
/** Layers that show one level. */
export const LEVEL_LAYERS: readonly Layer[] = ['regions', 'entries', 'graph']

/** The key, the name and the meaning of each layer. */
export const ROW_OF_LAYER: Readonly<Record<Layer, readonly [key: string, name: string, about: string]>> = {
  terrain: ['1', 'Terrain', 'Walls are dark; ground darkens from the least to the highest cost of the map'],
  islands: ['2', 'Islands', 'The largest island is plain, the others are tinted: no path leads from colour to colour'],
  regions: ['3', 'Regions', 'Connected ground within one block of the level'],
  entries: ['4', 'Entries', 'Where a path can pass from region to region; a larger dot has a higher rank'],
  graph: ['5', 'Graph', 'What a search of this level chooses from: point at an entry to see its ways'],
  search: ['6', 'Search', 'Which entries the last search settled, from light to dark'],
  route: ['7', 'Route', 'The path as the search found it, from entry to entry'],
  path: ['8', 'Path', 'The path itself, cell by cell'],
  smooth: ['9', 'Smooth', 'The path as a curve at any angle that touches no wall'],
  widths: ['w', 'Widths', 'How large a unit can stand there: the narrower, the darker'],
  'dead-ends': ['x', 'Dead ends', 'Areas that have no other way in than one cell'],
  chokes: ['k', 'Chokes', 'Cells that divide an island when they are closed, into parts larger than the dot'],
}

/** The smallest blocks, in pixels of the page, in which a layer's marks stay apart. */
const BLOCK_PIXELS_MIN = { regions: 7, entries: 24, graph: 56 } as const

export function isTooFine(layer: 'regions' | 'entries' | 'graph', level: number, cellPixels: number): boolean {
  return blockPixels(level, cellPixels) < BLOCK_PIXELS_MIN[layer]
}
