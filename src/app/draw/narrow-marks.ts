/**
 * How narrow places are shown, in pictures and on the page alike: the ground tinted by its width and in dead ends, and a dot on
 * each choke point whose closing parts as much as the dot covers. So a map that is seen from afar shows what counts there.
 */
import type { Narrows } from '../../traveller/narrows.ts'
import { CHOKE, CHOKE_CASING, type Colour, DEAD_END, DEAD_END_OPACITY, mix, NARROW, narrowOpacity } from './palette.ts'
import { type PictureFrame, pixelOf } from './picture-frame.ts'
import type { Raster } from './raster.ts'

/** In pixels of the page. */
export const CHOKE_RADIUS_PIXELS = 4

export interface NarrowLook {
  readonly showsWidths: boolean
  readonly showsDeadEnds: boolean
}

/** The colour of ground at a free cell. */
export function tinted(ground: Colour, narrows: Narrows, cell: number, look: NarrowLook): Colour {
  let colour = ground
  if (look.showsWidths) colour = mix(colour, NARROW, narrowOpacity(narrows.widthOfCell[cell]))
  if (look.showsDeadEnds && narrows.isInDeadEnd[cell] === 1) colour = mix(colour, DEAD_END, DEAD_END_OPACITY)
  return colour
}

/** Visits the choke points that show where a cell has so many pixels to its side. */
export function forEachShownChoke(narrows: Narrows, pixelsOfCell: number, visit: (x: number, y: number) => void): void {
  const least = (CHOKE_RADIUS_PIXELS / pixelsOfCell) ** 2
  const { chokes } = narrows
  for (let i = 0; i < chokes.length; i += 3) if (chokes[i + 2] >= least) visit(chokes[i], chokes[i + 1])
}

export function drawChokes(raster: Raster, frame: PictureFrame, narrows: Narrows): void {
  for (const [radius, colour] of [
    [CHOKE_RADIUS_PIXELS, CHOKE_CASING],
    [CHOKE_RADIUS_PIXELS - 1, CHOKE],
  ] as const) {
    forEachShownChoke(narrows, frame.pixelsPerTile / frame.cellsPerTile, (x, y) =>
      raster.disc(pixelOf(frame, x), pixelOf(frame, y), radius, colour),
    )
  }
}
