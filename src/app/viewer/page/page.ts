/** The page of a map: its worker opens the map that is served with the page, and any file dropped on it. */

import { QUALITIES } from '../../../base/answer.ts'
import { bytesText, counted, countText, digits } from '../../cli/words.ts'
import { LAYERS, ROW_OF_LAYER } from '../../draw/layers.ts'
import { messageOf, startWorker } from '../calls.ts'
import type { Cell, SavedForm, WorldFacts } from '../protocol.ts'
import type { MapCalls, MapNews } from '../worker/worker.ts'
import { showHead, startPage } from './bring.ts'
import { connectDrawPanel, download } from './draw-panel.ts'
import { BRUSHES } from './drawing.ts'
import { button, division, setText } from './elements.ts'
import { connectEnds } from './end-controls.ts'
import type { Cells } from './ends.ts'
import { brushFrom, type Press } from './hand.ts'
import { type Command, connectCommands } from './keys.ts'
import { connectLayersPanel, playSearch } from './layers-panel.ts'
import { notify } from './loading-cover.ts'
import { cellsOfMap, type MapLink, mapFields } from './map-cells.ts'
import type { MapView } from './map-view.ts'
import { followAddress, lookAt, lookOf } from './permalink.ts'
import { connectQueryPanel } from './query-panel.ts'
import { Session } from './session.ts'
import { Stage } from './stage.ts'
import { connectStressPanel } from './stress-panel.ts'

/** The size of the query half of the library, as this page loads it; the bundler fills it in. */
declare const QUERY_GZIP_BYTES: number

function showMap(facts: WorldFacts, signal: AbortSignal): Stage {
  const session = new Session(facts, worker)
  writeFacts(facts)
  for (const id of ['random', 'stress']) button(id).disabled = facts.islands === 0
  const stage = new Stage(session, worker.paint, signal)
  const { view } = stage
  const { ends } = session
  const cells = cellsOfMap(facts)
  connectQueryPanel(session, view)
  connectDrawPanel(session, view)
  connectLayersPanel(session, stage)
  connectStressPanel(session, view)
  const endCommands = connectEnds(view, ends, cells, handOn(session, stage, cells))
  connectCommands(view, commandsOf(session, stage, endCommands), CLICKS)
  view.onFrame(() => {
    writeFacts(session.facts)
    setText('place', placeText(session))
    setText('foot', footText(view))
  })
  const fields = mapFields(cells, facts.levels.length - 1)
  followAddress(view, { ends, fields, ...addressedBy(session, view) }, `on this map of ${sizeText(facts)}`)
  return stage
}

/** The pointer reaches entries this near. */
const ENTRY_PIXELS = 16

function handOn(session: Session, stage: Stage, cells: Cells<Cell>) {
  const { drawing } = session
  const { view } = stage
  return {
    pointed: (cell: Cell | null) => cell && session.point(cell, stage.level, ENTRY_PIXELS / view.cellPixels),
    grab(press: Press) {
      if (!drawing.isOn || press.button !== 0) return null
      drawing.beginGesture()
      return brushFrom(
        press,
        place => cells.at(view.cellAt(place))!,
        (from, to) => drawing.line(from, to),
      )
    },
  }
}

