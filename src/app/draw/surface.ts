/**
 * What marks are drawn on: a picture in memory, or a canvas of the page. Coordinates are cells, whose middles are whole
 * numbers; widths and radii are pixels. The same calls draw the same marks on both.
 */
import type { Colour, Scheme } from './palette.ts'
import { cellPixelsOf, type PictureFrame, pixelOf } from './picture-frame.ts'
import type { Raster } from './raster.ts'

/** The visible part of a map. Cell (x, y) covers the square from (x, y) to (x + 1, y + 1). */
export interface Window {
  /** The place on the map at the upper left corner. */
  readonly x: number
  readonly y: number
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** The side of a cell in pixels. */
  readonly scale: number
}

export interface Surface extends Window {
  readonly scheme: Scheme
  /** The width of a thin line in pixels. */
  readonly density: number
  /** A line with round ends through x, y pairs. */
  line(points: ArrayLike<number>, width: number, colour: Colour): void
  /** Dots at the x, y pairs with numbers `from` to `to`, without `to`. */
  dots(points: ArrayLike<number>, from: number, to: number, radius: number, colour: Colour): void
  /** A disc; if `isRaised`, it has a shadow on surfaces that support one. */
  disc(x: number, y: number, radius: number, colour: Colour, isRaised?: boolean): void
  /** A square standing on a corner. */
  diamond(x: number, y: number, radius: number, colour: Colour, isRaised?: boolean): void
  /** A rectangle of pixels, partly transparent. */
  box(left: number, top: number, width: number, height: number, colour: Colour, opacity: number): void
  /** Dashes the lines that `draw` draws, on surfaces that support it. */
  dashed(on: number, off: number, draw: () => void): void
}

/** People see a picture as a whole, so larger pictures have wider lines. */
const PIXELS_PER_DENSITY = 1000
const DENSITY_MAX = 4

export function pictureSurface(raster: Raster, frame: PictureFrame, scheme: Scheme): Surface {
  const { width, height } = raster
  const at = (cell: number) => pixelOf(frame, cell)
  const disc: Surface['disc'] = (x, y, radius, colour) => raster.disc(at(x), at(y), radius, colour)
  return {
    ...{ scheme, x: 0, y: 0, width, height, scale: cellPixelsOf(frame) },
    density: Math.max(1, Math.min(DENSITY_MAX, width / PIXELS_PER_DENSITY)),
    disc,
    line(points, width, colour) {
      for (let i = 0; i + 3 < points.length; i += 2) {
        raster.line(at(points[i]), at(points[i + 1]), at(points[i + 2]), at(points[i + 3]), width / 2, colour)
      }
    },
    dots(points, from, to, radius, colour) {
      for (let i = from; i < to; i++) disc(points[2 * i], points[2 * i + 1], radius, colour)
    },
    diamond: (x, y, radius, colour) => raster.diamond(at(x), at(y), radius, colour),
    /** Rounds to whole pixels, and keeps even a thin box visible. */
    box(left, top, width, height, colour, opacity) {
      const [x, y] = [Math.round(left), Math.round(top)]
      const [right, bottom] = [Math.round(left + width), Math.round(top + height)]
      raster.fill(x, y, Math.max(1, right - x), Math.max(1, bottom - y), colour, opacity)
    },
    dashed: (_on, _off, draw) => draw(),
  }
}
