/**
 * The panel's part for drawing: the brush, its size, and the time that the newest version of the map took.
 */
import { counted, countText } from '../../cli/words.ts'
import type { DrawnNews } from '../worker/making.ts'
import { BRUSHES, type BrushName } from './drawing.ts'
import { field, make, makeChoice, setShown, setText } from './elements.ts'
import type { MapView } from './map-view.ts'
import { timeText } from './query-panel.ts'
import type { Session } from './session.ts'

const NAME_OF: Record<BrushName, string> = { off: 'Off', wall: 'Wall', ground: 'Ground', cost: 'Cost' }

export function connectDrawPanel(session: Session, view: MapView): void {
  const { drawing } = session
  const { signal } = view
  const [size, cost] = [field('brush-size'), field('brush-cost')]
  const choices = BRUSHES.map(value => ({ value, text: NAME_OF[value] }))
  const pressBrush = makeChoice('brushes', choices, brush => drawing.setBrush(brush))
  const read = () => {
    const wished = Math.round(Number(cost.value))
    drawing.size = Number(size.value)
    if (wished >= 1 && wished <= 255) drawing.cost = wished
  }
  read()
  size.addEventListener('input', read, { signal })
  cost.addEventListener('input', read, { signal })
  view.onFrame(() => {
    pressBrush(drawing.brush)
    setShown('brush-options', drawing.isOn)
    setShown('brush-cost-part', drawing.brush === 'cost')
    const { undoCount = 0, redoCount = 0 } = drawing.news ?? {}
    setShown('history', undoCount + redoCount > 0)
    setShown('undo', undoCount > 0)
    setShown('redo', redoCount > 0)
    setText('draw-facts', factsText(session))
  })
}

/** Lets the browser save a file, named after the map. */
export function download(title: string, ending: string, bytes: Uint8Array<ArrayBuffer>): void {
  const name = title.replace(/\.[a-z0-9]{1,8}$/i, '').replaceAll(/[^\w .-]+/g, '-')
  const link = make('a', { href: URL.createObjectURL(new Blob([bytes])), download: `${name}.${ending}` })
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
