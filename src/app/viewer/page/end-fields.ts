/**
 * The two ends as fields: each shows its cell and takes a typed one. A click on the map sets the active end. A field
 * becomes active on focus, so the keyboard does all that clicks do.
 */
import { division, field, setText } from './elements.ts'

export type End = 'start' | 'goal'
const ENDS: readonly End[] = ['start', 'goal']

/** What has two ends: the page of a map, or of a world. */
export interface Ended<C> {
  readonly start: C | null
  readonly goal: C | null
  readonly active: End
  setActive(end: End): void
  put(end: End, cell: C): void
  swap(): void
  /** While an end is dragged. */
  setDragging?(isDragging: boolean): void
}

/** How cells are written. */
export interface CellWords<C> {
  /** The cell that a text names; null for other texts. */
  cellOf(text: string): C | null
  textOf(cell: C): string
  /** The rest of a sentence that begins with "The start is": what to type. */
  readonly wanted: string
}

/** Returns a function that updates both fields. */
export function connectEndFields<C>(ended: Ended<C>, words: CellWords<C>, signal: AbortSignal): () => void {
  const textOf = (end: End) => {
    const cell = ended[end]
    return cell === null ? '' : words.textOf(cell)
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
    const cell = words.cellOf(input.value)
    if (cell === null) {
      input.setAttribute('aria-invalid', 'true')
      setText('end-problem', `The ${end} is ${words.wanted}.`)
      return
    }
    ended.put(end, cell)
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
    input.addEventListener('focus', () => ended.setActive(end), { signal })
    division(`${end}-end`).addEventListener('click', () => ended.setActive(end), { signal })
    input.addEventListener('change', () => take(end), { signal })
    input.addEventListener('keydown', keydown, { signal })
  }
  return () => {
    for (const end of ENDS) {
      const isActive = ended.active === end
      division(`${end}-end`).classList.toggle('active', isActive)
      fieldOf(end).setAttribute('aria-current', String(isActive))
      if (fieldOf(end).dataset.shows !== textOf(end)) show(end)
    }
  }
}

function fieldOf(end: End): HTMLInputElement {
  return field(`${end}-cell`)
}

/** Puts the cursor into the field of an end. */
export function enterField(end: End): void {
  fieldOf(end).focus()
  fieldOf(end).select()
}

/** Reads two whole numbers with anything between them; null unless they are a cell of the map. */
export function readCell(text: string, width: number, height: number): { x: number; y: number } | null {
  const match = /^\D*(\d{1,5})\D+(\d{1,5})\D*$/.exec(text)
  if (match === null || text.includes('-')) return null
  const [x, y] = [Number(match[1]), Number(match[2])]
  return x < width && y < height ? { x, y } : null
}
