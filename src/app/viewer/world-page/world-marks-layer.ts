/**
 * What lies over the maps of a world: their names, portals as arcs, and a trip with its two ends. A portal that the keys
 * at hand do not open is broken; a one-way portal has a disc at its beginning only.
 */
import type { MapCell } from '../../../format/world/description.ts'
import type { Portal } from '../../../world/portal.ts'
import type { Trip } from '../../../world/trip.ts'
import { cssOf, GOAL, PATH, REFUSAL, type Scheme, START } from '../../draw/palette.ts'
import { bowOf, onPlan, type WorldPicturePlan } from '../../draw/world-plan.ts'
import type { Camera } from '../page/camera.ts'

const CIRCLE = 2 * Math.PI

export interface WorldMarks {
  readonly portals: readonly Portal[]
  readonly keys: ReadonlySet<string>
  readonly start: MapCell | null
  readonly goal: MapCell | null
  readonly trip: Trip | null
}

export class WorldMarksLayer {
  private readonly plan: WorldPicturePlan
  private readonly context: CanvasRenderingContext2D
  private readonly camera: Camera

  constructor(plan: WorldPicturePlan, context: CanvasRenderingContext2D, camera: Camera) {
    this.plan = plan
    this.context = context
    this.camera = camera
  }

  draw({ portals, keys, start, goal, trip }: WorldMarks, scheme: Scheme): void {
    const taken = new Set(trip?.legs.map(({ portal }) => portal))
    const casing = cssOf(scheme.casing)
    for (const portal of portals) {
      const isOpen = portal.isPassableWith(keys)
      this.drawArc(portal, cssOf(taken.has(portal) ? PATH : isOpen ? scheme.edge : REFUSAL), casing, isOpen)
    }
    for (const { map, route } of trip?.legs ?? []) this.drawLeg(map, route.cells(), casing)
    if (start !== null) this.drawDisc(start, 8, cssOf(START), casing)
    if (goal !== null) this.drawGoal(goal, cssOf(GOAL), casing)
    this.drawNames(cssOf(scheme.smooth), casing)
  }

  private drawArc({ from, to, oneWay }: Portal, colour: string, casing: string, isOpen: boolean): void {
    const { context } = this
    const [a, b] = [this.placeOf(from), this.placeOf(to)]
    const bow = bowOf(a, b)
    context.beginPath()
    context.moveTo(a.x, a.y)
    context.quadraticCurveTo(bow.x, bow.y, b.x, b.y)
    this.stroke(2, colour, casing, isOpen ? [] : [6, 5])
    this.drawDisc(from, 4, colour, casing)
    if (!oneWay) this.drawDisc(to, 4, colour, casing)
  }

  private drawLeg(map: string, cells: Int32Array, casing: string): void {
    this.context.beginPath()
    for (let i = 0; i < cells.length; i += 2) {
      const { x, y } = this.placeOf({ map, x: cells[i], y: cells[i + 1] })
      this.context.lineTo(x, y)
    }
    this.stroke(3, cssOf(PATH), casing, [])
  }

  private stroke(width: number, colour: string, casing: string, dashes: number[]): void {
    const { context, camera } = this
    context.lineJoin = 'round'
    context.lineCap = 'round'
    for (const [wide, style, pattern] of [[width + 2.5, casing, []] as const, [width, colour, dashes] as const]) {
      context.lineWidth = wide * camera.density
      context.strokeStyle = style
      context.setLineDash(pattern.map(length => length * camera.density))
      context.stroke()
    }
    context.setLineDash([])
  }

  private drawDisc(cell: MapCell, radius: number, colour: string, casing: string): void {
    const { x, y } = this.placeOf(cell)
    this.fill(radius, colour, casing, size => this.context.arc(x, y, size, 0, CIRCLE))
  }

  private drawGoal(cell: MapCell, colour: string, casing: string): void {
    const { context } = this
    const { x, y } = this.placeOf(cell)
    this.fill(10, colour, casing, size => {
      context.moveTo(x, y - size)
      context.lineTo(x + size, y)
      context.lineTo(x, y + size)
      context.lineTo(x - size, y)
    })
  }

  private fill(radius: number, colour: string, casing: string, shape: (size: number) => void): void {
    for (const [size, style] of [[radius + 2, casing] as const, [radius, colour] as const]) {
      this.context.beginPath()
      shape(size * this.camera.density)
      this.context.fillStyle = style
      this.context.fill()
    }
  }

  /** Above the upper left corner of each map, where the map is wide enough for it. */
  private drawNames(colour: string, casing: string): void {
    const { context, camera, plan } = this
    context.font = `600 ${13 * camera.density}px system-ui, sans-serif`
    context.lineWidth = 3 * camera.density
    context.strokeStyle = casing
    context.fillStyle = colour
    for (const { name, x, y, width } of plan.maps) {
      if (context.measureText(name).width > width * camera.scale) continue
      const [left, bottom] = [camera.screenX(x), camera.screenY(y) - 5 * camera.density]
      context.strokeText(name, left, bottom)
      context.fillText(name, left, bottom)
    }
  }

  /** The middle of a cell, in pixels of the screen. */
  private placeOf(cell: MapCell): { x: number; y: number } {
    const { x, y } = onPlan(this.plan, cell)
    return { x: this.camera.screenX(x + 0.5), y: this.camera.screenY(y + 0.5) }
  }
}
