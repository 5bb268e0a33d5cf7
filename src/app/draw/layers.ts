/**
 * The layers of a map: pictures and the page have the same ones, so a picture in a report of a bug looks like the page on which
 * it was seen. First those of the ground, the graph and the answer, in drawing order; then what the map knows of its narrow
 * places: widths and dead ends tint the ground, choke points lie above the graph.
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
  'widths',
  'dead-ends',
  'chokes',
] as const
export type Layer = (typeof LAYERS)[number]
