/**
 * The two ends as fields: each shows its cell and takes another one that is typed. One of them is active: that is the end
 * which a click on the map sets. A field becomes active when it is entered, so keys alone do all that clicks do.
 */
import type { Cell } from '../protocol.ts'
import { division, element, setText } from './elements.ts'
import type { End, Session } from './session.ts'

const ENDS: readonly End[] = ['start', 'goal']
const field = {
  start: element('start-cell', HTMLInputElement),
  goal: element('goal-cell', HTMLInputElement),
}
const box = { start: division('start-end'), goal: division('goal-end') }
const problem = division('end-problem')

export function connectEnds(session: Session, signal: AbortSignal): void {
  for (const end of ENDS) {
    const input = field[end]
    input.addEventListener('focus', () => session.setActive(end), { signal })
    box[end].addEventListener('click', () => session.setActive(end), { signal })
    input.addEventListener('change', () => take(session, end), { signal })
    input.addEventListener(
      'keydown',
      event => {
        if (event.key === 'Enter') take(session, end)
        else if (event.key === 'Escape') leave(session, end)
        else return
        event.preventDefault()
        input.select()
      },
      { signal },
    )
  }
}

export function updateEnds(session: Session): void {
  for (const end of ENDS) {
    const input = field[end]
    const isActive = session.active === end
    box[end].classList.toggle('active', isActive)
    input.setAttribute('aria-current', String(isActive))
    if (input.dataset.shows === textOf(session[end])) continue
    show(input, session[end])
  }
}

/** What is typed becomes the end; where it names no cell of the map, it stays to be mended, and a sentence says why. */
function take(session: Session, end: End): void {
  const input = field[end]
  if (input.value === input.dataset.shows) return
  const { width, height } = session.facts
  const cell = readCell(input.value, width, height)
  if (cell !== null) {
    session.put(end, cell)
    show(input, cell)
    return
  }
  input.setAttribute('aria-invalid', 'true')
  setText(problem, `The ${end} is a cell: type x, y from 0, 0 to ${width - 1}, ${height - 1}.`)
}

function leave(session: Session, end: End): void {
  show(field[end], session[end])
  field[end].blur()
}

function show(input: HTMLInputElement, cell: Cell | null): void {
  input.value = textOf(cell)
  input.dataset.shows = input.value
  input.removeAttribute('aria-invalid')
  if (ENDS.every(end => !field[end].hasAttribute('aria-invalid'))) setText(problem, '')
}

/** Two whole numbers, however they are parted. */
export function readCell(text: string, width: number, height: number): Cell | null {
  const match = /^\D*(\d{1,5})\D+(\d{1,5})\D*$/.exec(text)
  if (match === null || text.includes('-')) return null
  const [x, y] = [Number(match[1]), Number(match[2])]
  return x < width && y < height ? { x, y } : null
}

function textOf(cell: Cell | null): string {
  return cell === null ? '' : `${cell.x}, ${cell.y}`
}
