/**
 * Draws a world: its maps side by side, each as a picture of its own, and over them the marks that the page of a world
 * shows.
 */
import type { Trip, World } from '../../world.ts'
import { costRangeOfWorld } from './costs.ts'
import type { Layer } from './layers.ts'
import { type Colour, SCHEMES } from './palette.ts'
import { drawAtlas } from './picture.ts'
import { frameOfPart, type PictureFrame } from './picture-frame.ts'
import { Raster } from './raster.ts'
import { pictureSurface } from './surface.ts'
import { drawWorldMarks, type WorldPicturePlan } from './world-marks.ts'

const PAPER: Colour = [255, 255, 255]
const MAP_LAYERS: ReadonlySet<Layer> = new Set(['terrain', 'islands'])

export function drawWorld(
  world: World,
  plan: WorldPicturePlan,
  frame: PictureFrame,
  keys: readonly string[],
  trip?: Trip,
  onProgress: (fraction: number) => void = () => {},
): Raster {
  const raster = new Raster(frame.tilesWide * frame.pixelsPerTile, frame.tilesHigh * frame.pixelsPerTile)
  raster.fill(0, 0, raster.width, raster.height, PAPER)
  const costs = costRangeOfWorld(world)
  plan.maps.forEach(({ name, x, y, width, height }, done) => {
    onProgress(done / plan.maps.length)
    const part = { frame: frameOfPart(frame, width, height), layers: MAP_LAYERS, level: 0, costs }
    const [left, top] = [x, y].map(at => Math.round((at / frame.cellsPerTile) * frame.pixelsPerTile))
    raster.lay(drawAtlas(world.map(name), part), left, top)
  })
  const surface = pictureSurface(raster, frame, SCHEMES.light)
  const [start, goal] = trip?.status === 'found' ? [trip.start, trip.goal] : [null, null]
  drawWorldMarks(surface, plan, { portals: world.portals, keys: new Set(keys), start, goal, trip: trip ?? null })
  return raster
}
