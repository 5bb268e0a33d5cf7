/**
 * What mouse and fingers do on a map with two ends. A drag moves an end; a click sets the active end or the other one.
 * A page may offer something else to grab, such as its brush.
 */
import type { Cell } from '../protocol.ts'
import type { End, Ended } from './end-fields.ts'
import { type Grip, listenToHand, type Place, type Press } from './hand.ts'
import type { MapView } from './map-view.ts'

const GRAB_PIXELS = { mouse: 14, pen: 18, touch: 26 } as const

export interface EndsOnMap<C> {
  readonly ended: Ended<C>
  /** The cell at a place of the page; null where there is none. */
  cellAt(place: Place): C | null
  /** The cell of the view that shows a cell. */
  shownAt(cell: C): Cell
  pointed(at: Place): void
  /** What a press grabs that is on no end. */
  grab?(press: Press): Grip | null
}

export function listenToEnds<C>(view: MapView, ends: EndsOnMap<C>, signal: AbortSignal): void {
  const { canvas, camera } = view
  const { ended } = ends
  const isUnder = (cell: C | null, press: Press) => {
    if (cell === null) return false
    const { x, y } = view.placeOf(ends.shownAt(cell))
    const reach = GRAB_PIXELS[press.pointerType as keyof typeof GRAB_PIXELS] ?? GRAB_PIXELS.mouse
    return Math.hypot(x - press.x, y - press.y) <= reach
  }
  // The goal is drawn over the start.
  const endAt = (press: Press) => (['goal', 'start'] as const).find(end => isUnder(ended[end], press))
  const putAt = (end: End, at: Place) => {
    const cell = ends.cellAt(at)
    if (cell !== null) ended.put(end, cell)
  }
  const hand = {
    camera,
    moved: () => view.moved(),
    pointed(at: Place, isDown: boolean) {
      ends.pointed(at)
      const mouse = { ...at, button: 0, pointerType: 'mouse' }
      if (!isDown) canvas.style.cursor = endAt(mouse) === undefined ? '' : 'grab'
    },
    grab(press: Press): Grip | null {
      view.land()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      const end = endAt(press)
      if (end === undefined) return ends.grab?.(press) ?? null
      ended.setDragging?.(true)
      return { drag: at => putAt(end, at), drop: () => ended.setDragging?.(false) }
    },
    clicked: (at: Place, isOther: boolean) => putAt((ended.active === 'start') === isOther ? 'goal' : 'start', at),
  }
  listenToHand(canvas, hand, signal)
  // Only the keyboard shows its focus.
  canvas.addEventListener('mousedown', event => event.preventDefault(), { signal })
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
