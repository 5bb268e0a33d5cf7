/**
 * A canvas as a surface for marks: that of the page, or one of a tile.
 */
import { type Colour, cssOf, type Scheme } from '../draw/palette.ts'
import type { Surface, Window } from '../draw/surface.ts'

/** What a canvas shows; the page's may move between two frames. */
export interface CanvasWindow extends Window {
  /** Screen pixels to one of a page's own. */
  readonly density: number
}

const CIRCLE = 2 * Math.PI
/** More than half of any line's width. */
const BEYOND_PIXELS = 40

export class CanvasSurface implements Surface {
  private readonly context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D
  private readonly window: CanvasWindow
  private readonly schemeNow: () => Scheme

  constructor(context: CanvasSurface['context'], window: CanvasWindow, schemeNow: () => Scheme) {
    this.context = context
    this.window = window
    this.schemeNow = schemeNow
  }

  get scheme(): Scheme {
    return this.schemeNow()
  }

  get x(): number {
    return this.window.x
  }

  get y(): number {
    return this.window.y
  }

  get width(): number {
    return this.window.width
  }

  get height(): number {
    return this.window.height
  }

  get scale(): number {
    return this.window.scale
  }

  get density(): number {
    return this.window.density
  }

  line(points: ArrayLike<number>, width: number, colour: Colour): void {
    const { context } = this
    context.lineJoin = 'round'
    context.lineCap = 'round'
    context.strokeStyle = cssOf(colour)
    context.lineWidth = width
    context.stroke(this.pathThrough(points))
  }

  dots(points: ArrayLike<number>, from: number, to: number, radius: number, colour: Colour): void {
    const path = new Path2D()
    for (let i = from; i < to; i++) this.addDot(path, points[2 * i], points[2 * i + 1], radius)
    this.fill(path, colour)
  }

  disc(x: number, y: number, radius: number, colour: Colour, isRaised = false): void {
    const path = new Path2D()
    this.addDot(path, x, y, radius)
    this.fill(path, colour, isRaised)
  }

  diamond(cellX: number, cellY: number, radius: number, colour: Colour, isRaised = false): void {
    const x = this.screenX(cellX)
    const y = this.screenY(cellY)
    const path = new Path2D()
    path.moveTo(x, y - radius)
    path.lineTo(x + radius, y)
    path.lineTo(x, y + radius)
    path.lineTo(x - radius, y)
    path.closePath()
    this.fill(path, colour, isRaised)
  }

  box(left: number, top: number, width: number, height: number, colour: Colour, opacity: number): void {
    this.context.fillStyle = cssOf(colour, opacity)
    this.context.fillRect(left, top, width, height)
  }

  ring(x: number, y: number, radius: number, width: number, colour: Colour): void {
    const path = new Path2D()
    this.addDot(path, x, y, radius)
    this.context.strokeStyle = cssOf(colour)
    this.context.lineWidth = width
    this.context.stroke(path)
  }

  dashed(on: number, off: number, draw: () => void): void {
    this.context.setLineDash([on * this.density, off * this.density])
    draw()
    this.context.setLineDash([])
  }

  /**
   * A line through the middles of cells. Of those that fall on the same pixel one is enough, and what lies beyond one
   * edge of the canvas is left out: a path through a maze has hundreds of thousands of bends.
   */
  private pathThrough(cells: ArrayLike<number>): Path2D {
    const [right, bottom] = [this.width + BEYOND_PIXELS, this.height + BEYOND_PIXELS]
    const line = new Path2D()
    let lastX = Number.NaN
    let lastY = Number.NaN
    let isOpen = false
    for (let i = 0; i < cells.length; i += 2) {
      const x = this.screenX(cells[i])
      const y = this.screenY(cells[i + 1])
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
    const x = this.screenX(cellX)
    const y = this.screenY(cellY)
    path.moveTo(x + radius, y)
    path.arc(x, y, radius, 0, CIRCLE)
  }

  /** Where the middle of a cell is shown. */
  private screenX(cellX: number): number {
    return (cellX + 0.5 - this.window.x) * this.window.scale
  }

  private screenY(cellY: number): number {
    return (cellY + 0.5 - this.window.y) * this.window.scale
  }

  private fill(path: Path2D, colour: Colour, isRaised = false): void {
    const { context, density } = this
    if (isRaised) {
      context.shadowColor = 'rgb(0 0 0 / 0.45)'
      context.shadowBlur = 6 * density
      context.shadowOffsetY = density
    }
    context.fillStyle = cssOf(colour)
    context.fill(path)
    context.shadowColor = 'transparent'
  }
}
