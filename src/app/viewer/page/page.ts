/**
 * The page, put together: the worker opens the atlas; then session, stage, panels, pointer, keys and address bar are
 * joined here, and from then on whatever the worker says goes to the one whom it concerns.
 */
import { bytesText, counted, countText, digits } from '../../cli/words.ts'
import type { Ask, Reply, WorldFacts } from '../protocol.ts'
import { Actions } from './actions.ts'
import { updateCorner } from './corner.ts'
import { coverIsAlive, liftCover, missingFeature, showFailure, showLoading } from './cover.ts'
import { button, division, setShown, setText } from './elements.ts'
import { listenToKeys } from './keys.ts'
import { buildLayersPanel, updateLayersPanel } from './layers-panel.ts'
import { linkText, readLink } from './permalink.ts'
import { PointerInput } from './pointer.ts'
import { updateQueryPanel } from './query-panel.ts'
import { Session } from './session.ts'
import { Stage } from './stage.ts'
import { updateStressPanel } from './stress-panel.ts'
import { applyTheme } from './theme.ts'

/** Of the query half of the library as this page loads it; the bundler fills it in. */
declare const QUERY_GZIP_BYTES: number

/** Browsers allow a hundred changes of the address in half a minute. */
const LINK_REST_MS = 350

function start(): void {
  applyTheme()
  coverIsAlive()
  const missing = missingFeature()
  if (missing !== '') {
    showFailure('This browser cannot show the map', missing)
    return
  }
  const worker = new Worker(new URL('worker.js', location.href), { type: 'module' })
  const post = (ask: Ask) => worker.postMessage(ask)
  worker.onerror = () =>
    showFailure('The map cannot be shown', 'The worker of this page came to a halt. Reload the page.')
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (data.kind === 'loading') showLoading(data.doneBytes, data.totalBytes)
    else if (data.kind === 'failed') showFailure('The map cannot be shown', data.message)
    else if (data.kind === 'opened') open(data.facts, worker, post)
  }
  post({ kind: 'open' })
}

function open(facts: WorldFacts, worker: Worker, post: (ask: Ask) => void): void {
  const session = new Session(facts, post)
  setShown(division('panel'), true)
  setShown(division('corner'), true)
  const stage = new Stage(document.querySelector('canvas')!, session, post)
  const actions = new Actions(session, stage)
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (data.kind === 'tile') stage.receive(data.key, data.bitmap)
    else if (data.kind === 'failed') showFailure('Something went wrong in this page', data.message)
    else session.hear(data)
  }
  writeFacts(facts)
  buildLayersPanel(session)
  new PointerInput(stage, session)
  listenToKeys(actions, session)
  connectButtons(actions, session)
  stage.onFrame(() => {
    updateQueryPanel(session)
    updateLayersPanel(session, stage)
    updateStressPanel(session)
    updateCorner(session, stage)
    setText(division('foot'), footText(stage))
  })
  followAddress(session, stage, actions)
  liftCover()
}

function writeFacts({ title, width, height, islandCount, sizeBytes, directions }: WorldFacts): void {
  document.title = `${title} - isthmus`
  setText(division('world-title'), title)
  const size = `${countText(width)} \u00d7 ${countText(height)} cells`
  const parts = [size, counted(islandCount, 'island'), bytesText(sizeBytes)]
  if (directions === 4) parts.push('4 directions')
  setText(division('world-facts'), parts.join(' \u00b7 '))
}

function footText(stage: Stage): string {
  const finder = `The finder runs in this page: ${bytesText(QUERY_GZIP_BYTES)} gzipped.`
  const frames = stage.meter.read()
  return frames === null ? finder : `${finder} A frame takes ${digits(frames.p50Ms)} ms.`
}

function connectButtons(actions: Actions, session: Session): void {
  const connect = (id: string, run: () => void) => button(id).addEventListener('click', run)
  connect('random', () => actions.randomPair())
  connect('copy', () => actions.copyLink())
  connect('swap', () => session.swap())
  connect('start-end', () => actions.showEnd(session.start))
  connect('goal-end', () => actions.showEnd(session.goal))
  connect('take-nearest', () => session.takeNearest())
  connect('excess', () => session.toggleExact())
  connect('stress', () => session.toggleStress())
  connect('theme', () => actions.theme())
  connect('help-open', () => actions.help())
  connect('zoom-in', () => actions.zoom(1))
  connect('zoom-out', () => actions.zoom(-1))
  connect('zoom-fit', () => actions.fit())
  connect('fold', () => {
    const isUnfolded = division('panel').classList.toggle('unfolded')
    button('fold').setAttribute('aria-expanded', String(isUnfolded))
  })
}

/** The page shows what its address says, then the address follows the page. */
function followAddress(session: Session, stage: Stage, actions: Actions): void {
  const { camera } = stage
  const { width, height, levels } = session.facts
  const read = () => {
    const link = readLink(location.hash, width, height, levels.length - 1)
    session.setLayers(link.layers)
    session.setLevel(link.level)
    session.setEnds(link.start, link.goal)
    if (link.look !== null) camera.lookAt(link.look.x, link.look.y, link.look.cellPixels * camera.density)
    else actions.showAll()
    // Where the address says where to look from, a pair that it does not name is no reason to look elsewhere.
    if (link.start === null && link.goal === null) actions.randomPair(link.look === null)
    stage.invalidate()
  }
  let timer = 0
  const write = () => {
    timer = 0
    const { start, goal, level } = session
    const look = { ...camera.middle(), cellPixels: stage.cellPixels }
    const text = linkText({ start, goal, layers: [...session.layers], level, look })
    if (text !== location.hash) history.replaceState(null, '', text)
  }
  read()
  window.addEventListener('hashchange', read)
  stage.onFrame(() => {
    window.clearTimeout(timer)
    timer = window.setTimeout(write, LINK_REST_MS)
  })
}

start()
