/**
 * What marks are drawn on: a picture in memory, or the canvas of the page. Places are cells, whose middles are whole
 * numbers; widths and radii are pixels. Whoever paints on this paints the same on both.
 */
import type { Colour, Scheme } from './palette.ts'
import { type PictureFrame, pixelOf } from './picture-frame.ts'
import type { Raster } from './raster.ts'

export interface Surface {
  readonly scheme: Scheme
  /** In pixels. */
  readonly width: number
  /** Pixels to the side of a cell. */
  readonly scale: number
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
}

/** Pictures are looked at as a whole: the larger one is, the wider its lines. */
const PIXELS_PER_DENSITY = 1000
const DENSITY_MAX = 4

export class PictureSurface implements Surface {
  readonly scheme: Scheme
  readonly density: number
  private readonly raster: Raster
  private readonly frame: PictureFrame

  constructor(raster: Raster, frame: PictureFrame, scheme: Scheme) {
    this.raster = raster
    this.frame = frame
    this.scheme = scheme
    this.density = Math.max(1, Math.min(DENSITY_MAX, raster.width / PIXELS_PER_DENSITY))
  }

  get width(): number {
    return this.raster.width
  }

  get scale(): number {
    return this.frame.pixelsPerTile / this.frame.cellsPerTile
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
}
