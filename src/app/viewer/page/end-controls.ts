/**
 * All that sets the two ends: a field each, which shows its cell and takes a typed one; the hand on the map; buttons and
 * keys. A click on the map sets the active end. A field becomes active on focus, so the keyboard does all that clicks do.
 */
import { division, field, setText } from './elements.ts'
import { type Cells, ENDS, type End, type EndCell, type Ends } from './ends.ts'
import { type Grip, listenToHand, type Place, type Press } from './hand.ts'
import type { Command } from './keys.ts'
import type { MapView } from './map-view.ts'

/** Connects both ends of a page; returns their buttons and keys. */
export function connectEnds<C extends EndCell>(
  view: MapView,
  ends: Ends<C>,
  cells: Cells<C>,
  beside: Beside<C>,
): readonly Command[] {
  connectFields(view, ends, cells)
  connectHand(view, ends, cells, beside)
  return endCommands(view, ends, cells)
}

/** What a page does with the hand beside moving its ends. */
interface Beside<C> {
  /** The cell under the pointer; null where there is none. */
  pointed(cell: C | null): void
  /** What a press grabs that is on no end. */
  grab?(press: Press): Grip | null
}

/** Keeps both fields up to date. */
function connectFields<C extends EndCell>(view: MapView, ends: Ends<C>, cells: Cells<C>): void {
  const { signal } = view
  const textOf = (end: End) => {
    const cell = ends[end]
    return cell === null ? '' : cells.textOf(cell)
  }
  const show = (end: End) => {
    const input = fieldOf(end)
    input.value = textOf(end)
    input.dataset.shows = input.value
    input.removeAttribute('aria-invalid')
    if (ENDS.every(other => !fieldOf(other).hasAttribute('aria-invalid'))) setText('end-problem', '')
  }
  /** Makes the typed cell the end. A text that names no cell stays to be corrected, and a sentence says why. */
  const take = (end: End) => {
    const input = fieldOf(end)
    if (input.value === input.dataset.shows) return
    const cell = cells.ofText(input.value)
    if (cell === null) {
      input.setAttribute('aria-invalid', 'true')
      setText('end-problem', `The ${end} is ${cells.wanted}.`)
      return
    }
    ends.put(end, cell)
    show(end)
  }
  for (const end of ENDS) {
    const input = fieldOf(end)
    const keydown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      if (event.key === 'Enter') take(end)
      else show(end)
      if (event.key === 'Escape') input.blur()
      else input.select()
    }
    input.addEventListener('focus', () => ends.activate(end), { signal })
    division(`${end}-end`).addEventListener('click', () => ends.activate(end), { signal })
    input.addEventListener('change', () => take(end), { signal })
    input.addEventListener('keydown', keydown, { signal })
  }
  view.onFrame(() => {
    for (const end of ENDS) {
      const isActive = ends.active === end
      division(`${end}-end`).classList.toggle('active', isActive)
      fieldOf(end).setAttribute('aria-current', String(isActive))
      if (fieldOf(end).dataset.shows !== textOf(end)) show(end)
    }
  })
}

function fieldOf(end: End): HTMLInputElement {
  return field(`${end}-cell`)
}

const GRAB_PIXELS = { mouse: 14, pen: 18, touch: 26 } as const

function connectHand<C extends EndCell>(view: MapView, ends: Ends<C>, cells: Cells<C>, beside: Beside<C>): void {
  const cellAt = (place: Place) => cells.at(view.cellAt(place))
  const isUnder = (cell: C | null, press: Press) => {
    if (cell === null) return false
    const { x, y } = view.placeOf(cells.shown(cell))
    const reach = GRAB_PIXELS[press.pointerType as keyof typeof GRAB_PIXELS] ?? GRAB_PIXELS.mouse
    return Math.hypot(x - press.x, y - press.y) <= reach
  }
  // The goal is drawn over the start.
  const endAt = (press: Press) => ENDS.findLast(end => isUnder(ends[end], press))
  const putAt = (end: End, at: Place) => {
    const cell = cellAt(at)
    if (cell !== null) ends.put(end, cell)
  }
  listenToHand(view, {
    pointed(at: Place, isDown: boolean) {
      beside.pointed(cellAt(at))
      const mouse = { ...at, button: 0, pointerType: 'mouse' }
      if (!isDown) view.canvas.style.cursor = endAt(mouse) === undefined ? '' : 'grab'
    },
    grab(press: Press): Grip | null {
      const end = endAt(press)
      if (end === undefined) return beside.grab?.(press) ?? null
      ends.drag(true)
      return { drag: at => putAt(end, at), drop: () => ends.drag(false) }
    },
    clicked: (at: Place, isOther: boolean) => putAt((ends.active === 'start') === isOther ? 'goal' : 'start', at),
  })
}

function endCommands<C extends EndCell>(view: MapView, ends: Ends<C>, cells: Cells<C>): readonly Command[] {
  const enterField = () => {
    fieldOf(ends.active).focus()
    fieldOf(ends.active).select()
  }
  const show = (end: End) => {
    const cell = ends[end]
    if (cell !== null) view.showEnd(cells.shown(cell))
  }
  return [
    { keys: ['f'], help: ['F', 'to the field of the active end; Enter sets its cell'], run: enterField },
    { button: 'swap', keys: ['s'], help: ['S', 'swap start and goal'], run: () => ends.swap() },
    { button: 'start-show', run: () => show('start') },
    { button: 'goal-show', run: () => show('goal') },
  ]
}
