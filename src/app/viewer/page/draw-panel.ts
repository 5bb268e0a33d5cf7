/**
 * The panel's part for drawing: which brush, how large, and how long the newest version of the map took.
 */
import { counted, countText } from '../../cli/words.ts'
import type { DrawnNews } from '../protocol.ts'
import { BRUSHES, type BrushName, DRAWN_CELLS_MAX } from './drawing.ts'
import { choiceButton, division, element, setPressed, setShown, setText } from './elements.ts'
import { timeText } from './query-panel.ts'
import type { Session } from './session.ts'

const NAME_OF: Record<BrushName, string> = { off: 'Off', wall: 'Wall', ground: 'Ground', cost: 'Cost' }
const size = element('brush-size', HTMLInputElement)
const cost = element('brush-cost', HTMLInputElement)
const buttons = new Map<BrushName, HTMLButtonElement>()

export function buildDrawPanel(session: Session, signal: AbortSignal): void {
  division('brushes').replaceChildren()
  for (const brush of BRUSHES) {
    const made = choiceButton(division('brushes'), NAME_OF[brush], () => session.setBrush(brush))
    made.disabled = isTooLarge(session)
    buttons.set(brush, made)
  }
  const read = () => {
    const wished = Math.round(Number(cost.value))
    session.drawing.size = Number(size.value)
    if (wished >= 1 && wished <= 255) session.drawing.cost = wished
  }
  read()
  size.addEventListener('input', read, { signal })
  cost.addEventListener('input', read, { signal })
}

/** The next brush, and from the last to none. */
export function cycleBrush(session: Session): void {
  if (isTooLarge(session)) return
  session.setBrush(BRUSHES[(BRUSHES.indexOf(session.drawing.brush) + 1) % BRUSHES.length])
}

export function updateDrawPanel(session: Session): void {
  const { drawing } = session
  for (const [brush, made] of buttons) setPressed(made, drawing.brush === brush)
  setShown(division('brush-options'), drawing.isOn)
  setShown(division('brush-cost-part'), drawing.brush === 'cost')
  setText(division('draw-facts'), factsText(session))
}

function factsText(session: Session): string {
  const { drawing, answer, timing } = session
  const { news } = drawing
  if (isTooLarge(session)) return `Too large to draw on: more than ${countText(DRAWN_CELLS_MAX)} cells.`
  if (news === null) return drawing.isBehind ? 'Making the first version.' : 'Draw on the map and watch the path.'
  const made = `Version ${news.version}: ${counted(news.cells, 'cell')} in ${microseconds(news.elapsedUs)}${islandsText(news)}`
  const times = timing ?? answer
  if (drawing.isBehind || times === null) return `${made}.`
  return `${made}; the path in ${microseconds(times.routeUs + times.cellsUs)}.`
}

function islandsText({ islandsMerged, islandsSplit }: DrawnNews): string {
  const split = islandsSplit > 0 ? `, ${counted(islandsSplit, 'island')} parted` : ''
  return islandsMerged > 0 ? `${split}, ${counted(islandsMerged, 'island')} joined` : split
}

function microseconds(us: number): string {
  return us < 1000 ? timeText(us) : `${countText(Math.round(us))} \u00b5s`
}

function isTooLarge({ facts }: Session): boolean {
  return facts.width * facts.height > DRAWN_CELLS_MAX
}
