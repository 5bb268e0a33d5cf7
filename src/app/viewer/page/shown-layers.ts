/**
 * Which layers are shown at first, by which keys they are switched, and where the zoom is too far out for them.
 */
import { blockPixels, type Layer } from '../../draw/layers.ts'

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

/** In pixels of the page: below, what a layer draws of a block would run together. */
const BLOCK_PIXELS_MIN = { regions: 7, entries: 24, graph: 56 } as const

export function isTooFine(layer: 'regions' | 'entries' | 'graph', level: number, cellPixels: number): boolean {
  return blockPixels(level, cellPixels) < BLOCK_PIXELS_MIN[layer]
}
