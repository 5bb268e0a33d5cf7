/**
 * Routes as GeoJSON, for mapping tools: each is a feature with a line through the middles of its cells. Coordinates are
 * those of the grid, y downwards.
 */
import type { RouteItem } from '../../client.ts'
import type { Unwritten } from './json-pieces.ts'

export function featuresOf(items: Iterable<Unwritten<RouteItem>>): object {
  return { type: 'FeatureCollection', features: eachFeature(items) }
}

function* eachFeature(items: Iterable<Unwritten<RouteItem>>): Generator<object> {
  for (const item of items) yield featureOf(item)
}

export function featureOf({ cells = [], ...properties }: Unwritten<RouteItem>): object {
  const middles = Array.from({ length: cells.length / 2 }, (_, i) => [cells[2 * i] + 0.5, cells[2 * i + 1] + 0.5])
  const geometry =
    middles.length > 1 ? { type: 'LineString', coordinates: middles } : { type: 'Point', coordinates: middles[0] }
  return { type: 'Feature', geometry: middles.length === 0 ? null : geometry, properties }
}
