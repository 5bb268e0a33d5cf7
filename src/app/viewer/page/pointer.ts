/**
 * What a hand on the map means: an end that is grabbed is moved, a brush in hand draws, a click sets the end whose field is
 * active, or the other one; the page shows what lies under the pointer.
 */
import type { Cell } from '../protocol.ts'
import type { Camera } from './camera.ts'
import type { End } from './end-fields.ts'
import { endUnder, type Grip, type Handled, listenToHand, type Place, type Press } from './hand.ts'
import type { Session } from './session.ts'
import type { Stage } from './stage.ts'

/** So far from the pointer an entry is pointed at. */
const ENTRY_PIXELS = 16

export class PointerInput implements Handled {
  readonly camera: Camera
  private readonly stage: Stage
  private readonly session: Session

  constructor(stage: Stage, session: Session, signal: AbortSignal) {
    this.stage = stage
    this.session = session
    this.camera = stage.view.camera
    const { canvas } = stage.view
    listenToHand(canvas, this, signal)
    // The focus that keys show belongs to those who came by keys.
    canvas.addEventListener('mousedown', event => event.preventDefault(), { signal })
  }

  moved(): void {
    this.stage.view.moved()
  }

  pointed(at: Place, isDown: boolean): void {
    const { session, stage } = this
    session.point(this.cellAt(at), stage.level, ENTRY_PIXELS / stage.view.cellPixels)
    const mouse = { ...at, button: 0, pointerType: 'mouse' }
    if (!isDown) stage.view.canvas.style.cursor = this.endUnder(mouse) === null ? '' : 'grab'
  }

  grab(press: Press): Grip | null {
    this.stage.view.land()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const { session } = this
    const end = this.endUnder(press)
    if (end !== null) {
      session.setDragging(true)
      return { drag: at => session.put(end, this.cellAt(at)), drop: () => session.setDragging(false) }
    }
    return session.drawing.isOn && press.button === 0 ? this.brushAt(this.cellAt(press)) : null
  }

  clicked(at: Place, isOther: boolean): void {
    const { active } = this.session
    this.session.put(isOther ? otherThan(active) : active, this.cellAt(at))
  }

  private brushAt(first: Cell): Grip {
    const { session } = this
    session.drawing.beginGesture()
    let last = first
    return {
      drag: at => {
        const cell = this.cellAt(at)
        if (cell.x === last.x && cell.y === last.y) return
        session.draw(last, cell)
        last = cell
      },
      // What was drawn is no click any more, however short it is.
      drop: isClick => {
        if (isClick && last === first) session.draw(first, first)
      },
    }
  }

  private endUnder(press: Press): End | null {
    return endUnder(this.camera, press, this.session.start, this.session.goal)
  }

  /** The cell under the pointer, or the closest one where it is off the map. */
  private cellAt(place: Place): Cell {
    const { width, height } = this.session.facts
    const { x, y } = this.stage.view.cellAt(place)
    return { x: Math.min(width - 1, Math.max(0, x)), y: Math.min(height - 1, Math.max(0, y)) }
  }
}

function otherThan(end: End): End {
  return end === 'start' ? 'goal' : 'start'
}
