/**
 * Mouse, pen and fingers on the map. A drag that begins on an end moves it, any other drag moves the map; two fingers and
 * the wheel zoom. A click sets the end whose field is active; with Shift, or held down long, the other one.
 * With a brush in hand a drag draws.
 */
import type { Cell } from '../protocol.ts'
import type { End, Session } from './session.ts'
import type { Stage } from './stage.ts'

interface Finger {
  x: number
  y: number
}

const CLICK_SLACK_PIXELS = 5
const GRAB_PIXELS = { mouse: 14, pen: 18, touch: 26 } as const
/** So far from the pointer an entry is pointed at. */
const ENTRY_PIXELS = 16
const HOLD_MS = 500
const ZOOM_PER_WHEEL_PIXEL = 0.0016
/** A wheel that counts lines or pages. */
const PIXELS_OF_LINE = 32
const PIXELS_OF_PAGE = 400
/** A trackpad's pinch comes as a wheel with Ctrl and small steps. */
const PINCH_GAIN = 6

export class PointerInput {
  private readonly stage: Stage
  private readonly session: Session
  private readonly fingers = new Map<number, Finger>()
  private grabbed: End | null = null
  /** The cell that the brush came to, while it draws. */
  private drawnTo: Cell | null = null
  private movedPixels = 0
  private holdTimer = 0

  constructor(stage: Stage, session: Session, signal: AbortSignal) {
    this.stage = stage
    this.session = session
    const { canvas } = stage
    canvas.addEventListener('pointerdown', event => this.down(event), { signal })
    canvas.addEventListener('pointermove', event => this.move(event), { signal })
    canvas.addEventListener('pointerup', event => this.up(event, true), { signal })
    canvas.addEventListener('pointercancel', event => this.up(event, false), { signal })
    canvas.addEventListener('wheel', event => this.wheel(event), { passive: false, signal })
    // The focus that keys show belongs to those who came by keys.
    canvas.addEventListener('mousedown', event => event.preventDefault(), { signal })
    canvas.addEventListener('contextmenu', event => event.preventDefault(), { signal })
  }

  private down(event: PointerEvent): void {
    this.stage.land()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    this.stage.canvas.setPointerCapture(event.pointerId)
    this.fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY })
    this.point(event)
    window.clearTimeout(this.holdTimer)
    if (this.fingers.size > 1) {
      this.release()
      this.drawnTo = null
      this.movedPixels = Number.POSITIVE_INFINITY
      return
    }
    this.movedPixels = 0
    this.grabbed = this.endNear(event)
    if (this.grabbed !== null) this.session.setDragging(true)
    else if (this.session.drawing.isOn && event.button === 0) this.drawnTo = this.cellAt(event)
    else if (event.pointerType === 'touch') {
      this.holdTimer = window.setTimeout(() => {
        if (this.movedPixels > CLICK_SLACK_PIXELS) return
        this.movedPixels = Number.POSITIVE_INFINITY
        this.session.put(otherThan(this.session.active), this.cellAt(event))
      }, HOLD_MS)
    }
  }

  private move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId)
    this.point(event)
    if (finger === undefined) {
      this.stage.canvas.style.cursor = this.endNear(event) === null ? '' : 'grab'
      return
    }
    const dx = event.offsetX - finger.x
    const dy = event.offsetY - finger.y
    if (this.fingers.size === 2) this.pinch(event, finger)
    this.movedPixels += Math.hypot(dx, dy)
    finger.x = event.offsetX
    finger.y = event.offsetY
    if (this.fingers.size > 1) return
    if (this.grabbed !== null) this.session.put(this.grabbed, this.cellAt(event))
    else if (this.drawnTo !== null) this.drawTo(this.drawnTo, this.cellAt(event))
    else if (this.movedPixels > CLICK_SLACK_PIXELS) this.pan(dx, dy)
  }

  private up(event: PointerEvent, isIntended: boolean): void {
    window.clearTimeout(this.holdTimer)
    const wasAlone = this.fingers.size === 1
    if (!this.fingers.delete(event.pointerId)) return
    const isClick = isIntended && wasAlone && this.movedPixels <= CLICK_SLACK_PIXELS && this.grabbed === null
    this.release()
    const brushedAt = this.drawnTo
    this.drawnTo = null
    if (!isClick) return
    if (brushedAt !== null) {
      this.session.draw(brushedAt, brushedAt)
      return
    }
    const { active } = this.session
    this.session.put(event.shiftKey || event.button === 2 ? otherThan(active) : active, this.cellAt(event))
  }

  private point(event: PointerEvent): void {
    const { session, stage } = this
    if (this.fingers.size < 2) session.point(this.cellAt(event), stage.level, ENTRY_PIXELS / stage.cellPixels)
  }

  private drawTo(from: Cell, to: Cell): void {
    if (from.x === to.x && from.y === to.y) return
    this.drawnTo = to
    // What was drawn is no click any more, however short it is.
    this.movedPixels = Number.POSITIVE_INFINITY
    this.session.draw(from, to)
  }

  private release(): void {
    if (this.grabbed === null) return
    this.grabbed = null
    this.session.setDragging(false)
  }

  private pan(dx: number, dy: number): void {
    const { camera } = this.stage
    camera.panBy(-dx * camera.density, -dy * camera.density)
    this.stage.invalidate()
  }

  /** The finger that moves zooms about the one that rests, and drags the map half its way. */
  private pinch(event: PointerEvent, finger: Finger): void {
    const { camera } = this.stage
    const [other] = [...this.fingers.entries()].filter(([id]) => id !== event.pointerId).map(([, place]) => place)
    const before = Math.hypot(finger.x - other.x, finger.y - other.y)
    const after = Math.hypot(event.offsetX - other.x, event.offsetY - other.y)
    if (before > 0 && after > 0) {
      camera.zoomAt(other.x * camera.density, other.y * camera.density, after / before)
      this.stage.invalidate()
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault()
    this.stage.land()
    const { camera } = this.stage
    const unit = [1, PIXELS_OF_LINE, PIXELS_OF_PAGE][event.deltaMode]
    const pixels = event.deltaY * unit * (event.ctrlKey ? PINCH_GAIN : 1)
    const factor = Math.exp(-pixels * ZOOM_PER_WHEEL_PIXEL)
    camera.zoomAt(event.offsetX * camera.density, event.offsetY * camera.density, factor)
    this.stage.invalidate()
  }

  /** The end under the pointer; the goal, where both are. */
  private endNear(event: PointerEvent): End | null {
    const { camera } = this.stage
    const reach = GRAB_PIXELS[event.pointerType as keyof typeof GRAB_PIXELS] ?? GRAB_PIXELS.mouse
    const isNear = (cell: Cell | null) =>
      cell !== null &&
      Math.hypot(
        camera.screenX(cell.x + 0.5) / camera.density - event.offsetX,
        camera.screenY(cell.y + 0.5) / camera.density - event.offsetY,
      ) <= reach
    if (isNear(this.session.goal)) return 'goal'
    return isNear(this.session.start) ? 'start' : null
  }

  /** The cell under the pointer, or the closest one where it is off the map. */
  private cellAt(event: PointerEvent): Cell {
    const { camera } = this.stage
    const { width, height } = this.session.facts
    const { x, y } = camera.cellAt(event.offsetX * camera.density, event.offsetY * camera.density)
    return { x: Math.min(width - 1, Math.max(0, x)), y: Math.min(height - 1, Math.max(0, y)) }
  }
}

function otherThan(end: End): End {
  return end === 'start' ? 'goal' : 'start'
}
