/**
 * What one query looks like on the map: its path, the route that the search found, the entries that it settled, its two
 * ends; and where there is no path, a broken line and the closest cell that has one.
 */
import {
  type Colour,
  cssOf,
  GOAL,
  PATH,
  PATH_CASING,
  REFUSAL,
  SCHEMES,
  type Scheme,
  SEARCH_LAST,
  START,
  searchColour,
} from '../../draw/palette.ts'
import type { Answer, Cell, EntryWays } from '../protocol.ts'
import type { Camera } from './camera.ts'
import type { Session } from './session.ts'
import { schemeName } from './theme.ts'

const CIRCLE = 2 * Math.PI
const END_RADIUS = 8
const SEARCH_SHADES = 12
/** More than half of any line's width. */
const BEYOND_PIXELS = 40

export class PathLayer {
  private readonly session: Session
  private readonly context: CanvasRenderingContext2D
  private readonly camera: Camera

  constructor(session: Session, context: CanvasRenderingContext2D, camera: Camera) {
    this.session = session
    this.context = context
    this.camera = camera
  }

  private get scheme(): Scheme {
    return SCHEMES[schemeName()]
  }

  draw(): void {
    const { answer, exact, layers, start, goal, ways } = this.session
    if (layers.has('graph') && ways !== null) this.drawWays(ways)
    if (answer !== null) {
      if (layers.has('search')) this.drawSearch(answer.footprint)
      if (layers.has('route') && answer.status === 'found') this.drawRoute(answer)
      if (layers.has('path') && answer.status === 'found') this.drawPath(answer.bends)
      if (layers.has('smooth') && answer.smooth !== null) this.drawSmooth(answer.smooth.points)
      if (exact !== null && exact.bends !== null) this.drawOptimum(exact.bends)
      if (answer.status !== 'found') this.drawRefusal(answer)
    }
    if (start !== null) this.drawStart(start)
    if (goal !== null) this.drawGoal(goal)
  }

  private drawPath(bends: Int32Array): void {
    const { density, scale } = this.camera
    const width = Math.max(3 * density, Math.min(8 * density, 0.4 * scale))
    const line = this.lineThrough(bends)
    this.stroke(line, cssOf(this.scheme.casing), width + 2.5 * density)
    this.stroke(line, cssOf(PATH), width)
  }

  private drawWays({ at, ways }: EntryWays): void {
    const { density } = this.camera
    const lines = new Path2D()
    for (const bends of ways) lines.addPath(this.lineThrough(bends))
    this.stroke(lines, cssOf(this.scheme.casing, 0.8), 4 * density)
    this.stroke(lines, cssOf(this.scheme.edge), 2 * density)
    const ring = new Path2D()
    this.addDot(ring, at.x, at.y, 6 * density)
    this.fill(ring, cssOf(this.scheme.edge), cssOf(PATH_CASING), 2 * density)
  }

  private drawSmooth(points: Float64Array): void {
    const { density } = this.camera
    const line = this.lineThrough(points)
    this.stroke(line, cssOf(this.scheme.casing), 4.5 * density)
    this.stroke(line, cssOf(this.scheme.smooth), 2.2 * density)
  }

  /** Dashes over the path: where both run together, both show. */
  private drawOptimum(bends: Int32Array): void {
    const { context } = this
    const { density } = this.camera
    const line = this.lineThrough(bends)
    context.setLineDash([6 * density, 7 * density])
    this.stroke(line, cssOf(this.scheme.casing), 4.5 * density)
    this.stroke(line, cssOf(this.scheme.optimum), 2.2 * density)
    context.setLineDash([])
  }

  /** From entry to entry, as the search saw it: what unpacking and pulling taut made the path of. */
  private drawRoute({ start, goal, entries }: Answer): void {
    const { density } = this.camera
    const points = Int32Array.of(start.x, start.y, ...entries, goal.x, goal.y)
    const line = this.lineThrough(points)
    this.stroke(line, cssOf(this.scheme.casing), 4 * density)
    this.stroke(line, cssOf(this.scheme.route), 2 * density)
    const dots = new Path2D()
    for (let i = 0; i < entries.length; i += 2) this.addDot(dots, entries[i], entries[i + 1], 3 * density)
    this.fill(dots, cssOf(this.scheme.route), cssOf(this.scheme.casing), 1.5 * density)
  }

  /** In the order of settling, from light to dark; the last one shown is ringed. */
  private drawSearch(footprint: Int32Array): void {
    const { density, scale } = this.camera
    const count = Math.min(this.session.stepsShown, footprint.length >> 1)
    const total = footprint.length >> 1
    const radius = Math.max(2.6 * density, Math.min(5 * density, 0.35 * scale))
    for (let shade = 0; shade < SEARCH_SHADES; shade++) {
      const from = Math.floor((shade * total) / SEARCH_SHADES)
      const to = Math.min(count, Math.floor(((shade + 1) * total) / SEARCH_SHADES))
      const dots = new Path2D()
      for (let i = from; i < to; i++) this.addDot(dots, footprint[2 * i], footprint[2 * i + 1], radius)
      this.fill(dots, cssOf(searchColour(shade / (SEARCH_SHADES - 1))), cssOf(PATH_CASING, 0.9), density)
    }
    if (count === 0 || count === total) return
    const last = new Path2D()
    this.addDot(last, footprint[2 * count - 2], footprint[2 * count - 1], radius + 4 * density)
    this.context.strokeStyle = cssOf(SEARCH_LAST)
    this.context.lineWidth = 2 * density
    this.context.stroke(last)
  }

