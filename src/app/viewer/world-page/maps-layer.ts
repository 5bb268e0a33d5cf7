/**
 * The maps of a world: each has a ground layer of its own, as on the page of a single map, seen through a camera that is
 * moved to where the map lies. Tiles are painted here and now, a few milliseconds of a frame; a map that is out of view
 * lets go of all of its own, so a world of any number of maps holds no more than the screen shows.
 */
import type { World } from '../../../world/open-world.ts'
import type { GroundLook } from '../../draw/ground-painter.ts'
import type { CostRange } from '../../draw/palette.ts'
import type { PlacedMap, WorldPicturePlan } from '../../draw/world-plan.ts'
import { Camera } from '../page/camera.ts'
import { GroundLayer } from '../page/ground-layer.ts'
import { TileQueue } from '../worker/tile-queue.ts'

const PAINT_MS = 10

interface ShownMap {
  readonly layer: GroundLayer
  readonly tiles: TileQueue
}

export class MapsLayer {
  private readonly world: World
  private readonly plan: WorldPicturePlan
  private readonly costs: CostRange
  private readonly shown = new Map<string, ShownMap>()

  constructor(world: World, plan: WorldPicturePlan, costs: CostRange) {
    this.world = world
    this.plan = plan
    this.costs = costs
  }

  /** Draws what is painted, after painting for as long as a frame has; false while tiles are still missing. */
  draw(context: CanvasRenderingContext2D, camera: Camera, look: GroundLook): boolean {
    const endMs = performance.now() + PAINT_MS
    let isWhole = true
    for (const map of this.plan.maps) {
      const view = cameraOn(map, camera)
      if (!isInView(map, camera)) {
        this.shown.get(map.name)?.layer.clear()
        this.shown.delete(map.name)
        continue
      }
      const { layer, tiles } = this.shownOf(map)
      tiles.want(layer.wanted(view, look, 0))
      for (let work = tiles.next(); work !== undefined; work = tiles.next()) {
        if (performance.now() > endMs) {
          isWhole = false
          break
        }
        work()
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

  private shownOf({ name, width, height }: PlacedMap): ShownMap {
    let known = this.shown.get(name)
    if (known === undefined) {
      const layer = new GroundLayer(width, height)
      const { columns } = this.world.map(name)
      known = { layer, tiles: new TileQueue(columns, this.costs, (key, bitmap) => layer.receive(key, bitmap)) }
      this.shown.set(name, known)
    }
    return known
  }
}

/** The same view, in the map's own cells. */
function cameraOn({ x, y, width, height }: PlacedMap, camera: Camera): Camera {
  const { scale, density } = camera
  const own = { x: camera.x - x, y: camera.y - y, scale, density, width: camera.width, height: camera.height }
  return Object.assign(new Camera(width, height), own)
}

function isInView({ x, y, width, height }: PlacedMap, camera: Camera): boolean {
  const isAcross = camera.screenX(x) < camera.width && camera.screenX(x + width) > 0
  return isAcross && camera.screenY(y) < camera.height && camera.screenY(y + height) > 0
}
