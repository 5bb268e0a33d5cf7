/**
 * Mouse, pen and fingers on a canvas that shows a map. A drag moves what it began on, such as an end or a brush, else the map.
 * Two fingers and the wheel zoom. A click sets a place; with Shift, the right button or a long press it sets the other of two
 * places. All places here are pixels of the page.
 */
import type { Point as Place } from '../../../base/answer.ts'
import type { Cell } from '../protocol.ts'
import type { MapView } from './map-view.ts'

export type { Place }

/** A button or a finger that goes down. */
export interface Press extends Place {
  readonly button: number
  readonly pointerType: string
}

/** Something that is grabbed, until it is released. */
export interface Grip {
  drag(at: Place): void
  /** Releases it; it was a click if the pointer hardly moved. */
  drop(isClick: boolean): void
}

/** What the page does with it. */
interface Handled {
  /** The pointer is here, with at most one finger down. */
  pointed?(at: Place, isDown: boolean): void
  /** What can be grabbed there; null if nothing can. */
  grab(press: Press): Grip | null
  clicked(at: Place, isOther: boolean): void
}

const CLICK_SLACK_PIXELS = 5
const HOLD_MS = 500
const ZOOM_PER_WHEEL_PIXEL = 0.0016
/** For wheels that count lines or pages. */
const PIXELS_OF_LINE = 32
const PIXELS_OF_PAGE = 400
/** The pinch of a trackpad arrives as a wheel with Ctrl and small steps. */
const PINCH_GAIN = 6

export function listenToHand(view: MapView, handled: Handled): void {
  const { canvas, signal } = view
  const hand = new Hand(view, handled)
  const options = { signal }
  canvas.addEventListener(
    'pointerdown',
    event => {
      canvas.setPointerCapture(event.pointerId)
      hand.down(event)
    },
    options,
  )
  canvas.addEventListener('pointermove', event => hand.move(event), options)
  canvas.addEventListener('pointerup', event => hand.up(event, true), options)
  canvas.addEventListener('pointercancel', event => hand.up(event, false), options)
  canvas.addEventListener('contextmenu', event => event.preventDefault(), options)
  canvas.addEventListener('wheel', event => hand.wheel(event), { passive: false, ...options })
  // Only the keyboard shows its focus.
  canvas.addEventListener('mousedown', event => event.preventDefault(), options)
}

class Hand {
  private readonly view: MapView
  private readonly handled: Handled
  private readonly fingers = new Map<number, Place>()
  private grip: Grip | null = null
  private movedPixels = 0
  private holdTimer = 0

  constructor(view: MapView, handled: Handled) {
    this.view = view
    this.handled = handled
  }

  down(event: PointerEvent): void {
    const press = { ...placeOf(event), button: event.button, pointerType: event.pointerType }
    this.fingers.set(event.pointerId, press)
    window.clearTimeout(this.holdTimer)
    if (this.fingers.size > 1) {
      this.letGo(false)
      this.movedPixels = Number.POSITIVE_INFINITY
      return
    }
    this.handled.pointed?.(press, true)
    this.movedPixels = 0
    this.view.land()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    this.grip = this.handled.grab(press)
    if (this.grip !== null || event.pointerType !== 'touch') return
    this.holdTimer = window.setTimeout(() => {
      if (this.movedPixels > CLICK_SLACK_PIXELS) return
      this.movedPixels = Number.POSITIVE_INFINITY
      this.handled.clicked(press, true)
    }, HOLD_MS)
  }

  move(event: PointerEvent): void {
    const { handled, fingers, grip } = this
    const finger = fingers.get(event.pointerId)
    const at = placeOf(event)
    if (fingers.size < 2) handled.pointed?.(at, finger !== undefined)
    if (finger === undefined) return
    const [dx, dy] = [at.x - finger.x, at.y - finger.y]
    if (fingers.size === 2) this.pinch(event.pointerId, finger, at)
    this.movedPixels += Math.hypot(dx, dy)
    fingers.set(event.pointerId, at)
    if (fingers.size > 1) return
    if (grip !== null) grip.drag(at)
    else if (this.movedPixels > CLICK_SLACK_PIXELS) {
      const { camera } = this.view
      camera.panBy(-dx * camera.density, -dy * camera.density)
      this.view.moved()
    }
  }

  up(event: PointerEvent, isIntended: boolean): void {
    window.clearTimeout(this.holdTimer)
    const wasAlone = this.fingers.size === 1
    if (!this.fingers.delete(event.pointerId)) return
    const isClick = isIntended && wasAlone && this.movedPixels <= CLICK_SLACK_PIXELS
    if (this.grip !== null) this.letGo(isClick)
    else if (isClick) this.handled.clicked(placeOf(event), event.shiftKey || event.button === 2)
  }

  wheel(event: WheelEvent): void {
    event.preventDefault()
    const unit = [1, PIXELS_OF_LINE, PIXELS_OF_PAGE][event.deltaMode]
    const pixels = event.deltaY * unit * (event.ctrlKey ? PINCH_GAIN : 1)
    this.zoom(placeOf(event), Math.exp(-pixels * ZOOM_PER_WHEEL_PIXEL))
  }

  private letGo(isClick: boolean): void {
    const { grip } = this
    this.grip = null
    grip?.drop(isClick)
  }

  /** Zooms about the finger that rests. */
  private pinch(moving: number, from: Place, to: Place): void {
    const [other] = [...this.fingers].filter(([id]) => id !== moving).map(([, place]) => place)
    const before = Math.hypot(from.x - other.x, from.y - other.y)
    const after = Math.hypot(to.x - other.x, to.y - other.y)
    if (before > 0 && after > 0) this.zoom(other, after / before)
  }

  private zoom(about: Place, factor: number): void {
    const { camera } = this.view
    camera.zoomAt(about.x * camera.density, about.y * camera.density, factor)
    this.view.moved()
  }
}

function placeOf({ offsetX, offsetY }: MouseEvent): Place {
  return { x: offsetX, y: offsetY }
}

/** A brush that draws from cell to cell; a click draws one cell. */
export function brushFrom(press: Place, cellAt: (place: Place) => Cell, draw: (from: Cell, to: Cell) => void): Grip {
  const first = cellAt(press)
  let last = first
  return {
    drag(at) {
      const cell = cellAt(at)
      if (cell.x === last.x && cell.y === last.y) return
      draw(last, cell)
      last = cell
    },
    // A drag that drew something is no click.
    drop(isClick) {
      if (isClick && last === first) draw(first, first)
    },
  }
}
