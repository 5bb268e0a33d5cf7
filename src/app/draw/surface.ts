/**
 * What marks are drawn on: a picture in memory, or a canvas of the page. Places are cells, whose middles are whole
 * numbers; widths and radii are pixels. The same calls draw the same marks on both.
 */
import type { Colour, Scheme } from './palette.ts'
import { cellPixelsOf, type PictureFrame, pixelOf } from './picture-frame.ts'
import type { Raster } from './raster.ts'

/** The part of a map that is shown. Cell (x, y) covers the square from (x, y) to (x + 1, y + 1). */
export interface Window {
  /** The place on the map at the upper left corner. */
  readonly x: number
  readonly y: number
  /** In pixels. */
  readonly width: number
  readonly height: number
  /** Pixels to the side of a cell. */
  readonly scale: number
}

export interface Surface extends Window {
  readonly scheme: Scheme
  /** Pixels to the width of a thin line. */
  readonly density: number
  /** With round ends, through x, y pairs. */
  line(points: ArrayLike<number>, width: number, colour: Colour): void
  /** At the x, y pairs number `from` to `to`, that one excluded. */
  dots(points: ArrayLike<number>, from: number, to: number, radius: number, colour: Colour): void
  /** What `isRaised` throws a shadow where the surface has such. */
  disc(x: number, y: number, radius: number, colour: Colour, isRaised?: boolean): void
  /** A square on its corner. */
  diamond(x: number, y: number, radius: number, colour: Colour, isRaised?: boolean): void
  /** A rectangle of pixels, of which one lets through what lies below. */
  box(left: number, top: number, width: number, height: number, colour: Colour, opacity: number): void
  /** The lines that `draw` draws are dashed, where the surface has such. */
  dashed(on: number, off: number, draw: () => void): void
}

/** Pictures are looked at as a whole: the larger one is, the wider its lines. */
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
    /** Whole pixels, and no box is lost for being thin. */
    box(left, top, width, height, colour, opacity) {
      const [x, y] = [Math.round(left), Math.round(top)]
      const [right, bottom] = [Math.round(left + width), Math.round(top + height)]
      raster.fill(x, y, Math.max(1, right - x), Math.max(1, bottom - y), colour, opacity)
    },
    dashed: (_on, _off, draw) => draw(),
  }
}
