/**
 * The panel's part for drawing: which brush, how large, and how long the newest version of the map took.
 */
import { counted, countText } from '../../cli/words.ts'
import type { DrawnNews } from '../protocol.ts'
import { BRUSHES, type BrushName } from './drawing.ts'
import { button, choiceButton, division, element, setPressed, setShown, setText } from './elements.ts'
import { timeText } from './query-panel.ts'
import type { Session } from './session.ts'

const NAME_OF: Record<BrushName, string> = { off: 'Off', wall: 'Wall', ground: 'Ground', cost: 'Cost' }
const size = element('brush-size', HTMLInputElement)
const cost = element('brush-cost', HTMLInputElement)
const buttons = new Map<BrushName, HTMLButtonElement>()

export function buildDrawPanel(session: Session, signal: AbortSignal): void {
  division('brushes').replaceChildren()
  for (const brush of BRUSHES) {
    buttons.set(
      brush,
      choiceButton(division('brushes'), NAME_OF[brush], () => session.setBrush(brush)),
    )
  }
  for (const step of ['undo', 'redo'] as const) button(step).onclick = () => session.step(step)
  for (const form of ['atlas', 'map', 'png'] as const) button(`save-${form}`).onclick = () => session.drawing.save(form)
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
  session.setBrush(BRUSHES[(BRUSHES.indexOf(session.drawing.brush) + 1) % BRUSHES.length])
}

export function updateDrawPanel(session: Session): void {
  const { drawing } = session
  for (const [brush, made] of buttons) setPressed(made, drawing.brush === brush)
  setShown(division('brush-options'), drawing.isOn)
  setShown(division('brush-cost-part'), drawing.brush === 'cost')
  const { undoCount = 0, redoCount = 0 } = drawing.news ?? {}
  setShown(division('history'), undoCount + redoCount > 0)
  setShown(button('undo'), undoCount > 0)
  setShown(button('redo'), redoCount > 0)
  setText(division('draw-facts'), factsText(session))
}

/** Hands a file to the browser, named after the map. */
export function download(title: string, ending: string, bytes: Uint8Array<ArrayBuffer>): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([bytes]))
  link.download = `${title.replace(/\.[a-z0-9]{1,8}$/i, '').replaceAll(/[^\w .-]+/g, '-')}.${ending}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

function factsText(session: Session): string {
  const { drawing, answer, timing } = session
  const { news } = drawing
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
