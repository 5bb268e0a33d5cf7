/**
 * The page of a crowd: thousands of units follow one field over a map, with or without avoidance, or move as a fleet. A
 * worker moves them; walls are drawn while they walk.
 */
import type { AtlasColumns } from '../../../atlas/columns.ts'
import { openColumns } from '../../../atlas/open-columns.ts'
import { isTravellersFile } from '../../../atlas/travellers-file.ts'
import { openTravellersFile } from '../../../atlas/travellers-open.ts'
import { countText } from '../../cli/words.ts'
import { costRangeOf } from '../../draw/costs.ts'
import { type CostRange, GOAL, SCHEMES } from '../../draw/palette.ts'
import { messageOf, startWorker } from '../calls.ts'
import { canvasSurface } from '../canvas-surface.ts'
import type { CrowdCalls, CrowdFrame, Way } from '../crowd-worker/crowd-worker.ts'
import { type Shown, showHead, startPage } from '../page/bring.ts'
import { areasOfLine } from '../page/drawing.ts'
import { type Choice, division, field, makeChoice, setStyle, setText } from '../page/elements.ts'
import { brushFrom, listenToHand, type Place } from '../page/hand.ts'
import { connectCommands } from '../page/keys.ts'
import { MapView } from '../page/map-view.ts'
import { type DrawMaps, paintedMaps } from '../page/painted-maps.ts'
import { schemeName } from '../page/theme.ts'
import { drawAreas } from '../page/tile-layers.ts'
import type { Cell, Rect } from '../protocol.ts'
import { Between, unitsLayer } from './units-layer.ts'

const CLICKS = [
  ['Click', 'send all units there'],
  ['Drag', 'move the map; with a brush, draw'],
  ['Wheel, pinch', 'zoom'],
] as const
/** Cells to the side of what a brush draws. */
const BRUSH_CELLS = 3

type Brush = 'off' | 'wall' | 'ground'

/** Two canvases, one above the other: the ground, drawn when it or the view has changed, and the units, drawn in every frame. */
class CrowdStage implements Shown {
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
  constructor(columns: AtlasColumns, signal: AbortSignal) {
    const { width, height, costMin } = columns.terrain
    this.view = new MapView({ width, height }, () => this.draw(), signal)
    this.over.id = 'units'
    this.view.canvas.after(this.over)
    signal.addEventListener('abort', () => this.over.remove())
    this.costs = costRangeOf(columns.terrain)
    this.drawMaps = paintedMaps([{ name: '', x: 0, y: 0, width, height }], () => columns, this.costs)
    this.view.showMap(false)
    const cellAt = (place: Place) => this.view.cellAt(place)
    const draw = (from: Cell, to: Cell) =>
      this.paint(areasOfLine(from, to, BRUSH_CELLS), brush === 'wall' ? 0 : costMin)
    listenToHand(this.view, {
      clicked(at) {
        wanders.checked = false
        worker.goTo(cellAt(at))
      },
      grab: press => (brush !== 'off' && press.button === 0 ? brushFrom(press, cellAt, draw) : null),
    })
    connectCommands(this.view, [], CLICKS)
  }

  receive(frame: CrowdFrame): void {
    this.between.receive(frame, performance.now())
    this.view.invalidate()
  }

  private paint(areas: readonly Rect[], cost: number): void {
    worker.draw(areas, cost)
    this.drawn.push({ areas, cost })
    this.isGroundOld = true
    this.view.invalidate()
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
    const isWhole = this.drawMaps(context, camera, { layers: ['terrain'], level: 0, scheme: schemeName() })
    for (const one of this.drawn) drawAreas(context, camera, one, this.costs, SCHEMES[schemeName()])
    return isWhole
  }
}

const NAME_OF: Record<Way, string> = { passing: 'Pass each other', through: 'No avoidance', fleet: 'Fleet' }
const WAYS = Object.keys(NAME_OF) as Way[]
const BRUSHES: readonly Choice<Brush>[] = [
  { value: 'off', text: 'Goal' },
  { value: 'wall', text: 'Wall' },
  { value: 'ground', text: 'Ground' },
]
const SEED = 1
const NUMBERS_MS = 250

const takeFrame = (frame: CrowdFrame) => {
  newest = frame
  stage?.receive(frame)
}
const worker = startWorker<CrowdCalls, CrowdFrame>('crowd-worker.js', takeFrame)
const count = field('count')
const wanders = field('wanders')
let way = readWay()
let brush: Brush = 'off'
let stage: CrowdStage | null = null
let newest: CrowdFrame | null = null

const pressWay = makeChoice(
  'ways',
  WAYS.map(value => ({ value, text: NAME_OF[value] })),
  send,
)
const pressBrush = makeChoice('brushes', BRUSHES, takeBrush)
takeBrush('off')
showCount()
count.addEventListener('input', showCount)
count.addEventListener('change', () => send(way))
wanders.addEventListener('change', () => wanders.checked && worker.goTo(null))
document.addEventListener('visibilitychange', () => worker.run(!document.hidden))
window.setInterval(showNumbers, NUMBERS_MS)

function takeBrush(one: Brush): void {
  brush = one
  pressBrush(one)
}

function showCount(): void {
  setText('count-text', countText(Number(count.value)))
}

/** The address tells how many units move, and in what way. */
function readWay(): Way {
  const said = new URLSearchParams(location.hash.slice(1))
  // The slider keeps its value within its bounds.
  count.value = said.get('count') ?? count.value
  return WAYS.find(one => one === said.get('way')) ?? 'passing'
}

function send(one: Way): void {
  way = one
  history.replaceState(null, '', `#way=${one}&count=${count.value}`)
  pressWay(one)
  showProblem('')
  worker.units(one, Number(count.value)).catch(error => showProblem(messageOf(error)))
}

function showProblem(text: string): void {
  setText('problem', text)
}

function showNumbers(): void {
  if (newest === null) return
  const { x, tickMs, budgetMs, goalsReached, isThere } = newest
  const share = tickMs / budgetMs
  setStyle('budget-used', 'width', `${Math.min(100, 100 * share).toFixed(1)}%`)
  division('budget').classList.toggle('over', share > 1)
  setText('budget-text', `A tick takes ${tickMs.toFixed(1)} of ${budgetMs.toFixed(0)} ms.`)
  const drawn = stage?.view.medianFrameMs() ?? 0
  setText('frame-text', `A frame takes ${drawn.toFixed(1)} of 16.7 ms.`)
  const come = isThere.reduce((sum, one) => sum + one, 0)
  const done = way === 'fleet' ? `${countText(goalsReached)} goals reached` : `${countText(come)} are there`
  setText('units-text', `${countText(x.length)} units, ${done}.`)
}

/** The columns of an atlas; in a file of travellers, those of the first. */
function columnsOf(bytes: Uint8Array): AtlasColumns {
  if (!isTravellersFile(bytes)) return openColumns(bytes)
  const file = openTravellersFile(bytes)
  return file.columnsOf(file.travellers[0])
}

startPage({
  make: worker.make,
  async open(title, bytes) {
    const columns = columnsOf(bytes)
    await worker.open(bytes.slice(), SEED)
    return signal => {
      const { width, height } = columns.terrain
      showHead(title, [`${countText(width)} \u00d7 ${countText(height)} cells`])
      newest = null
      stage = new CrowdStage(columns, signal)
      send(way)
      return stage
    }
  },
})
