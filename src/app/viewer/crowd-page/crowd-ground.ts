/**
 * The ground below the units: tiles of the atlas, painted here a few milliseconds a frame, and over them what was drawn since.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { costRangeOf } from '../../draw/costs.ts'
import { groundLookOf, NO_LEVEL } from '../../draw/ground-painter.ts'
import { cssOf, groundColour, SCHEMES } from '../../draw/palette.ts'
import type { Camera } from '../page/camera.ts'
import { GroundLayer } from '../page/ground-layer.ts'
import { schemeName } from '../page/theme.ts'
import type { Rect } from '../protocol.ts'
import { TileQueue } from '../worker/tile-queue.ts'

const PAINT_MS = 8

export class CrowdGround {
  private readonly layer: GroundLayer
  private readonly tiles: TileQueue
  private readonly range: ReturnType<typeof costRangeOf>
  private readonly drawn: { readonly area: Rect; readonly cost: number }[] = []

  constructor(columns: AtlasColumns) {
    const { terrain } = columns
    this.range = costRangeOf(terrain)
    this.layer = new GroundLayer(terrain.width, terrain.height)
    this.tiles = new TileQueue(columns, this.range, (key, bitmap) => this.layer.receive(key, bitmap))
  }

  add(areas: readonly Rect[], cost: number): void {
    for (const area of areas) this.drawn.push({ area, cost })
  }

  /** False while tiles are still missing. */
  draw(context: CanvasRenderingContext2D, camera: Camera): boolean {
    const endMs = performance.now() + PAINT_MS
    const scheme = SCHEMES[schemeName()]
    this.tiles.want(this.layer.wanted(camera, groundLookOf(new Set(['terrain']), NO_LEVEL, schemeName()), 0))
    let isWhole = true
    for (let work = this.tiles.next(); work !== undefined && isWhole; work = this.tiles.next()) {
      work()
      isWhole = performance.now() < endMs
    }
    context.clearRect(0, 0, camera.width, camera.height)
    this.layer.draw(context, camera)
    for (const { area, cost } of this.drawn) {
      const { x, y, width, height } = camera.pixelsOf(area)
      context.fillStyle = cssOf(cost === 0 ? scheme.wall : groundColour(cost, this.range, scheme))
      context.fillRect(x, y, width, height)
    }
    return isWhole
  }
}
