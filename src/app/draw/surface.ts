/**
 * What marks are drawn on: a picture in memory, or a canvas of the page. Places are cells, whose middles are whole
 * numbers; widths and radii are pixels. Whoever paints on this paints the same on both.
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

export class PictureSurface implements Surface {
  readonly scheme: Scheme
  readonly density: number
  readonly x = 0
  readonly y = 0
  readonly scale: number
  private readonly raster: Raster
  private readonly frame: PictureFrame

  constructor(raster: Raster, frame: PictureFrame, scheme: Scheme) {
    this.raster = raster
    this.frame = frame
    this.scheme = scheme
    this.density = Math.max(1, Math.min(DENSITY_MAX, raster.width / PIXELS_PER_DENSITY))
    this.scale = cellPixelsOf(frame)
  }

  get width(): number {
    return this.raster.width
  }

  get height(): number {
    return this.raster.height
  }

  line(points: ArrayLike<number>, width: number, colour: Colour): void {
    for (let i = 0; i + 3 < points.length; i += 2) {
      const [x0, y0, x1, y1] = [0, 1, 2, 3].map(offset => pixelOf(this.frame, points[i + offset]))
      this.raster.line(x0, y0, x1, y1, width / 2, colour)
    }
  }

  dots(points: ArrayLike<number>, from: number, to: number, radius: number, colour: Colour): void {
    for (let i = from; i < to; i++) this.disc(points[2 * i], points[2 * i + 1], radius, colour)
  }

  disc(x: number, y: number, radius: number, colour: Colour): void {
    this.raster.disc(pixelOf(this.frame, x), pixelOf(this.frame, y), radius, colour)
  }

  diamond(x: number, y: number, radius: number, colour: Colour): void {
    this.raster.diamond(pixelOf(this.frame, x), pixelOf(this.frame, y), radius, colour)
  }

  /** Whole pixels, and no box is lost for being thin. */
  box(left: number, top: number, width: number, height: number, colour: Colour, opacity: number): void {
    const [x, y] = [Math.round(left), Math.round(top)]
    const [right, bottom] = [Math.round(left + width), Math.round(top + height)]
    this.raster.fill(x, y, Math.max(1, right - x), Math.max(1, bottom - y), colour, opacity)
  }

  dashed(_on: number, _off: number, draw: () => void): void {
    draw()
  }
}