  private drawRefusal({ start, goal, nearest }: Answer): void {
    const { context } = this
    const { density } = this.camera
    const line = this.lineThrough(Int32Array.of(start.x, start.y, goal.x, goal.y))
    context.setLineDash([7 * density, 6 * density])
    this.stroke(line, cssOf(PATH_CASING), 4.5 * density)
    this.stroke(line, cssOf(REFUSAL), 2.5 * density)
    context.setLineDash([])
    for (const [cell, end] of nearest === null
      ? []
      : [[nearest.start, start] as const, [nearest.goal, goal] as const]) {
      if (cell.x === end.x && cell.y === end.y) continue
      const ring = new Path2D()
      this.addDot(ring, cell.x, cell.y, 6 * density)
      this.stroke(ring, cssOf(PATH_CASING), 5 * density)
      this.stroke(ring, cssOf(end === goal ? GOAL : START), 2.5 * density)
    }
  }

  /** The start is round and the goal is not, so that nobody needs to tell their colours apart. */
  private drawStart(cell: Cell): void {
    const shape = new Path2D()
    this.addDot(shape, cell.x, cell.y, END_RADIUS * this.camera.density)
    this.drawEnd(shape, START)
  }

  private drawGoal({ x, y }: Cell): void {
    const { camera } = this
    const radius = END_RADIUS * 1.3 * camera.density
    const middleX = camera.screenX(x + 0.5)
    const middleY = camera.screenY(y + 0.5)
    const shape = new Path2D()
    shape.moveTo(middleX, middleY - radius)
    shape.lineTo(middleX + radius, middleY)
    shape.lineTo(middleX, middleY + radius)
    shape.lineTo(middleX - radius, middleY)
    shape.closePath()
    this.drawEnd(shape, GOAL)
  }

  private drawEnd(shape: Path2D, colour: Colour): void {
    const { context } = this
    const { density } = this.camera
    context.shadowColor = 'rgb(0 0 0 / 0.45)'
    context.shadowBlur = 6 * density
    context.shadowOffsetY = density
    this.stroke(shape, cssOf(PATH_CASING), 5 * density)
    context.shadowColor = 'transparent'
    context.fillStyle = cssOf(colour)
    context.fill(shape)
  }

  /**
   * A line through the middles of cells. Of those that fall on the same pixel one is enough, and what lies beyond one
   * edge of the canvas is left out: a path through a maze has hundreds of thousands of bends.
   */
  private lineThrough(cells: Int32Array | Float64Array): Path2D {
    const { camera } = this
    const [right, bottom] = [camera.width + BEYOND_PIXELS, camera.height + BEYOND_PIXELS]
    const line = new Path2D()
    let lastX = Number.NaN
    let lastY = Number.NaN
    let isOpen = false
    for (let i = 0; i < cells.length; i += 2) {
      const x = camera.screenX(cells[i] + 0.5)
      const y = camera.screenY(cells[i + 1] + 0.5)
      if (i > 0 && i + 2 < cells.length && Math.abs(x - lastX) < 1 && Math.abs(y - lastY) < 1) continue
      const isBeside = (x < -BEYOND_PIXELS && lastX < -BEYOND_PIXELS) || (x > right && lastX > right)
      const isOver = (y < -BEYOND_PIXELS && lastY < -BEYOND_PIXELS) || (y > bottom && lastY > bottom)
      if (i > 0 && !isBeside && !isOver) {
        if (!isOpen) line.moveTo(lastX, lastY)
        line.lineTo(x, y)
      }
      isOpen = i > 0 && !isBeside && !isOver
      lastX = x
      lastY = y
    }
    return line
  }

  private addDot(path: Path2D, cellX: number, cellY: number, radius: number): void {
    const x = this.camera.screenX(cellX + 0.5)
    const y = this.camera.screenY(cellY + 0.5)
    path.moveTo(x + radius, y)
    path.arc(x, y, radius, 0, CIRCLE)
  }

  private stroke(path: Path2D, style: string, width: number): void {
    const { context } = this
    context.lineJoin = 'round'
    context.lineCap = 'round'
    context.strokeStyle = style
    context.lineWidth = width
    context.stroke(path)
  }

  private fill(path: Path2D, style: string, casing: string, casingWidth: number): void {
    this.stroke(path, casing, 2 * casingWidth)
    this.context.fillStyle = style
    this.context.fill(path)
  }
}
