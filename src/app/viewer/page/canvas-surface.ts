/**
 * The canvas of the page as a surface for marks.
 */
import { type Colour, cssOf, SCHEMES, type Scheme } from '../../draw/palette.ts'
import type { Surface } from '../../draw/surface.ts'
import type { Camera } from './camera.ts'
import { schemeName } from './theme.ts'

const CIRCLE = 2 * Math.PI
/** More than half of any line's width. */
const BEYOND_PIXELS = 40

export class CanvasSurface implements Surface {
  private readonly context: CanvasRenderingContext2D
  private readonly camera: Camera

  constructor(context: CanvasRenderingContext2D, camera: Camera) {
    this.context = context
    this.camera = camera
  }

  get scheme(): Scheme {
    return SCHEMES[schemeName()]
  }

  get width(): number {
    return this.camera.width
  }

  get scale(): number {
    return this.camera.scale
  }

  get density(): number {
    return this.camera.density
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
    const x = this.camera.screenX(cellX + 0.5)
    const y = this.camera.screenY(cellY + 0.5)
    const path = new Path2D()
    path.moveTo(x, y - radius)
    path.lineTo(x + radius, y)
    path.lineTo(x, y + radius)
    path.lineTo(x - radius, y)
    path.closePath()
    this.fill(path, colour, isRaised)
  }

  ring(x: number, y: number, radius: number, width: number, colour: Colour): void {
    const path = new Path2D()
    this.addDot(path, x, y, radius)
    this.context.strokeStyle = cssOf(colour)
    this.context.lineWidth = width
    this.context.stroke(path)
  }

  /** What `draw` draws is dashed. */
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
