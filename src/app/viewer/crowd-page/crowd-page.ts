/**
 * The page of a crowd: thousands of units follow one field over a map, with or without avoidance, or move as a fleet. A
 * worker moves them; walls are drawn while they walk.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { openColumns } from '../../../atlas/open-columns.ts'
import { isParty } from '../../../atlas/party.ts'
import { openParty } from '../../../atlas/travellers-open.ts'
import { countText } from '../../cli/words.ts'
import { showHead, startPage } from '../page/bring.ts'
import { type Choice, division, element, makeChoice, setStyle, setText } from '../page/elements.ts'
import { notify } from '../page/loading-cover.ts'
import {
  type BroughtFile,
  type CrowdAsk,
  type CrowdFile,
  type CrowdFrame,
  type CrowdReply,
  WAYS,
  type Way,
} from '../protocol.ts'
import { type CrowdHand, CrowdStage } from './crowd-stage.ts'

const NAME_OF: Record<Way, string> = { passing: 'Pass each other', through: 'No avoidance', fleet: 'Fleet' }
const BRUSHES: readonly Choice<CrowdHand['brush']>[] = [
  { value: 'off', text: 'Goal' },
  { value: 'wall', text: 'Wall' },
  { value: 'ground', text: 'Ground' },
]
const SEED = 1
const NUMBERS_MS = 250

const worker = new Worker(new URL('crowd-worker.js', location.href), { type: 'module' })
worker.onmessage = ({ data }: MessageEvent<CrowdReply>) => hear(data)
const count = element('count', HTMLInputElement)
const wanders = element('wanders', HTMLInputElement)
const way = readWay()
let brush: CrowdHand['brush'] = 'off'
let stage: CrowdStage | null = null
let tenure = new AbortController()
let newest: CrowdFrame | null = null
/** Called with the answer to the files dropped last. */
let hearFile: (reply: CrowdFile) => void = () => {}

function post(ask: CrowdAsk, given: Transferable[] = []): void {
  worker.postMessage(ask, given)
}

function show(title: string, bytes: Uint8Array): void {
  const columns = columnsOf(bytes)
  const { width, height, costMin } = columns.terrain
  const cost = () => (brush === 'wall' ? 0 : costMin)
  const hand: CrowdHand = {
    get brush() {
      return brush
    },
    goal: goal => {
      wanders.checked = false
      post({ kind: 'goal', goal })
    },
    draw: areas => {
      stage?.brush(areas, cost())
      post({ kind: 'draw', areas, cost: cost() })
    },
  }
  const copy = bytes.slice()
  post({ kind: 'open', bytes: copy, seed: SEED }, [copy.buffer])
  showHead(title, [`${countText(width)} \u00d7 ${countText(height)} cells`])
  tenure.abort()
  tenure = new AbortController()
  const isFirst = stage === null
  newest = null
  stage = new CrowdStage(columns, hand, tenure.signal)
  if (isFirst) buildPanel()
  else send()
}

/** The columns of an atlas; in a file of travellers, those of the first. */
function columnsOf(bytes: Uint8Array): AtlasColumns {
  if (!isParty(bytes)) return openColumns(bytes)
  const party = openParty(bytes)
  return party.columnsOf(party.travellers[0])
}

function hear(reply: CrowdReply): void {
  if (reply.kind === 'problem') {
    setText(division('problem'), reply.text)
    return
  }
  if (reply.kind === 'file') {
    hearFile(reply)
    return
  }
  newest = reply
  stage?.receive(reply)
}

function buildPanel(): void {
  const ways = WAYS.map(value => ({ value, text: NAME_OF[value] }))
  const pressWay = makeChoice('ways', ways, one => choose(one))
  const choose = (one: Way) => {
    way.now = one
    history.replaceState(null, '', `#way=${one}&count=${count.value}`)
    pressWay(one)
    send()
  }
  count.value = String(way.count)
  setText(division('count-text'), countText(way.count))
  count.addEventListener('input', () => setText(division('count-text'), countText(Number(count.value))))
  count.addEventListener('change', () => choose(way.now))
  choose(way.now)
  const pressBrush = makeChoice('brushes', BRUSHES, one => take(one))
  const take = (one: CrowdHand['brush']) => {
    brush = one
    pressBrush(one)
  }
  take('off')
  wanders.addEventListener('change', () => {
    if (wanders.checked) post({ kind: 'goal', goal: null })
  })
  document.addEventListener('visibilitychange', () => post({ kind: 'run', isOn: !document.hidden }))
  window.setInterval(showNumbers, NUMBERS_MS)
}

function send(): void {
  setText(division('problem'), '')
  post({ kind: 'units', way: way.now, count: Number(count.value) })
}

function showNumbers(): void {
  if (newest === null) return
  const { x, tickMs, budgetMs, goalsReached, isThere } = newest
  const share = tickMs / budgetMs
  setStyle(division('budget-used'), 'width', `${Math.min(100, 100 * share).toFixed(1)}%`)
  division('budget').classList.toggle('over', share > 1)
  setText(division('budget-text'), `A tick takes ${tickMs.toFixed(1)} of ${budgetMs.toFixed(0)} ms.`)
  const drawn = stage?.view.medianFrameMs() ?? 0
  setText(division('frame-text'), `A frame takes ${drawn.toFixed(1)} of 16.7 ms.`)
  const come = isThere.reduce((sum, one) => sum + one, 0)
  const done = way.now === 'fleet' ? `${countText(goalsReached)} goals reached` : `${countText(come)} are there`
  setText(division('units-text'), `${countText(x.length)} units, ${done}.`)
}

/** The address tells how many units move, and in what way. */
function readWay(): { now: Way; readonly count: number } {
  const said = new URLSearchParams(location.hash.slice(1))
  const known = WAYS.find(one => one === said.get('way'))
  const wished = Math.round(Number(said.get('count') ?? count.value))
  return { now: known ?? 'passing', count: Math.min(Number(count.max), Math.max(Number(count.min), wished || 1)) }
}

/** The worker reads and bakes what was dropped: an atlas, a map, or a map of an editor with its tilesets. */
async function take(files: readonly BroughtFile[]): Promise<void> {
  const answer = new Promise<CrowdFile>(resolve => {
    hearFile = resolve
  })
  post({ kind: 'files', files })
  const { title, bytes, note } = await answer
  if (bytes !== null) show(title, bytes)
  if (note !== '') notify(note)
}

startPage(() => stage?.groundChanged(), show, take)
