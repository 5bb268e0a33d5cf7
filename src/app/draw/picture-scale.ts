/**
 * How cells become pixels. A tile is the smallest thing drawn: one cell as a square of pixels, or, where a map has more
 * cells than a picture should have pixels, a square of cells as one pixel.
 */
import { IsthmusError } from '../../base/errors.ts'

export interface View {
  readonly cellsPerTile: number
  readonly pixelsPerTile: number
  readonly tilesWide: number
  readonly tilesHigh: number
}

export const PICTURE_SIDE_MAX_PIXELS = 8192
/** A tiny map is not blown up beyond this. */
const PIXELS_PER_CELL_MAX = 32

/** The largest view whose longer side has at most `sideMaxPixels`. */
export function viewWithin(width: number, height: number, sideMaxPixels: number): View {
  const side = Math.max(width, height)
  if (side > sideMaxPixels) return makeView(width, height, Math.ceil(side / sideMaxPixels), 1)
  return makeView(width, height, 1, Math.min(PIXELS_PER_CELL_MAX, Math.floor(sideMaxPixels / side)))
}

/** A view with so many pixels to the side of a cell. */
export function viewAtScale(width: number, height: number, pixelsPerCell: number): View {
  const sidePixels = Math.max(width, height) * pixelsPerCell
  if (sidePixels > PICTURE_SIDE_MAX_PIXELS) {
    throw new IsthmusError(
      'TOO_LARGE',
      `At scale ${pixelsPerCell} the picture would be ${sidePixels} pixels long; ` +
        `${PICTURE_SIDE_MAX_PIXELS} is the most. ` +
        'Take a smaller scale, or give --max-side instead.',
    )
  }
  return makeView(width, height, 1, pixelsPerCell)
}

/** The view of a part of a picture, at the same scale. */
export function viewOfPart({ cellsPerTile, pixelsPerTile }: View, width: number, height: number): View {
  return makeView(width, height, cellsPerTile, pixelsPerTile)
}

function makeView(width: number, height: number, cellsPerTile: number, pixelsPerTile: number): View {
  const tilesWide = Math.ceil(width / cellsPerTile)
  const tilesHigh = Math.ceil(height / cellsPerTile)
  return { cellsPerTile, pixelsPerTile, tilesWide, tilesHigh }
}

/** Where the centre of a cell lies in the picture, for x and y alike. */
export function pixelOf(view: View, cell: number): number {
  return ((cell + 0.5) / view.cellsPerTile) * view.pixelsPerTile
}

/** How long a stretch of cells is in the picture. */
export function pixelsOfCells(view: View, cells: number): number {
  return (cells / view.cellsPerTile) * view.pixelsPerTile
}
