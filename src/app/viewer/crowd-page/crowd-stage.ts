/**
 * Two canvases, one above the other: the ground, drawn when it or the view has changed, and the units, drawn in every frame.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { costRangeOf } from '../../draw/costs.ts'
import { groundLookOf, NO_LEVEL } from '../../draw/ground-painter.ts'
import { type CostRange, GOAL, SCHEMES } from '../../draw/palette.ts'
import { canvasSurface } from '../canvas-surface.ts'
import { updateCorner } from '../page/corner.ts'
import { areasOfLine } from '../page/drawing.ts'
import { drawAreas } from '../page/ground-layer.ts'
import { listenToHand, type Place, type Press } from '../page/hand.ts'
import { connectCommands, viewCommands } from '../page/keys.ts'
import { MapView } from '../page/map-view.ts'
import { type DrawMaps, paintedMaps } from '../page/painted-maps.ts'
import { brushFrom } from '../page/pointer.ts'
import { schemeName } from '../page/theme.ts'
import type { Cell, CrowdFrame, Rect } from '../protocol.ts'
import { Between, unitsLayer } from './units-layer.ts'

const CLICKS = [
  ['Click', 'send all units there'],
  ['Drag', 'move the map; with a brush, draw'],
  ['Wheel, pinch', 'zoom'],
] as const
/** Cells to the side of what a brush draws. */
const BRUSH_CELLS = 3

/** What a hand on the map asks for. */
export interface CrowdHand {
  readonly brush: 'off' | 'wall' | 'ground'
  goal(cell: Cell): void
  draw(areas: readonly Rect[]): void
}

export class CrowdStage {
  readonly view: MapView
  private readonly over = document.createElement('canvas')
  private readonly overContext = this.over.getContext('2d')!
  private readonly drawUnits = unitsLayer(this.overContext)
  private readonly drawMaps: DrawMaps
  private readonly costs: CostRange
  private readonly drawn: { readonly areas: readonly Rect[]; readonly cost: number }[] = []
  private readonly between = new Between()
  private drawnGround = ''
  private isGroundOld = true

  /** The signal ends the stage when another map takes the canvas. */
  constructor(columns: AtlasColumns, hand: CrowdHand, signal: AbortSignal) {
    const { width, height } = columns.terrain
    this.view = new MapView({ width, height }, () => this.draw(), signal)
    const { camera, canvas } = this.view
    this.over.id = 'units'
    canvas.after(this.over)
    signal.addEventListener('abort', () => this.over.remove())
    this.costs = costRangeOf(columns.terrain)
    this.drawMaps = paintedMaps([{ name: '', x: 0, y: 0, width, height }], () => columns, this.costs)
    this.view.showMap(false)
    const cellAt = (place: Place) => this.view.cellAt(place)
    const draw = (from: Cell, to: Cell) => hand.draw(areasOfLine(from, to, BRUSH_CELLS))
    const handled = {
      ...{ camera, moved: () => this.view.moved(), pointed: () => {} },
      clicked: (at: Place) => hand.goal(cellAt(at)),
      grab: (press: Press) => (hand.brush !== 'off' && press.button === 0 ? brushFrom(press, cellAt, draw) : null),
    }
    listenToHand(canvas, handled, signal)
    connectCommands(viewCommands(this.view), CLICKS, signal)
    this.view.onFrame(() => updateCorner(this.view.cellPixels, ''))
  }

  receive(frame: CrowdFrame): void {
    this.between.receive(frame, performance.now())
    this.view.invalidate()
  }

  groundChanged(): void {
    this.isGroundOld = true
    this.view.invalidate()
  }

  brush(areas: readonly Rect[], cost: number): void {
    this.drawn.push({ areas, cost })
    this.groundChanged()
  }

  private draw(): boolean {
    const { between, over } = this
    const { camera } = this.view
    const { x, y, scale, width, height } = camera
    if (over.width !== width || over.height !== height) Object.assign(over, { width, height })
    const ground = [x, y, scale, width, height, schemeName()].join()
    if (this.isGroundOld || ground !== this.drawnGround) this.isGroundOld = !this.drawGround()
    this.drawnGround = ground
    const isMoving = between.at(performance.now())
    const { newest } = between
    if (newest !== null) {
      this.drawUnits(newest, between, camera)
      const { goal } = newest
      const surface = canvasSurface(this.overContext, camera, SCHEMES[schemeName()])
      if (goal !== null) surface.ring(goal.x, goal.y, 9 * camera.density, 3 * camera.density, GOAL)
    }
    if (this.isGroundOld || isMoving) this.view.invalidate()
    return this.isGroundOld
  }

  /** Tiles of the atlas, and over them what was drawn since; false while tiles are missing. */
  private drawGround(): boolean {
    const { context, camera } = this.view
    const look = groundLookOf(new Set(['terrain']), NO_LEVEL, schemeName())
    const isWhole = this.drawMaps(context, camera, look)
    for (const one of this.drawn) drawAreas(context, camera, one, this.costs, SCHEMES[schemeName()])
    return isWhole
  }
}
