/**
 * Maps that a page without a worker paints itself, in a few milliseconds of each frame. Each map has a ground layer and a
 * camera moved to its place. A map out of view drops all its tiles, so memory follows the screen, not the number of maps.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import type { MapLook } from '../../draw/layers.ts'
import type { CostRange } from '../../draw/palette.ts'
import type { PlacedMap } from '../../draw/world-marks.ts'
import { type PaintTiles, tilePainter } from '../worker/tile-painter.ts'
import { Camera } from './camera.ts'
import { GroundLayer } from './tile-layers.ts'

const PAINT_MS = 10

/** Paints tiles while the frame has time, and draws those that are painted; false while some are missing. */
export type DrawMaps = (context: CanvasRenderingContext2D, camera: Camera, look: MapLook) => boolean

export function paintedMaps(
  maps: readonly PlacedMap[],
  columnsOf: (name: string) => AtlasColumns,
  costs: CostRange,
): DrawMaps {
  const shown = new Map<string, { readonly layer: GroundLayer; readonly paint: PaintTiles }>()
  const shownOf = ({ name, width, height }: PlacedMap) => {
    const layer = new GroundLayer(width, height)
    const made = { layer, paint: tilePainter(columnsOf(name), costs, (key, bitmap) => layer.receive(key, bitmap)) }
    shown.set(name, made)
    return made
  }
  return (context, camera, look) => {
    const endMs = performance.now() + PAINT_MS
    context.clearRect(0, 0, camera.width, camera.height)
    let isWhole = true
    for (const map of maps) {
      const view = cameraOn(map, camera)
      if (!isInView(map, camera)) {
        shown.get(map.name)?.layer.clear()
        shown.delete(map.name)
        continue
      }
      const { layer, paint } = shown.get(map.name) ?? shownOf(map)
      for (const _ of paint(layer.wanted(view, look, 0))) {
        if (performance.now() <= endMs) continue
        isWhole = false
        break
      }
      context.save()
      context.beginPath()
      context.rect(view.screenX(0), view.screenY(0), map.width * view.scale, map.height * view.scale)
      context.clip()
      layer.draw(context, view)
      context.restore()
    }
    return isWhole
  }
}

/** The same view in the cells of one map. */
function cameraOn({ x, y, width, height }: PlacedMap, camera: Camera): Camera {
  const { scale, density } = camera
  const own = { x: camera.x - x, y: camera.y - y, scale, density, width: camera.width, height: camera.height }
  return Object.assign(new Camera(width, height), own)
}

function isInView({ x, y, width, height }: PlacedMap, camera: Camera): boolean {
  const isAcross = camera.screenX(x) < camera.width && camera.screenX(x + width) > 0
  return isAcross && camera.screenY(y) < camera.height && camera.screenY(y + height) > 0
}
