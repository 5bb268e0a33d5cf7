/**
 * The page of a crowd: thousands of units follow one field over a map, with or without avoidance, or move as a fleet. A
 * worker moves them; walls are drawn while they walk.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { openColumns } from '../../../atlas/open-columns.ts'
import { isParty } from '../../../atlas/party.ts'
import { openParty } from '../../../atlas/travellers-open.ts'
import { countText } from '../../cli/words.ts'
import { costRangeOf } from '../../draw/costs.ts'
import { groundLookOf, NO_LEVEL } from '../../draw/ground-painter.ts'
import { type CostRange, GOAL, SCHEMES } from '../../draw/palette.ts'
import { canvasSurface } from '../canvas-surface.ts'
import { showHead, startPage } from '../page/bring.ts'
import { areasOfLine } from '../page/drawing.ts'
import { type Choice, division, element, makeChoice, setStyle, setText } from '../page/elements.ts'
import { brushFrom, listenToHand, type Place, type Press } from '../page/hand.ts'
import { connectCommands, viewCommands } from '../page/keys.ts'
import { notify } from '../page/loading-cover.ts'
import { MapView } from '../page/map-view.ts'
import { type DrawMaps, paintedMaps } from '../page/painted-maps.ts'
import { schemeName } from '../page/theme.ts'
import { drawAreas } from '../page/tile-layers.ts'
import {
  type BroughtFile,
  type Cell,
  type CrowdAsk,
  type CrowdFile,
  type CrowdFrame,
  type CrowdReply,
  type Rect,
  WAYS,
  type Way,
} from '../protocol.ts'
import { Between, unitsLayer } from './units-layer.ts'

const CLICKS = [
  ['Click', 'send all units there'],
  ['Drag', 'move the map; with a brush, draw'],
  ['Wheel, pinch', 'zoom'],
] as const
/** Cells to the side of what a brush draws. */
const BRUSH_CELLS = 3

/** What a hand on the map asks for. */
interface CrowdHand {
  readonly brush: 'off' | 'wall' | 'ground'
  goal(cell: Cell): void
  draw(areas: readonly Rect[]): void
}

/** Two canvases, one above the other: the ground, drawn when it or the view has changed, and the units, drawn in every frame. */
class CrowdStage {
  readonly view: MapView
  private readonly over = document.createElement('canvas')
  private readonly overContext = this.over.getContext('2d')!
  private readonly drawUnits = unitsLayer(this.overContext)
  private readonly drawMaps: DrawMaps
  private readonly costs: CostRange
  private readonly drawn: { readonly areas: readonly Rect[]; readonly cost: number }[] = []
  private readonly between = new Between()
  private drawnGround = ''
  private isGroundOld = true

  /** The signal ends the stage when another map takes the canvas. */
  constructor(columns: AtlasColumns, hand: CrowdHand, signal: AbortSignal) {
    const { width, height } = columns.terrain
    this.view = new MapView({ width, height }, () => this.draw(), signal)
    const { camera, canvas } = this.view
    this.over.id = 'units'
    canvas.after(this.over)
    signal.addEventListener('abort', () => this.over.remove())
    this.costs = costRangeOf(columns.terrain)
    this.drawMaps = paintedMaps([{ name: '', x: 0, y: 0, width, height }], () => columns, this.costs)
    this.view.showMap(false)
    const cellAt = (place: Place) => this.view.cellAt(place)
    const draw = (from: Cell, to: Cell) => hand.draw(areasOfLine(from, to, BRUSH_CELLS))
    const handled = {
      ...{ camera, moved: () => this.view.moved(), pointed: () => {} },
      clicked: (at: Place) => hand.goal(cellAt(at)),
      grab: (press: Press) => (hand.brush !== 'off' && press.button === 0 ? brushFrom(press, cellAt, draw) : null),
    }
    listenToHand(canvas, handled, signal)
    connectCommands(viewCommands(this.view), CLICKS, signal)
  }

  receive(frame: CrowdFrame): void {
    this.between.receive(frame, performance.now())
    this.view.invalidate()
  }

  groundChanged(): void {
    this.isGroundOld = true
    this.view.invalidate()
  }

  brush(areas: readonly Rect[], cost: number): void {
    this.drawn.push({ areas, cost })
    this.groundChanged()
  }

  private draw(): boolean {
    const { between, over } = this
    const { camera } = this.view
    const { x, y, scale, width, height } = camera
    if (over.width !== width || over.height !== height) Object.assign(over, { width, height })
    const ground = [x, y, scale, width, height, schemeName()].join()
    if (this.isGroundOld || ground !== this.drawnGround) this.isGroundOld = !this.drawGround()
    this.drawnGround = ground
    const isMoving = between.at(performance.now())
    const { newest } = between
    if (newest !== null) {
      this.drawUnits(newest, between, camera)
      const { goal } = newest
      const surface = canvasSurface(this.overContext, camera, SCHEMES[schemeName()])
      if (goal !== null) surface.ring(goal.x, goal.y, 9 * camera.density, 3 * camera.density, GOAL)
    }
    if (this.isGroundOld || isMoving) this.view.invalidate()
    return this.isGroundOld
  }

  /** Tiles of the atlas, and over them what was drawn since; false while tiles are missing. */
  private drawGround(): boolean {
    const { context, camera } = this.view
    const look = groundLookOf(new Set(['terrain']), NO_LEVEL, schemeName())
    const isWhole = this.drawMaps(context, camera, look)
    for (const one of this.drawn) drawAreas(context, camera, one, this.costs, SCHEMES[schemeName()])
    return isWhole
  }
}

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
