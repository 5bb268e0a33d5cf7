/**
 * What marks are drawn on: a picture in memory, or a canvas of the page. Coordinates are cells, whose middles are whole
 * numbers; widths and radii are pixels. The same calls draw the same marks on both.
 */
import { refuseSize } from '../../base/given.ts'
import type { Colour, Scheme } from './palette.ts'
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
  /** A disc at each x, y pair; if `isRaised`, with a shadow on surfaces that support one. */
  dots(points: ArrayLike<number>, radius: number, colour: Colour, isRaised?: boolean): void
  ring(x: number, y: number, radius: number, width: number, colour: Colour): void
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
  return {
    ...{ scheme, x: 0, y: 0, width, height, scale: cellPixelsOf(frame) },
    density: Math.max(1, Math.min(DENSITY_MAX, width / PIXELS_PER_DENSITY)),
    line(points, width, colour) {
      for (let i = 0; i + 3 < points.length; i += 2) {
        raster.line(at(points[i]), at(points[i + 1]), at(points[i + 2]), at(points[i + 3]), width / 2, colour)
      }
    },
    dots(points, radius, colour) {
      for (let i = 0; i < points.length; i += 2) raster.disc(at(points[i]), at(points[i + 1]), radius, colour)
    },
    ring: (x, y, radius, width, colour) => raster.ring(at(x), at(y), radius, width, colour),
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

/**
 * The scale of a picture. A tile is the smallest thing drawn: one cell as a square of pixels. If the map has more cells
 * than the picture should have pixels, it is a square of cells as one pixel.
 */
export interface PictureFrame {
  readonly cellsPerTile: number
  readonly pixelsPerTile: number
  readonly tilesWide: number
  readonly tilesHigh: number
}

export const PICTURE_SIDE_MAX_PIXELS = 8192
/** A tiny map is not enlarged beyond this. */
const PIXELS_PER_CELL_MAX = 32

/** The largest frame whose longer side has at most `sideMaxPixels`. */
export function frameWithin(width: number, height: number, sideMaxPixels: number): PictureFrame {
  const side = Math.max(width, height)
  if (side > sideMaxPixels) return makeFrame(width, height, Math.ceil(side / sideMaxPixels), 1)
  return makeFrame(width, height, 1, Math.min(PIXELS_PER_CELL_MAX, Math.floor(sideMaxPixels / side)))
}

/** The frame for a given size of cells in pixels. */
export function frameAtScale(width: number, height: number, pixelsPerCell: number): PictureFrame {
  const sidePixels = Math.max(width, height) * pixelsPerCell
  if (sidePixels > PICTURE_SIDE_MAX_PIXELS) {
    refuseSize(
      `At scale ${pixelsPerCell} the picture would be ${sidePixels} pixels long; ` +
        `${PICTURE_SIDE_MAX_PIXELS} is the most. ` +
        'Take a smaller scale, or give --max-side instead.',
    )
  }
  return makeFrame(width, height, 1, pixelsPerCell)
}

/** The frame of a map, or of a part of a picture at its scale. */
export function makeFrame(width: number, height: number, cellsPerTile: number, pixelsPerTile: number): PictureFrame {
  const tilesWide = Math.ceil(width / cellsPerTile)
  const tilesHigh = Math.ceil(height / cellsPerTile)
  return { cellsPerTile, pixelsPerTile, tilesWide, tilesHigh }
}

/** The place of a cell's centre in the picture, for x and y alike. */
export function pixelOf(frame: PictureFrame, cell: number): number {
  return ((cell + 0.5) / frame.cellsPerTile) * frame.pixelsPerTile
}

/** The side of a cell in pixels. */
export function cellPixelsOf({ cellsPerTile, pixelsPerTile }: PictureFrame): number {
  return pixelsPerTile / cellsPerTile
}
