/**
 * The layers of a map, in drawing order. Pictures and the page have the same ones, so a picture in a bug report looks like
 * the page. Those of narrow places come last: widths and dead ends tint the ground, choke points lie above the graph.
 */
import { BLOCK_SIDE_CELLS } from '../../map/terrain.ts'
import type { SchemeName } from './palette.ts'

/** The key, the name and the meaning of each layer on the page. */
export const ROW_OF_LAYER = {
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
} as const satisfies Readonly<Record<string, readonly [key: string, name: string, about: string]>>

export type Layer = keyof typeof ROW_OF_LAYER
export const LAYERS = Object.keys(ROW_OF_LAYER) as readonly Layer[]
/** Those that the ground is painted with; marks of the others lie over it. */
export const GROUND_LAYERS: readonly Layer[] = ['terrain', 'islands', 'regions', 'widths', 'dead-ends']
/** Those that the page shows at first. */
export const DEFAULT_LAYERS: readonly Layer[] = ['terrain', 'islands', 'path']

/** What is drawn of a map: some layers, regions and entries of one level, in a scheme of colours. */
export interface MapLook {
  readonly layers: readonly Layer[]
  readonly level: number
  readonly scheme: SchemeName
}

/** Layers that show one level, with the smallest blocks, in pixels of the page, in which their marks stay apart. */
const BLOCK_PIXELS_MIN = { regions: 7, entries: 24, graph: 56 } as const
export type LevelLayer = keyof typeof BLOCK_PIXELS_MIN
export const LEVEL_LAYERS = Object.keys(BLOCK_PIXELS_MIN) as readonly LevelLayer[]

export function isTooFine(layer: LevelLayer, level: number, cellPixels: number): boolean {
  return blockPixels(level, cellPixels) < BLOCK_PIXELS_MIN[layer]
}

/** The lowest level with blocks of at least this size shows best. */
const BLOCK_PIXELS_BEST = 96

/** The lowest level that is not too fine for this zoom. The highest level has no borders, so it is never chosen. */
export function levelThatShows(levelCount: number, cellPixels: number): number {
  let level = 0
  while (level + 2 < levelCount && blockPixels(level, cellPixels) < BLOCK_PIXELS_BEST) level++
  return level
}

/** The side of a level's blocks in pixels, from that of a cell. */
function blockPixels(level: number, cellPixels: number): number {
  return cellPixels * BLOCK_SIDE_CELLS * 2 ** level
}