function addressedBy(session: Session, view: MapView) {
  const { ends } = session
  return {
    now(): MapLink {
      const { level, quality, layers } = session
      return { from: ends.start, to: ends.goal, layers: [...layers], level, quality, at: lookOf(view) }
    },
    show({ from, to, layers, level, quality, at }: MapLink): void {
      session.setLayers(layers)
      session.set({ level })
      session.setQuality(quality)
      ends.set(from, to)
      lookAt(view, at)
      // A random pair does not move a view that the address gives.
      const showEnds = () => at ?? view.showEnds(ends.list())
      if (from === null && to === null) session.askForPair(showEnds)
      else showEnds()
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

const COPIED_MS = 1600

const CLICKS = [
  ['Click', 'set the end whose field is active'],
  ['Shift click', 'set the other end; on a touch screen, hold'],
  ['Drag an end', 'the path follows'],
  ['Wheel, pinch', 'zoom'],
  ['Drop files', 'open a map or an atlas; a map of Tiled with its tilesets'],
] as const

/** Its buttons and keys. */
function commandsOf(session: Session, stage: Stage, endCommands: readonly Command[]): readonly Command[] {
  const { view } = stage
  const { drawing, ends } = session
  const layerKeys: string[] = Object.values(ROW_OF_LAYER).map(([key]) => key)
  const replay = () => {
    if (!session.layers.has('search')) session.toggle('search')
    playSearch(session)
  }
  const level = (steps: number) => {
    const top = Math.max(1, session.facts.levels.length - 1) - 1
    session.set({ level: Math.min(top, Math.max(0, stage.level + steps)) })
  }
  const random = () => session.askForPair(() => view.showEnds(ends.list()))
  const nearest = 'no path: move to the closest cell that has one'
  const save = (form: SavedForm) =>
    drawing.save(form).then(
      ({ ending, bytes }) => download(session.facts.title, ending, bytes),
      error => notify(messageOf(error)),
    )
  const redo = ['Ctrl Shift z', 'Ctrl y']
  return [
    { button: 'random', keys: ['r'], help: ['R', 'a random long pair'], run: random },
    ...endCommands,
    { button: 'take-nearest', keys: ['n', 'Enter'], help: ['N', nearest], run: () => session.takeNearest() },
    { button: 'excess', keys: ['e'], help: ['E', 'compare with the exact optimum'], run: () => session.toggleExact() },
    {
      keys: ['b'],
      help: ['B', 'brush: wall, ground, cost, none'],
      run: () => drawing.setBrush(after(BRUSHES, drawing.brush)),
    },
    { button: 'undo', keys: ['Ctrl z'], help: ['Ctrl Z', 'take back what was drawn'], run: () => drawing.step('undo') },
    { button: 'redo', keys: redo, help: ['Ctrl Shift Z, Ctrl Y', 'draw it again'], run: () => drawing.step('redo') },
    { button: 'save-atlas', run: () => save('atlas') },
    { button: 'save-map', run: () => save('map') },
    { button: 'save-png', run: () => save('png') },
    {
      keys: ['q'],
      help: ['Q', 'quality: fast, default, exact'],
      run: () => session.setQuality(after(QUALITIES, session.quality)),
    },
    { button: 'stress', keys: ['t'], help: ['T', 'stress: thousands of queries'], run: () => session.toggleStress() },
    {
      keys: layerKeys,
      help: ['1 .. 9, W X K', 'layers'],
      run: key => session.toggle(LAYERS[layerKeys.indexOf(key)]),
    },
    { keys: ['[', ']'], help: ['[ ]', 'a level down or up'], run: key => level(key === '[' ? -1 : 1) },
    { keys: [' '], help: ['Space', 'replay the search'], run: replay },
    { button: 'copy', keys: ['c'], help: ['C', 'copy a link to what you see'], run: copyLink },
  ]
}

/** The next of a list; after the last comes the first. */
function after<T>(all: readonly T[], one: T): T {
  return all[(all.indexOf(one) + 1) % all.length]
}

function copyLink(): void {
  const tell = (text: string) => {
    setText('copy-label', text)
    setText('announcer', text)
    window.setTimeout(() => setText(division('copy-label'), 'Copy link'), COPIED_MS)
  }
  // Without a secure origin there is no clipboard; the address bar has the link in any case.
  const copying = navigator.clipboard?.writeText(location.href) ?? Promise.reject()
  copying.then(
    () => tell('Link copied'),
    () => tell('See the address'),
  )
}

let stage: Stage | null = null
const worker = startWorker<MapCalls, MapNews>('worker.js', news => stage?.hear(news))

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
