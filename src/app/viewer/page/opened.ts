/**
 * A map that is open: session, stage, panels, pointer, keys and address bar are joined here, and from then on whatever
 * the worker says goes to the one whom it concerns. When `signal` ends, another map takes the page.
 */
import { bytesText, counted, countText, digits } from '../../cli/words.ts'
import type { Ask, Reply, WorldFacts } from '../protocol.ts'
import { Actions } from './actions.ts'
import { announceAnswer } from './announce.ts'
import { updateCorner } from './corner.ts'
import { buildDrawPanel, download, updateDrawPanel } from './draw-panel.ts'
import { button, division, setShown, setText } from './elements.ts'
import { connectEnds, updateEnds } from './end-fields.ts'
import { listenToKeys } from './keys.ts'
import { buildLayersPanel, updateLayersPanel } from './layers-panel.ts'
import { notify } from './notice.ts'
import { endsText, linkText, readLink, strangeIn } from './permalink.ts'
import { PointerInput } from './pointer.ts'
import { buildQualityChoice, updateQualityChoice } from './quality-choice.ts'
import { updateQueryPanel } from './query-panel.ts'
import { Session } from './session.ts'
import { Stage } from './stage.ts'
import { updateStressPanel } from './stress-panel.ts'

/** Of the query half of the library as this page loads it; the bundler fills it in. */
declare const QUERY_GZIP_BYTES: number

/** Browsers allow a hundred changes of the address in half a minute. */
const LINK_REST_MS = 350

export interface ShownMap {
  /** What the worker says. */
  hear(reply: Reply): void
  redraw(): void
  /** Whether something is drawn that no file has. */
  isUnsaved(): boolean
}

export function showMap(facts: WorldFacts, post: (ask: Ask) => void, signal: AbortSignal): ShownMap {
  const session = new Session(facts, post)
  setShown(division('panel'), true)
  setShown(division('corner'), true)
  const stage = new Stage(document.querySelector('canvas')!, session, post, signal)
  const actions = new Actions(session, stage)
  buildQualityChoice(session)
  buildLayersPanel(session, signal)
  buildDrawPanel(session, signal)
  connectEnds(session, signal)
  new PointerInput(stage, session, signal)
  listenToKeys(actions, session, signal)
  connectButtons(actions, session, signal)
  stage.onFrame(() => {
    writeFacts(session.facts)
    updateEnds(session)
    updateQueryPanel(session)
    updateQualityChoice(session)
    updateDrawPanel(session)
    updateLayersPanel(session, stage)
    updateStressPanel(session)
    updateCorner(session, stage)
    announceAnswer(session)
    setText(division('foot'), footText(stage))
  })
  followAddress(session, stage, actions, signal)
  const hear = (reply: Reply) => {
    if (reply.kind === 'tile') stage.receive(reply.key, reply.bitmap)
    else if (reply.kind === 'saved') download(session.facts.title, reply.ending, reply.bytes)
    else session.hear(reply)
  }
  return { hear, redraw: () => stage.invalidate(), isUnsaved: () => session.drawing.isUnsaved }
}

function writeFacts({ title, width, height, islandCount, sizeBytes, directions }: WorldFacts): void {
  const named = `${title} - isthmus`
  if (document.title !== named) document.title = named
  setText(division('world-title'), title)
  const size = `${countText(width)} \u00d7 ${countText(height)} cells`
  const parts = [size, counted(islandCount, 'island'), bytesText(sizeBytes)]
  if (directions === 4) parts.push('4 directions')
  setText(division('world-facts'), parts.join(' \u00b7 '))
}

function footText(stage: Stage): string {
  const finder = `The finder runs in this page: ${bytesText(QUERY_GZIP_BYTES)} gzipped.`
  const frameMs = stage.meter.medianMs()
  return frameMs === null ? finder : `${finder} A frame takes ${digits(frameMs)} ms.`
}

function connectButtons(actions: Actions, session: Session, signal: AbortSignal): void {
  const connect = (id: string, run: () => void) => button(id).addEventListener('click', run, { signal })
  button('random').disabled = session.facts.islandCount === 0
  button('stress').disabled = session.facts.islandCount === 0
  connect('random', () => actions.randomPair())
  connect('copy', () => actions.copyLink())
  connect('swap', () => session.swap())
  connect('start-show', () => actions.showEnd(session.start))
  connect('goal-show', () => actions.showEnd(session.goal))
  connect('take-nearest', () => session.takeNearest())
  connect('excess', () => session.toggleExact())
  connect('stress', () => session.toggleStress())
  connect('theme', () => actions.theme())
  connect('help-open', () => actions.help())
  connect('zoom-in', () => actions.zoom(1))
  connect('zoom-out', () => actions.zoom(-1))
  connect('zoom-fit', () => actions.fit())
  connect('fold', () => actions.fold())
}

/** The page shows what its address says, then the address follows the page. */
function followAddress(session: Session, stage: Stage, actions: Actions, signal: AbortSignal): void {
  const { camera } = stage
  const { width, height, levels } = session.facts
  // Going back in the browser goes back by the ends that a person has chosen, not by pairs of chance or places looked at.
  let writtenEnds = ''
  const read = () => {
    const link = readLink(location.hash, width, height, levels.length - 1)
    const strange = strangeIn(location.hash, width, height, levels.length - 1)
    if (strange.length > 0) {
      notify(
        `This link says ${strange.join(', ')}, which means nothing on this map of ${width} \u00d7 ${height} cells.`,
      )
    }
    writtenEnds = endsText(link.start, link.goal)
    session.setLayers(link.layers)
    session.setLevel(link.level)
    session.setQuality(link.quality)
    session.setEnds(link.start, link.goal)
    if (link.look !== null) camera.lookAt(link.look.x, link.look.y, link.look.cellPixels * camera.density)
    else actions.showAll()
    // Where the address says where to look from, a pair that it does not name is no reason to look elsewhere.
    if (link.start === null && link.goal === null) actions.randomPair(link.look === null)
    else if (link.look === null) actions.showEnds()
    stage.invalidate()
  }
  let timer = 0
  const write = () => {
    timer = 0
    if (signal.aborted || session.isDragging) return
    const { start, goal, level, quality } = session
    const look = { ...camera.middle(), cellPixels: stage.cellPixels }
    const text = linkText({ start, goal, layers: [...session.layers], level, quality, look })
    if (text === location.hash) return
    const ends = endsText(start, goal)
    if (ends !== writtenEnds && !session.isByChance && start !== null && goal !== null)
      history.pushState(null, '', text)
    else history.replaceState(null, '', text)
    writtenEnds = ends
  }
  read()
  window.addEventListener('hashchange', read, { signal })
  stage.onFrame(() => {
    window.clearTimeout(timer)
    timer = window.setTimeout(write, LINK_REST_MS)
  })
}
