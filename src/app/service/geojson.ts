/**
 * Routes as GeoJSON, for tools of maps: a feature each, with a line through the middles of its cells. Coordinates are those of
 * the grid, y downwards.
 */
import type { RouteItem } from '../../client.ts'

export function geoJsonOf(items: readonly RouteItem[], isMany: boolean): object {
  const features = items.map(({ cells = [], ...properties }) => ({
    type: 'Feature',
    geometry: cells.length === 0 ? null : geometryOf(cells),
    properties,
  }))
  return isMany ? { type: 'FeatureCollection', features } : features[0]
}

function geometryOf(cells: readonly number[]): object {
  const middles = Array.from({ length: cells.length / 2 }, (_, i) => [cells[2 * i] + 0.5, cells[2 * i + 1] + 0.5])
  return middles.length === 1
    ? { type: 'Point', coordinates: middles[0] }
    : { type: 'LineString', coordinates: middles }
}
