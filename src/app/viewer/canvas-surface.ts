/**
 * A canvas as a surface for marks: the canvas of the page, or of a tile.
 */
import { type Colour, cssOf, type Scheme } from '../draw/palette.ts'
import type { Surface, Window } from '../draw/surface.ts'

/** The window of a canvas. */
interface CanvasWindow extends Window {
  /** Screen pixels to one of a page's own. */
  readonly density: number
}

const CIRCLE = 2 * Math.PI
/** More than half of any line's width. */
const BEYOND_PIXELS = 40

/** The surface of one frame, with the window at this time. */
export function canvasSurface(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  { x: left, y: top, width, height, scale, density }: CanvasWindow,
  scheme: Scheme,
): Surface {
  /** The place of a cell's middle on the screen. */
  const screenX = (x: number) => (x + 0.5 - left) * scale
  const screenY = (y: number) => (y + 0.5 - top) * scale
  const fill = (path: Path2D, colour: Colour, isRaised = false) => {
    if (isRaised) {
      context.shadowColor = 'rgb(0 0 0 / 0.45)'
      context.shadowBlur = 6 * density
      context.shadowOffsetY = density
    }
    context.fillStyle = cssOf(colour)
    context.fill(path)
    context.shadowColor = 'transparent'
  }
  const stroke = (path: Path2D, width: number, colour: Colour) => {
    context.strokeStyle = cssOf(colour)
    context.lineWidth = width
    context.stroke(path)
  }
  const discs = (points: ArrayLike<number>, radius: number) => {
    const path = new Path2D()
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [screenX(points[i]), screenY(points[i + 1])]
      path.moveTo(x + radius, y)
      path.arc(x, y, radius, 0, CIRCLE)
    }
    return path
  }
  return {
    ...{ x: left, y: top, width, height, scale, density, scheme },
    line(points, lineWidth, colour) {
      context.lineJoin = 'round'
      context.lineCap = 'round'
      stroke(pathThrough(points, screenX, screenY, width, height), lineWidth, colour)
    },
    dots: (points, radius, colour, isRaised) => fill(discs(points, radius), colour, isRaised),
    ring: (x, y, radius, width, colour) => stroke(discs([x, y], radius), width, colour),
    diamond(cellX, cellY, radius, colour, isRaised) {
      const [x, y] = [screenX(cellX), screenY(cellY)]
      fill(
        new Path2D(`M${x} ${y - radius}l${radius} ${radius}l${-radius} ${radius}l${-radius} ${-radius}z`),
        colour,
        isRaised,
      )
    },
    box(left, top, width, height, colour, opacity) {
      context.fillStyle = cssOf(colour, opacity)
      context.fillRect(left, top, width, height)
    },
    dashed(on, off, draw) {
      context.setLineDash([on * density, off * density])
      draw()
      context.setLineDash([])
    },
  }
}

/**
 * A line through the middles of cells. It leaves out cells on the same pixel and pieces beyond an edge of the canvas. Paths
 * through mazes have hundreds of thousands of bends.
 */
function pathThrough(
  cells: ArrayLike<number>,
  screenX: (x: number) => number,
  screenY: (y: number) => number,
  width: number,
  height: number,
): Path2D {
  const [right, bottom] = [width + BEYOND_PIXELS, height + BEYOND_PIXELS]
  const line = new Path2D()
  let lastX = Number.NaN
  let lastY = Number.NaN
  let isOpen = false
  for (let i = 0; i < cells.length; i += 2) {
    const x = screenX(cells[i])
    const y = screenY(cells[i + 1])
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
