/**
 * What mouse and fingers do on the map: they move an end, draw with the brush, or set the active or the other end by a
 * click. The page shows the cell under the pointer.
 */
import type { Cell } from '../protocol.ts'
import { endUnder, type Grip, listenToHand, type Place, type Press } from './hand.ts'
import type { Session } from './session.ts'
import type { Stage } from './stage.ts'

/** The pointer reaches entries this near. */
const ENTRY_PIXELS = 16

export function listenToMap(stage: Stage, session: Session, signal: AbortSignal): void {
  const { view } = stage
  const { canvas, camera } = view
  /** The cell under the pointer, or the closest one where it is off the map. */
  const cellAt = (place: Place): Cell => {
    const { width, height } = session.facts
    const { x, y } = view.cellAt(place)
    return { x: Math.min(width - 1, Math.max(0, x)), y: Math.min(height - 1, Math.max(0, y)) }
  }
  const endAt = (press: Press) => endUnder(camera, press, session.start, session.goal)
  const hand = {
    camera,
    moved: () => view.moved(),
    pointed(at: Place, isDown: boolean) {
      session.point(cellAt(at), stage.level, ENTRY_PIXELS / view.cellPixels)
      const mouse = { ...at, button: 0, pointerType: 'mouse' }
      if (!isDown) canvas.style.cursor = endAt(mouse) === null ? '' : 'grab'
    },
    grab(press: Press): Grip | null {
      view.land()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      const end = endAt(press)
      if (end === null) return session.drawing.isOn && press.button === 0 ? brushFrom(press, cellAt, session) : null
      session.setDragging(true)
      return { drag: at => session.put(end, cellAt(at)), drop: () => session.setDragging(false) }
    },
    clicked: (at: Place, isOther: boolean) =>
      session.put((session.active === 'start') === isOther ? 'goal' : 'start', cellAt(at)),
  }
  listenToHand(canvas, hand, signal)
  // Only the keyboard shows its focus.
  canvas.addEventListener('mousedown', event => event.preventDefault(), { signal })
}

function brushFrom(press: Press, cellAt: (place: Place) => Cell, session: Session): Grip {
  session.drawing.beginGesture()
  const first = cellAt(press)
  let last = first
  return {
    drag(at) {
      const cell = cellAt(at)
      if (cell.x === last.x && cell.y === last.y) return
      session.draw(last, cell)
      last = cell
    },
    // A drag that drew something is no click.
    drop(isClick) {
      if (isClick && last === first) session.draw(first, first)
    },
  }
}
