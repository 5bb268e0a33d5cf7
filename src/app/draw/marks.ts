/**
 * The marks laid over the ground of a picture: borders of regions, entries.
 */
import type { Atlas } from '../../index.ts'
import { ENTRY, REGION_BORDER, REGION_BORDER_OPACITY } from './palette.ts'
import { type PictureFrame, pixelOf } from './picture-frame.ts'
import type { PictureTiles } from './picture-tiles.ts'
import type { Raster } from './raster.ts'

const NO_REGION = -1

/**
 * A line at the left and upper edge of every tile whose neighbour there belongs to another region. Coasts stay plain.
 */
export function drawRegionBorders(raster: Raster, tiles: PictureTiles, atlas: Atlas, level: number): void {
  const { tilesWide, tilesHigh, pixelsPerTile } = tiles.frame
  const thickness = Math.max(1, Math.round(Math.max(pixelsPerTile / 10, raster.width / 1200)))
  let above = new Int32Array(tilesWide).fill(NO_REGION)
  let row = new Int32Array(tilesWide)
  for (let tileY = 0, tile = 0; tileY < tilesHigh; tileY++) {
    for (let tileX = 0; tileX < tilesWide; tileX++, tile++) {
      const isFree = tiles.freeShareOfTile[tile] > 0
      row[tileX] = isFree ? atlas.regionOf(tiles.cellXOfTile[tile], tiles.cellYOfTile[tile], level) : NO_REGION
      const left = tileX === 0 ? NO_REGION : row[tileX - 1]
      const x = tileX * pixelsPerTile
      const y = tileY * pixelsPerTile
      if (differ(row[tileX], left)) raster.fill(x, y, thickness, pixelsPerTile, REGION_BORDER, REGION_BORDER_OPACITY)
      if (differ(row[tileX], above[tileX]))
        raster.fill(x, y, pixelsPerTile, thickness, REGION_BORDER, REGION_BORDER_OPACITY)
    }
    ;[above, row] = [row, above]
  }
}

function differ(region: number, other: number): boolean {
  return region !== other && region !== NO_REGION && other !== NO_REGION
}

/** A dot on the border between the two cells of each entry that the level keeps; the higher its rank, the larger. */
export function drawEntries(raster: Raster, frame: PictureFrame, atlas: Atlas, level: number): void {
  const base = Math.max(0.9, Math.min(6, frame.pixelsPerTile * 0.28))
  const count = atlas.entryCount(level)
  // Entries are sorted by rank, the highest first: from the back, large dots come to lie on small ones.
  for (let entry = count - 1; entry >= 0; entry--) {
    const [xA, yA, xB, yB] = atlas.entryCells(entry)
    const x = (pixelOf(frame, xA) + pixelOf(frame, xB)) / 2
    const y = (pixelOf(frame, yA) + pixelOf(frame, yB)) / 2
    raster.disc(x, y, base * (1 + 0.35 * Math.max(0, atlas.rankOf(entry) - level)), ENTRY)
  }
}
