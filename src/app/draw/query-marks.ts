/**
 * What a query left behind, laid over a picture: the entries that its search settled, its route from entry to entry, its
 * path as a curve.
 */
import { type Colour, PATH_CASING, ROUTE, SMOOTH, searchColour } from './palette.ts'
import type { Raster } from './raster.ts'
import { pixelOf, type View } from './view.ts'

export interface QueryTraces {
  /** All are x,y pairs; whole numbers are the middles of cells. */
  readonly footprint: Int32Array
  readonly route: Int32Array
  readonly curve: Float64Array
}

/** In the order of settling, from light to dark. */
export function drawSearch(raster: Raster, view: View, footprint: Int32Array): void {
  const radius = Math.max(1.6, Math.min(4.5, view.pixelsPerTile * 0.35), raster.width / 500)
  const count = footprint.length >> 1
  for (let i = 0; i < count; i++) {
    const x = pixelOf(view, footprint[2 * i])
    const y = pixelOf(view, footprint[2 * i + 1])
    raster.disc(x, y, radius + 1, PATH_CASING)
    raster.disc(x, y, radius, searchColour(i / Math.max(1, count - 1)))
  }
}

export function drawRoute(raster: Raster, view: View, route: Int32Array): void {
  const radius = Math.max(1, raster.width / 1100)
  stroke(raster, view, route, radius, ROUTE)
  for (let i = 2; i + 2 < route.length; i += 2) {
    const x = pixelOf(view, route[i])
    const y = pixelOf(view, route[i + 1])
    raster.disc(x, y, 2.6 * radius, PATH_CASING)
    raster.disc(x, y, 1.9 * radius, ROUTE)
  }
}

export function drawSmooth(raster: Raster, view: View, curve: Float64Array): void {
  stroke(raster, view, curve, Math.max(1, raster.width / 1000), SMOOTH)
}

/** A line with a white casing, so that it shows on ground and walls alike. */
function stroke(raster: Raster, view: View, points: ArrayLike<number>, radius: number, colour: Colour): void {
  for (const [width, shade] of [[radius * 1.7 + 0.5, PATH_CASING] as const, [radius, colour] as const]) {
    for (let i = 0; i + 3 < points.length; i += 2) {
      const [x0, y0, x1, y1] = [0, 1, 2, 3].map(offset => pixelOf(view, points[i + offset]))
      raster.line(x0, y0, x1, y1, width, shade)
    }
  }
}
