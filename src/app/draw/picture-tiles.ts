/**
 * What a picture needs to know of each tile, in six bytes: how much of it is free, at what cost, and one free cell to
 * stand for it when the atlas is asked for islands and regions. A tile of many cells is sampled at 4 x 4 places at
 * most, so the work grows with the picture and not with the map.
 */
import type { Terrain } from '../../index.ts'
import type { PictureFrame } from './picture-frame.ts'

const SAMPLES_PER_SIDE_MAX = 4

export class PictureTiles {
  readonly frame: PictureFrame
  /** 0..1 in steps of 1/255. */
  readonly freeShareOfTile: Uint8Array
  readonly costOfTile: Uint8Array
  /** A free cell of the tile; meaningless where nothing of it is free. */
  readonly cellXOfTile: Uint16Array
  readonly cellYOfTile: Uint16Array

  constructor(frame: PictureFrame) {
    const count = frame.tilesWide * frame.tilesHigh
    this.frame = frame
    this.freeShareOfTile = new Uint8Array(count)
    this.costOfTile = new Uint8Array(count)
    this.cellXOfTile = new Uint16Array(count)
    this.cellYOfTile = new Uint16Array(count)
  }
}

export function sampleTiles(
  terrain: Terrain,
  frame: PictureFrame,
  onProgress: (fraction: number) => void,
): PictureTiles {
  const tiles = new PictureTiles(frame)
  const offsets = sampleOffsets(frame.cellsPerTile)
  for (let tileY = 0, tile = 0; tileY < frame.tilesHigh; tileY++) {
    onProgress(tileY / frame.tilesHigh)
    for (let tileX = 0; tileX < frame.tilesWide; tileX++, tile++) {
      sampleTile(terrain, tiles, tile, tileX * frame.cellsPerTile, tileY * frame.cellsPerTile, offsets)
    }
  }
  return tiles
}

function sampleTile(
  terrain: Terrain,
  tiles: PictureTiles,
  tile: number,
  left: number,
  top: number,
  offsets: number[],
): void {
  let inside = 0
  let free = 0
  let costSum = 0
  for (const dy of offsets) {
    for (const dx of offsets) {
      if (!terrain.isInside(left + dx, top + dy)) continue
      inside++
      const cost = terrain.costAt(left + dx, top + dy)
      if (cost === 0) continue
      free++
      costSum += cost
      tiles.cellXOfTile[tile] = left + dx
      tiles.cellYOfTile[tile] = top + dy
    }
  }
  // At the far edges a tile may have few cells, or none that is sampled: its first cell always lies inside.
  if (inside === 0) {
    sampleTile(terrain, tiles, tile, left, top, [0])
    return
  }
  tiles.freeShareOfTile[tile] = Math.round((255 * free) / inside)
  tiles.costOfTile[tile] = free === 0 ? 0 : Math.round(costSum / free)
}

/** Spread evenly over the side of a tile, each in the middle of its share. */
function sampleOffsets(cellsPerTile: number): number[] {
  const count = Math.min(SAMPLES_PER_SIDE_MAX, cellsPerTile)
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * cellsPerTile) / count))
}
