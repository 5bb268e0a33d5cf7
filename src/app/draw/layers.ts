/**
 * The layers of a map, in drawing order: pictures and the page have the same ones, so a picture in a report of a bug looks
 * like the page on which it was seen.
 */
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
] as const
export type Layer = (typeof LAYERS)[number]
