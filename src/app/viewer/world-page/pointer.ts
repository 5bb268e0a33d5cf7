/**
 * Mouse, wheel and keys on the maps of a world: a drag and the arrows move the view, the wheel, plus and minus zoom, a
 * click names a cell.
 */
import type { Camera } from '../page/camera.ts'

const CLICK_SLACK_PIXELS = 5
const ZOOM_PER_WHEEL_PIXEL = 0.0016
const PIXELS_OF_LINE = 32
const PIXELS_OF_PAGE = 400
const KEY_STEP_PIXELS = 80
const KEY_ZOOM = 1.3

export interface Hand {
  moved(): void
  /** Where on the plan of the world; with Shift or without. */
  clicked(cell: { x: number; y: number }, isShifted: boolean): void
}

export function listenToHand(canvas: HTMLCanvasElement, camera: Camera, hand: Hand): void {
  let last: { x: number; y: number } | null = null
  let movedPixels = 0
  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId)
    last = { x: event.offsetX, y: event.offsetY }
    movedPixels = 0
  })
  canvas.addEventListener('pointermove', event => {
    if (last === null) return
    const [dx, dy] = [event.offsetX - last.x, event.offsetY - last.y]
    last = { x: event.offsetX, y: event.offsetY }
    movedPixels += Math.hypot(dx, dy)
    if (movedPixels <= CLICK_SLACK_PIXELS) return
    camera.panBy(-dx * camera.density, -dy * camera.density)
    hand.moved()
  })
  canvas.addEventListener('pointerup', event => {
    if (last !== null && movedPixels <= CLICK_SLACK_PIXELS) {
      const cell = camera.cellAt(event.offsetX * camera.density, event.offsetY * camera.density)
      hand.clicked(cell, event.shiftKey)
    }
    last = null
  })
  canvas.addEventListener('pointercancel', () => {
    last = null
  })
  canvas.addEventListener(
    'wheel',
    event => {
      event.preventDefault()
      const pixels = event.deltaY * [1, PIXELS_OF_LINE, PIXELS_OF_PAGE][event.deltaMode]
      const { density } = camera
      camera.zoomAt(event.offsetX * density, event.offsetY * density, Math.exp(-pixels * ZOOM_PER_WHEEL_PIXEL))
      hand.moved()
    },
    { passive: false },
  )
  canvas.addEventListener('keydown', event => {
    const step = KEY_STEP_PIXELS * camera.density
    const zoom = (factor: number) => camera.zoomAt(camera.width / 2, camera.height / 2, factor)
    if (event.key === 'ArrowLeft') camera.panBy(-step, 0)
    else if (event.key === 'ArrowRight') camera.panBy(step, 0)
    else if (event.key === 'ArrowUp') camera.panBy(0, -step)
    else if (event.key === 'ArrowDown') camera.panBy(0, step)
    else if (event.key === '+' || event.key === '=') zoom(KEY_ZOOM)
    else if (event.key === '-') zoom(1 / KEY_ZOOM)
    else return
    event.preventDefault()
    hand.moved()
  })
}
