/** The page of a map: its worker opens the map that is served with the page, and any file dropped on it. */
import { bytesText, counted, countText, digits } from '../../cli/words.ts'
import { startWorker } from '../calls.ts'
import type { Cell, MapNews, WorldFacts } from '../protocol.ts'
import type { MapCalls } from '../worker/worker.ts'
import { CLICKS, commandsOf } from './actions.ts'
import { type Addressed, followAddress, lookAt, lookOf } from './address.ts'
import { showHead, startPage } from './bring.ts'
import { buildDrawPanel, updateDrawPanel } from './draw-panel.ts'
import { button, setText } from './elements.ts'
import { type CellWords, connectEndFields, readCell } from './end-fields.ts'
import { brushFrom, type EndsOnMap, listenToEnds, type Place } from './hand.ts'
import { connectCommands } from './keys.ts'
import { buildLayersPanel, updateLayersPanel } from './layers-panel.ts'
import { showFailure } from './loading-cover.ts'
import type { MapView } from './map-view.ts'
import { linkText, readLink } from './permalink.ts'
import { buildQueryPanel, updateQueryPanel } from './query-panel.ts'
import { Session } from './session.ts'
import { Stage } from './stage.ts'
import { updateStressPanel } from './stress-panel.ts'

/** The size of the query half of the library, as this page loads it; the bundler fills it in. */
declare const QUERY_GZIP_BYTES: number

function showMap(facts: WorldFacts, signal: AbortSignal): Stage {
  const session = new Session(facts, worker)
  writeFacts(facts)
  for (const id of ['random', 'stress']) button(id).disabled = facts.islands === 0
  const stage = new Stage(session, worker.paint, signal)
  const { view } = stage
  buildQueryPanel(session)
  buildLayersPanel(session, signal)
  buildDrawPanel(session, signal)
  const updateFields = connectEndFields(session, cellWords(facts), signal)
  listenToEnds(view, endsOn(session, stage), signal)
  connectCommands(commandsOf(session, stage), CLICKS, signal)
  view.onFrame(() => {
    writeFacts(session.facts)
    updateFields()
    updateQueryPanel(session)
    updateDrawPanel(session)
    updateLayersPanel(session, stage)
    updateStressPanel(session)
    setText('place', placeText(session))
    setText('foot', footText(view))
  })
  followAddress(view, addressedBy(session, view), `on this map of ${sizeText(facts)}`, signal)
  return stage
}

/** The pointer reaches entries this near. */
const ENTRY_PIXELS = 16

function endsOn(session: Session, stage: Stage): EndsOnMap<Cell> {
  const { view } = stage
  /** The closest cell where the place is off the map. */
  const cellAt = (place: Place): Cell => {
    const { width, height } = session.facts
    const { x, y } = view.cellAt(place)
    return { x: Math.min(width - 1, Math.max(0, x)), y: Math.min(height - 1, Math.max(0, y)) }
  }
  return {
    ended: session,
    cellAt,
    shownAt: cell => cell,
    pointed: at => session.point(cellAt(at), stage.level, ENTRY_PIXELS / view.cellPixels),
    grab(press) {
      if (!session.drawing.isOn || press.button !== 0) return null
      session.drawing.beginGesture()
      return brushFrom(press, cellAt, (from, to) => session.drawing.line(from, to))
    },
  }
}

function cellWords({ width, height }: WorldFacts): CellWords<Cell> {
  return {
    cellOf: text => readCell(text, width, height),
    textOf: ({ x, y }) => `${x}, ${y}`,
    wanted: `a cell: type x, y from 0, 0 to ${width - 1}, ${height - 1}`,
  }
}

function addressedBy(session: Session, view: MapView): Addressed {
  const { width, height, levels } = session.facts
  return {
    get isDragging() {
      return session.isDragging
    },
    read(text) {
      const link = readLink(text, width, height, levels.length - 1)
      session.setLayers(link.layers)
      session.set({ level: link.level })
      session.setQuality(link.quality)
      session.setEnds(link.start, link.goal)
      if (link.look !== null) lookAt(view, link.look)
      else view.showMap(false)
      // A random pair does not move a view that the address gives.
      const showEnds = () => link.look ?? view.showEnds(session.ends())
      if (link.start === null && link.goal === null) session.askForPair(showEnds)
      else showEnds()
      return link.strange
    },
    write() {
      const { start, goal, level, quality, layers } = session
      return linkText({ start, goal, layers: [...layers], level, quality, look: lookOf(view) })
    },
    get hasChosenEnds() {
      return !session.isByChance && session.ends().length === 2
    },
  }
}

function writeFacts(facts: WorldFacts): void {
  const { title, islands, byteLength, directions } = facts
  const parts = [sizeText(facts), counted(islands, 'island'), bytesText(byteLength)]
  if (directions === 4) parts.push('4 directions')
  showHead(title, parts)
}

function sizeText({ width, height }: WorldFacts): string {
  return `${countText(width)} \u00d7 ${countText(height)} cells`
}

/** The cell under the pointer, and its cost and island when the worker has answered. */
function placeText({ pointed, place, facts }: Session): string {
  if (pointed === null) return ''
  const at = `${pointed.x}, ${pointed.y}`
  if (place === null || place.cell.x !== pointed.x || place.cell.y !== pointed.y) return at
  const { cost, island } = place
  if (cost === 0) return `${at} \u00b7 wall`
  const price = facts.uniform ? '' : ` \u00b7 cost ${cost}`
  return `${at}${price} \u00b7 island ${countText(island)}`
}

function footText(view: MapView): string {
  const finder = `The finder runs in this page: ${bytesText(QUERY_GZIP_BYTES)} gzipped.`
  const frameMs = view.medianFrameMs()
  return frameMs === null ? finder : `${finder} A frame takes ${digits(frameMs)} ms.`
}

let stage: Stage | null = null
const worker = startWorker<MapCalls, MapNews>(
  'worker.js',
  news => stage?.hear(news),
  () => showFailure('The map cannot be shown', 'The worker of this page came to a halt. Reload the page.'),
)

startPage({
  make: worker.make,
  async open(title, bytes) {
    const facts = await worker.open(title, bytes)
    return signal => {
      stage = showMap(facts, signal)
      return stage
    }
  },
})
