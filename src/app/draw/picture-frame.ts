/**
 * The scale of a picture. A tile is the smallest thing drawn: one cell as a square of pixels or, if the map has more
 * cells than the picture should have pixels, a square of cells as one pixel.
 */
import { refuseSize } from '../../base/given.ts'

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

/** The frame of a part of a picture, at the same scale. */
export function frameOfPart(
  { cellsPerTile, pixelsPerTile }: PictureFrame,
  width: number,
  height: number,
): PictureFrame {
  return makeFrame(width, height, cellsPerTile, pixelsPerTile)
}

function makeFrame(width: number, height: number, cellsPerTile: number, pixelsPerTile: number): PictureFrame {
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
