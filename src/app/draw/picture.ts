/**
 * Draws an atlas, layer over layer: the ground, islands in colours, the borders of the regions of one level, entries, a
 * path. Each layer is a function from tiles or cells to the raster; this file is their order.
 */
import type { Atlas } from '../../index.ts'
import { Narrows } from '../../traveller/narrows.ts'
import { costRangeOf } from './costs.ts'
import { drawGraph } from './graph-lines.ts'
import type { Layer } from './layers.ts'
import { drawEntries, drawRegionBorders } from './marks.ts'
import { drawChokes, tinted } from './narrow-marks.ts'
import {
  type Colour,
  type CostRange,
  groundColour,
  ISLAND_OPACITY,
  islandColour,
  mix,
  SCHEMES,
  WALL,
} from './palette.ts'
import { type PictureFrame, pixelsOfCells } from './picture-frame.ts'
import { type PictureTiles, sampleTiles } from './picture-tiles.ts'
import { bendsOf, drawEnds, drawPath, drawRoute, drawSearch, drawSmooth, type QueryTraces } from './query-marks.ts'
import { Raster } from './raster.ts'
import { PictureSurface } from './surface.ts'

export { LAYERS, type Layer } from './layers.ts'

export interface PictureOptions {
  readonly frame: PictureFrame
  readonly layers: ReadonlySet<Layer>
  /** Whose regions and entries are drawn. */
  readonly level: number
  /** What the colours of ground are stretched over; the map's own costs unless given. */
  readonly costs?: CostRange
  /** x,y pairs, drawn with marks at both ends. */
  readonly path?: Int32Array | undefined
  /** What else the query of the path left. */
  readonly traces?: QueryTraces | undefined
  /** Hears how much of the picture is done, 0..1. */
  readonly onProgress?: (fraction: number) => void
}

export function drawAtlas(atlas: Atlas, options: PictureOptions): Raster {
  const { frame, layers, path, traces, onProgress = () => {} } = options
  const raster = new Raster(frame.tilesWide * frame.pixelsPerTile, frame.tilesHigh * frame.pixelsPerTile)
  const tiles = sampleTiles(atlas.terrain, frame, fraction => onProgress(fraction / 2))
  const range = layers.has('terrain') ? (options.costs ?? costRangeOf(atlas.terrain)) : NO_COSTS
  const narrows = new Narrows(atlas.terrain)
  const tint = tintOf(narrows, atlas.width, tiles, layers)
  drawGround(raster, tiles, layers.has('islands') ? islandOfTiles(atlas, tiles) : undefined, range, tint)
  onProgress(0.8)
  if (layers.has('regions')) drawRegionBorders(raster, tiles, atlas, options.level)
  if (layers.has('graph')) drawGraph(raster, frame, atlas, options.level)
  if (layers.has('entries')) drawEntries(raster, frame, atlas, options.level)
  if (layers.has('chokes')) drawChokes(raster, frame, narrows)
  const surface = new PictureSurface(raster, frame, SCHEMES.light)
  if (layers.has('search') && traces !== undefined) drawSearch(surface, traces.footprint)
  if (layers.has('route') && traces !== undefined) drawRoute(surface, traces.route)
  if (path === undefined || path.length === 0) return raster
  if (layers.has('path')) drawPath(surface, bendsOf(path))
  if (layers.has('smooth') && traces !== undefined) drawSmooth(surface, traces.curve)
  if (!QUERY_LAYERS.some(layer => layers.has(layer))) return raster
  drawEnds(surface, path)
  return raster
}

const QUERY_LAYERS: readonly Layer[] = ['search', 'route', 'path', 'smooth']

/** The lowest level whose blocks are large enough in the picture for their borders to be told apart. */
export function levelThatShows(atlas: Atlas, frame: PictureFrame): number {
  const levels = atlas.stats().levels
  const first = levels.find(level => pixelsOfCells(frame, level.blockSideCells) >= BLOCK_SHOWS_PIXELS)
  return first?.level ?? levels.length - 1
}
const BLOCK_SHOWS_PIXELS = 96

/** What narrow places make of the colour of a tile with free cells. */
type Tint = (colour: Colour, tile: number) => Colour

function tintOf(narrows: Narrows, width: number, tiles: PictureTiles, layers: ReadonlySet<Layer>): Tint {
  const look = { showsWidths: layers.has('widths'), showsDeadEnds: layers.has('dead-ends') }
  return (colour, tile) => tinted(colour, narrows, tiles.cellYOfTile[tile] * width + tiles.cellXOfTile[tile], look)
}

function drawGround(
  raster: Raster,
  tiles: PictureTiles,
  islandOfTile: Int32Array | undefined,
  range: CostRange,
  tint: Tint,
): void {
  const { tilesWide, tilesHigh, pixelsPerTile } = tiles.frame
  const mainland = islandOfTile === undefined ? NO_ISLAND : mostFrequent(islandOfTile)
  for (let tileY = 0, tile = 0; tileY < tilesHigh; tileY++) {
    for (let tileX = 0; tileX < tilesWide; tileX++, tile++) {
      let colour = groundColour(tiles.costOfTile[tile], range)
      const island = islandOfTile?.[tile] ?? mainland
      if (island !== mainland) colour = mix(colour, islandColour(island), ISLAND_OPACITY)
      if (tiles.freeShareOfTile[tile] > 0) colour = tint(colour, tile)
      colour = mix(WALL, colour, tiles.freeShareOfTile[tile] / 255)
      raster.fill(tileX * pixelsPerTile, tileY * pixelsPerTile, pixelsPerTile, pixelsPerTile, colour)
    }
  }
}
const NO_ISLAND = -1
/** All ground is alike. */
const NO_COSTS: CostRange = { min: 1, max: 1 }

function islandOfTiles(atlas: Atlas, tiles: PictureTiles): Int32Array {
  return Int32Array.from(tiles.freeShareOfTile, (share, tile) =>
    share === 0 ? NO_ISLAND : atlas.islandOf(tiles.cellXOfTile[tile], tiles.cellYOfTile[tile]),
  )
}

/** The island with the most tiles. */
function mostFrequent(islandOfTile: Int32Array): number {
  const tilesOfIsland = new Map<number, number>()
  let best = NO_ISLAND
  let bestCount = 0
  for (const island of islandOfTile) {
    if (island === NO_ISLAND) continue
    const count = (tilesOfIsland.get(island) ?? 0) + 1
    tilesOfIsland.set(island, count)
    if (count > bestCount) {
      best = island
      bestCount = count
    }
  }
  return best
}
