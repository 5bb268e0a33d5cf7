/**
 * Draws an atlas as a picture, layer over layer: the ground, the marks of a level, the marks of a query. This file sets
 * their order; the page shares the code that draws each layer.
 */
import type { AtlasLevel } from '../../atlas/columns.ts'
import type { Atlas } from '../../index.ts'
import { Narrows } from '../../traveller/narrows.ts'
import type { Trip, World } from '../../world.ts'
import { costRangeOf, costRangeOfWorld } from './costs.ts'
import { GroundPainter } from './ground-painter.ts'
import type { Layer } from './layers.ts'
import { drawBorders, drawChokes, drawEntries, entriesOf } from './marks.ts'
import { type Colour, type CostRange, EDGE, edgeOpacity, SCHEMES } from './palette.ts'
import { bendsOf, drawEnds, drawTraces, type QueryTraces } from './query-marks.ts'
import { Raster } from './raster.ts'
import { makeFrame, type PictureFrame, pictureSurface, pixelOf } from './surface.ts'
import { drawWorldMarks, type WorldPicturePlan } from './world-marks.ts'

interface PictureOptions {
  readonly frame: PictureFrame
  readonly layers: ReadonlySet<Layer>
  /** The level whose regions and entries are drawn. */
  readonly level: number
  /** x,y pairs, drawn with marks at both ends. */
  readonly path?: Int32Array | undefined
  /** The other marks of the path's query. */
  readonly traces?: QueryTraces | undefined
  /** Receives the finished share, 0..1. */
  readonly onProgress?: (fraction: number) => void
}

export function drawAtlas(atlas: Atlas, options: PictureOptions): Raster {
  const { frame, layers, level, path, traces } = options
  const raster = new Raster(frame.tilesWide * frame.pixelsPerTile, frame.tilesHigh * frame.pixelsPerTile)
  const narrows = new Narrows(atlas.terrain)
  drawGround(raster, atlas, { ...options, costs: costRangeOf(atlas.terrain), narrows })
  const surface = pictureSurface(raster, frame, SCHEMES.light)
  const shows = (layer: Layer) => layers.has(layer)
  if (shows('regions')) drawBorders(surface, atlas.columns, level)
  if (shows('graph')) drawGraph(raster, frame, atlas.columns.levels[level])
  if (shows('entries')) drawEntries(surface, atlas.columns, level)
  if (shows('chokes')) drawChokes(surface, narrows)
  drawTraces(surface, layers, { ...traces, bends: path && bendsOf(path) })
  if (path !== undefined && path.length > 0 && QUERY_LAYERS.some(shows)) drawEnds(surface, path)
  return raster
}

/** The abstract graph of a level: straight lines between the entries of each region. */
function drawGraph(raster: Raster, frame: PictureFrame, level: AtlasLevel): void {
  for (let region = 0; region < level.regionCount; region++) {
    const places = entriesOf(level, region).map(({ x, y }) => [pixelOf(frame, x), pixelOf(frame, y)] as const)
    const opacity = edgeOpacity(places.length)
    places.forEach(([xA, yA], i) => {
      for (const [xB, yB] of places.slice(0, i)) raster.hair(xA, yA, xB, yB, EDGE, opacity)
    })
  }
}

const QUERY_LAYERS: readonly Layer[] = ['search', 'route', 'path', 'smooth']

interface GroundOptions extends Pick<PictureOptions, 'frame' | 'layers' | 'onProgress'> {
  readonly costs: CostRange
  readonly narrows: Narrows
  /** The place of the ground in the picture, in pixels. */
  readonly left?: number
  readonly top?: number
}

/** Draws the ground tile by tile, in rows. */
function drawGround(raster: Raster, { columns }: Atlas, options: GroundOptions): void {
  const { frame, layers, costs, narrows, left = 0, top = 0, onProgress = () => {} } = options
  const { cellsPerTile, pixelsPerTile, tilesWide, tilesHigh } = frame
  // In a picture regions have borders, but no shades.
  const look = { layers: [...layers].filter(layer => layer !== 'regions'), level: 0, scheme: 'light' } as const
  const painter = new GroundPainter(columns, costs, narrows)
  const words = new Uint32Array(tilesWide)
  for (let tileY = 0; tileY < tilesHigh; tileY++) {
    onProgress((0.8 * tileY) / tilesHigh)
    const row = { cells: cellsPerTile, left: 0, top: tileY * cellsPerTile, width: tilesWide, height: 1 }
    painter.paint(row, look, words)
    words.forEach((word, tileX) => {
      const colour = [word & 0xff, (word >>> 8) & 0xff, (word >>> 16) & 0xff] as const
      raster.fill(left + tileX * pixelsPerTile, top + tileY * pixelsPerTile, pixelsPerTile, pixelsPerTile, colour)
    })
  }
}

const PAPER: Colour = [255, 255, 255]
const MAP_LAYERS: ReadonlySet<Layer> = new Set(['terrain', 'islands'])

/** A world: each map as a picture of its own, and over them the marks that the page of a world shows. */
export function drawWorld(
  world: World,
  plan: WorldPicturePlan,
  frame: PictureFrame,
  keys: readonly string[],
  trip: Trip | undefined,
  onProgress: (fraction: number) => void,
): Raster {
  const raster = new Raster(frame.tilesWide * frame.pixelsPerTile, frame.tilesHigh * frame.pixelsPerTile)
  raster.fill(0, 0, raster.width, raster.height, PAPER)
  const costs = costRangeOfWorld(world)
  plan.maps.forEach(({ name, x, y, width, height }, done) => {
    onProgress(done / plan.maps.length)
    const map = world.map(name)
    const [left, top] = [x, y].map(at => Math.round((at / frame.cellsPerTile) * frame.pixelsPerTile))
    const part = makeFrame(width, height, frame.cellsPerTile, frame.pixelsPerTile)
    const narrows = new Narrows(map.terrain)
    drawGround(raster, map, { frame: part, layers: MAP_LAYERS, costs, narrows, left, top })
  })
  const surface = pictureSurface(raster, frame, SCHEMES.light)
  const [start, goal] = trip?.status === 'found' ? [trip.start, trip.goal] : [null, null]
  drawWorldMarks(surface, plan, { portals: world.portals, keys: new Set(keys), start, goal, trip: trip ?? null })
  return raster
}
