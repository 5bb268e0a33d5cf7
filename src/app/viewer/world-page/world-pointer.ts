/**
 * Mouse, pen, fingers and keys on the maps of a world: a drag that begins on an end moves it, any other drag and the arrows
 * move the view; two fingers, the wheel, plus and minus zoom. A click names a cell; with Shift, or held down long, for
 * the start.
 */
import type { Camera } from '../page/camera.ts'

interface Place {
  x: number
  y: number
}

export type End = 'start' | 'goal'

export interface Hand {
  moved(): void
  /** Where on the plan of the world; with Shift, or held down long, or without. */
  clicked(cell: Place, isShifted: boolean): void
  /** The end that is shown within so many pixels of a place of the screen. */
  endNear(place: Place, pixels: number): End | null
  dragged(end: End, cell: Place): void
}

const CLICK_SLACK_PIXELS = 5
const GRAB_PIXELS = 14
const GRAB_PIXELS_TOUCH = 26
const HOLD_MS = 500
const ZOOM_PER_WHEEL_PIXEL = 0.0016
const PIXELS_OF_LINE = 32
const PIXELS_OF_PAGE = 400
/** A trackpad's pinch comes as a wheel with Ctrl and small steps. */
const PINCH_GAIN = 6
const KEY_STEP_PIXELS = 80
const KEY_ZOOM = 1.3

export function listenToHand(canvas: HTMLCanvasElement, camera: Camera, hand: Hand): void {
  const pointer = new HandPointer(camera, hand)
  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId)
    pointer.down(event)
  })
  canvas.addEventListener('pointermove', event => pointer.move(event))
  canvas.addEventListener('pointerup', event => pointer.up(event, true))
  canvas.addEventListener('pointercancel', event => pointer.up(event, false))
  canvas.addEventListener('contextmenu', event => event.preventDefault())
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const unit = [1, PIXELS_OF_LINE, PIXELS_OF_PAGE][event.deltaMode]
    const pixels = event.deltaY * unit * (event.ctrlKey ? PINCH_GAIN : 1)
    const { density } = camera
    camera.zoomAt(event.offsetX * density, event.offsetY * density, Math.exp(-pixels * ZOOM_PER_WHEEL_PIXEL))
    hand.moved()
  }
  canvas.addEventListener('wheel', wheel, { passive: false })
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

/** The mouse, a pen, or as many fingers as are down. */
class HandPointer {
  private readonly camera: Camera
  private readonly hand: Hand
  private readonly fingers = new Map<number, Place>()
  private grabbed: End | null = null
  private movedPixels = 0
  private holdTimer = 0

  constructor(camera: Camera, hand: Hand) {
    this.camera = camera
    this.hand = hand
  }

  down(event: PointerEvent): void {
    const isTouch = event.pointerType === 'touch'
    const place = placeOf(event)
    this.fingers.set(event.pointerId, place)
    window.clearTimeout(this.holdTimer)
    if (this.fingers.size > 1) {
      this.grabbed = null
      this.movedPixels = Number.POSITIVE_INFINITY
      return
    }
    this.movedPixels = 0
    this.grabbed = this.hand.endNear(place, isTouch ? GRAB_PIXELS_TOUCH : GRAB_PIXELS)
    if (!isTouch || this.grabbed !== null) return
    this.holdTimer = window.setTimeout(() => {
      if (this.movedPixels > CLICK_SLACK_PIXELS) return
      this.movedPixels = Number.POSITIVE_INFINITY
      this.hand.clicked(this.cellAt(place), true)
    }, HOLD_MS)
  }

  move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId)
    if (finger === undefined) return
    const { camera, hand } = this
    const [dx, dy] = [event.offsetX - finger.x, event.offsetY - finger.y]
    if (this.fingers.size === 2) this.pinch(event, finger)
    this.movedPixels += Math.hypot(dx, dy)
    this.fingers.set(event.pointerId, placeOf(event))
    if (this.fingers.size > 1 || this.movedPixels <= CLICK_SLACK_PIXELS) return
    if (this.grabbed !== null) hand.dragged(this.grabbed, this.cellAt(placeOf(event)))
    else {
      camera.panBy(-dx * camera.density, -dy * camera.density)
      hand.moved()
    }
  }

  up(event: PointerEvent, isIntended: boolean): void {
    window.clearTimeout(this.holdTimer)
    const wasAlone = this.fingers.size === 1
    if (!this.fingers.delete(event.pointerId)) return
    const isClick = isIntended && wasAlone && this.movedPixels <= CLICK_SLACK_PIXELS
    if (isClick && this.grabbed === null) this.hand.clicked(this.cellAt(placeOf(event)), event.shiftKey)
    this.grabbed = null
  }

  /** The finger that moves zooms about the one that rests. */
  private pinch(event: PointerEvent, finger: Place): void {
    const { camera } = this
    const [other] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, place]) => place)
    const before = Math.hypot(finger.x - other.x, finger.y - other.y)
    const after = Math.hypot(event.offsetX - other.x, event.offsetY - other.y)
    if (before === 0 || after === 0) return
    camera.zoomAt(other.x * camera.density, other.y * camera.density, after / before)
    this.hand.moved()
  }

  private cellAt({ x, y }: Place): Place {
    return this.camera.cellAt(x * this.camera.density, y * this.camera.density)
  }
}

function placeOf({ offsetX, offsetY }: PointerEvent): Place {
  return { x: offsetX, y: offsetY }
}
