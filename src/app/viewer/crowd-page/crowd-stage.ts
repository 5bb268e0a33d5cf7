/**
 * Two canvases, one above the other: the ground, drawn when it or the view has changed, and the units, drawn in every frame.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { ENTRY, GOAL, SCHEMES, START } from '../../draw/palette.ts'
import { CanvasSurface } from '../canvas-surface.ts'
import type { CrowdFrame } from '../crowd-protocol.ts'
import { Camera } from '../page/camera.ts'
import { areasOfLine } from '../page/drawing.ts'
import { division, element } from '../page/elements.ts'
import { FrameMeter } from '../page/frame-meter.ts'
import { type Grip, listenToHand, type Place, type Press } from '../page/hand.ts'
import { schemeName } from '../page/theme.ts'
import type { Cell, Rect } from '../protocol.ts'
import { listenToMapKeys } from '../world-page/world-keys.ts'
import { Between } from './between.ts'
import { CrowdGround } from './crowd-ground.ts'
import { UnitsLayer } from './units-layer.ts'

const PANEL_PIXELS = 372
const NARROW_PIXELS = 721
/** Cells to the side of what a brush draws. */
const BRUSH_CELLS = 3

/** What a hand on the map asks for. */
export interface CrowdHand {
  readonly brush: 'off' | 'wall' | 'ground'
  goal(cell: Cell): void
  draw(areas: readonly Rect[]): void
}

export class CrowdStage {
  readonly frames = new FrameMeter()
  private readonly canvas = element('map', HTMLCanvasElement)
  private readonly over = element('units', HTMLCanvasElement)
  private readonly context = this.canvas.getContext('2d')!
  private readonly overContext = this.over.getContext('2d')!
  private readonly camera: Camera
  private readonly surface: CanvasSurface
  private readonly layer: UnitsLayer
  private readonly ground: CrowdGround
  private readonly between = new Between()
  private readonly hand: CrowdHand
  private isGroundOld = true
  private isRunning = false

  constructor(columns: AtlasColumns, hand: CrowdHand) {
    this.hand = hand
    this.camera = new Camera(columns.terrain.width, columns.terrain.height)
    this.surface = new CanvasSurface(this.overContext, this.camera, () => SCHEMES[schemeName()])
    this.layer = new UnitsLayer(this.overContext)
    this.ground = new CrowdGround(columns)
    this.fitCanvas()
    this.showAll()
    new ResizeObserver(() => this.fitCanvas()).observe(this.canvas)
    const moved = () => this.groundChanged()
    listenToHand(this.canvas, {
      ...{ camera: this.camera, moved, pointed: () => {} },
      clicked: at => hand.goal(this.cellAt(at)),
      grab: press => (hand.brush !== 'off' && press.button === 0 ? this.brushAt(press) : null),
    })
    listenToMapKeys(this.canvas, this.camera, moved)
  }

  receive(frame: CrowdFrame): void {
    this.between.receive(frame, performance.now())
    this.run()
  }

  groundChanged(): void {
    this.isGroundOld = true
    this.run()
  }

  draw(areas: readonly Rect[], cost: number): void {
    this.ground.add(areas, cost)
    this.groundChanged()
  }

  private run(): void {
    if (this.isRunning) return
    this.isRunning = true
    requestAnimationFrame(() => {
      this.isRunning = false
      this.frame()
    })
  }

  private frame(): void {
    const { between, camera } = this
    const startMs = performance.now()
    if (this.isGroundOld) this.isGroundOld = !this.ground.draw(this.context, camera)
    const isMoving = between.at(startMs)
    const { newest } = between
    if (newest !== null) {
      this.layer.draw(
        {
          count: newest.x.length,
          radius: newest.radius,
          xOf: unit => between.xOf(unit),
          yOf: unit => between.yOf(unit),
          colourOf: unit => (newest.isThere[unit] === 1 ? START : ENTRY),
        },
        camera,
      )
      const { goal } = newest
      if (goal !== null) this.surface.ring(goal.x, goal.y, 9 * camera.density, 3 * camera.density, GOAL)
    }
    this.frames.add(performance.now() - startMs)
    division('map').setAttribute('aria-busy', String(this.isGroundOld))
    if (this.isGroundOld || isMoving) this.run()
  }

  private brushAt(press: Press): Grip {
    let last = this.cellAt(press)
    const draw = (cell: Cell) => {
      this.hand.draw(areasOfLine(last, cell, BRUSH_CELLS))
      last = cell
    }
    draw(last)
    return { drag: at => draw(this.cellAt(at)), drop: () => {} }
  }

  private cellAt({ x, y }: Place): Cell {
    return this.camera.cellAt(x * this.camera.density, y * this.camera.density)
  }

  private fitCanvas(): void {
    const { canvas, camera, over } = this
    const density = Math.min(2, devicePixelRatio)
    for (const one of [canvas, over]) {
      one.width = Math.max(1, Math.round(canvas.clientWidth * density))
      one.height = Math.max(1, Math.round(canvas.clientHeight * density))
    }
    camera.resize(canvas.width, canvas.height, density)
    this.groundChanged()
  }

  private showAll(): void {
    const { camera, canvas } = this
    const left = canvas.clientWidth < NARROW_PIXELS ? 0 : PANEL_PIXELS * camera.density
    const { x, y, scale } = camera.viewOf(camera.wholeMap(), { left, top: 0, right: 0, bottom: 0 })
    camera.lookAt(x, y, scale)
  }
}
