/**
 * The abstract graph of a level in a picture: straight lines between the entries of each region.
 */
import { crossingAt } from '../../atlas/level-graph.ts'
import type { Atlas } from '../../index.ts'
import { middleX, middleY, slotsOf } from './entry-places.ts'
import { EDGE, edgeOpacity } from './palette.ts'
import { type PictureFrame, pixelOf } from './picture-frame.ts'
import type { Raster } from './raster.ts'

export function drawGraph(raster: Raster, frame: PictureFrame, atlas: Atlas, levelNumber: number): void {
  const level = atlas.columns.levels[levelNumber]
  for (let region = 0; region < level.regionCount; region++) {
    const { from, to } = slotsOf(level, region)
    const places = Array.from({ length: to - from }, (_, i) => {
      const crossing = crossingAt(level, from + i)
      return [pixelOf(frame, middleX(crossing)), pixelOf(frame, middleY(crossing))] as const
    })
    const opacity = edgeOpacity(places.length)
    places.forEach(([xA, yA], i) => {
      for (const [xB, yB] of places.slice(0, i)) raster.hair(xA, yA, xB, yB, EDGE, opacity)
    })
  }
}
