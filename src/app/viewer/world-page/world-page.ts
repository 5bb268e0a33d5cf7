/**
 * The page of a world: its maps side by side, portals as arcs, and the trip between two cells that are clicked. The world
 * is opened and searched in the page itself: a trip takes less than a frame.
 */
import type { MapCell } from '../../../format/world/description.ts'
import { World } from '../../../world/open-world.ts'
import type { Trip } from '../../../world/trip.ts'
import { readWorldFile } from '../../../world/world-file.ts'
import type { WorldFinder } from '../../../world/world-finder.ts'
import { bytesText, counted } from '../../cli/words.ts'
import { costRangeOfWorld } from '../../draw/costs.ts'
import type { Layer } from '../../draw/layers.ts'
import { cssOf, SCHEMES, type Scheme } from '../../draw/palette.ts'
import { drawWorldMarks, onPlan, planOf, type WorldPicturePlan } from '../../draw/world-marks.ts'
import { canvasSurface } from '../canvas-surface.ts'
import { type Shown, showHead, startPage } from '../page/bring.ts'
import type { Camera } from '../page/camera.ts'
import { division, field, make, setShown, setText } from '../page/elements.ts'
import { connectEnds } from '../page/end-controls.ts'
import { Ends } from '../page/ends.ts'
import { connectCommands } from '../page/keys.ts'
import { MapView } from '../page/map-view.ts'
import { type DrawMaps, paintedMaps } from '../page/painted-maps.ts'
import { followAddress, lookAt, lookOf } from '../page/permalink.ts'
import { costText } from '../page/query-panel.ts'
import { schemeName } from '../page/theme.ts'
import { cellsOfWorld, keysOf, listPlaces, type WorldLink, worldFields } from './world-cells.ts'

const CLICKS = [
  ['Click', 'set the end whose field is active'],
  ['Shift click', 'set the other end; on a touch screen, hold'],
  ['Drag an end', 'the trip follows'],
  ['Wheel, pinch', 'zoom'],
  ['Drop files', 'open a world or a map; a map of Tiled with its tilesets'],
] as const

/** The choices of the person: the two ends, the keys at hand, and the trip between them. */
class WorldStage implements Shown {
  readonly view: MapView
  private readonly ends = new Ends<MapCell>({ moved: () => this.find(), changed: () => this.tell() })
  private readonly world: World
  private readonly finder: WorldFinder
  private readonly drawMaps: DrawMaps
  private readonly islands = field('islands')
  private readonly plan: WorldPicturePlan
  private readonly boxOfKey: ReadonlyMap<string, HTMLInputElement>
  private trip: Trip | null = null
  private pointed: MapCell | null = null

  constructor(world: World, signal: AbortSignal) {
    const plan = planOf(world)
    const cells = cellsOfWorld(world, plan)
    this.world = world
    this.plan = plan
    this.finder = world.finder()
    this.view = new MapView(plan, () => this.draw(), signal)
    this.drawMaps = paintedMaps(plan.maps, name => world.map(name).columns, costRangeOfWorld(world))
    this.boxOfKey = this.listKeys()
    this.islands.addEventListener('change', () => this.view.invalidate(), { signal })
    const { view, ends } = this
    const pointed = (cell: MapCell | null) => {
      this.pointed = cell
      view.invalidate()
    }
    // An end that is dragged between the maps stays where it was.
    connectCommands(view, connectEnds(view, ends, cells, { pointed }), CLICKS)
    listPlaces(world)
    view.onFrame(() => setText('place', this.pointed === null ? '' : cells.textOf(this.pointed)))
    const fields = worldFields(cells, [...this.boxOfKey.keys()])
    const addressed = { ends, fields, now: () => this.link(), show: (link: WorldLink) => this.showLink(link) }
    followAddress(view, addressed, 'in this world')
  }

  private draw(): boolean {
    const { trip, world, plan } = this
    const { start, goal } = this.ends
    const { camera, context } = this.view
    const scheme = schemeName()
    const layers: readonly Layer[] = this.islands.checked ? ['terrain', 'islands'] : ['terrain']
    const isWhole = this.drawMaps(context, camera, { layers, level: 0, scheme })
    const surface = canvasSurface(context, camera, SCHEMES[scheme])
    drawWorldMarks(surface, plan, { portals: world.portals, keys: new Set(this.keys()), start, goal, trip })
    drawNames(context, camera, world, plan, SCHEMES[scheme])
    if (!isWhole) this.view.invalidate()
    return !isWhole
  }

  private link(): WorldLink {
    const { start, goal } = this.ends
    return { from: start, to: goal, has: this.keys(), islands: this.islands.checked, at: lookOf(this.view) }
  }

  private showLink({ from, to, has, islands, at }: WorldLink): void {
    this.islands.checked = islands
    for (const [key, box] of this.boxOfKey) box.checked = has.includes(key)
    this.ends.set(from, to)
    // The height of the panel follows its content, so the trip comes first.
    this.find()
    lookAt(this.view, at)
  }

  private find(): void {
    const { start, goal } = this.ends
    this.trip = start === null || goal === null ? null : this.finder.find(start, goal, { has: this.keys() })
    this.tell()
  }

  private tell(): void {
    const { trip } = this
    this.view.invalidate()
    if (trip === null) {
      setText('trip', `Click the maps to set the ${this.ends.active}, or type its cell above.`)
      division('legs').replaceChildren()
      return
    }
    const sentence = trip.status === 'unreachable' ? trip.explain().message : trip.message
    setText('trip', trip.status === 'found' ? `${costText(trip.cost)} cell lengths` : sentence)
    const items = trip.legs.map(({ map, route, portal }) =>
      make('li', {}, `${map}: ${route.cost.toFixed(1)}${portal === null ? '' : `, then ${portal.id}`}`),
    )
    division('legs').replaceChildren(...items)
  }

  /** The keys at hand. */
  private keys(): string[] {
    return [...this.boxOfKey].filter(([, { checked }]) => checked).map(([key]) => key)
  }

  private listKeys(): Map<string, HTMLInputElement> {
    const boxes = new Map(keysOf(this.world).map(key => [key, make('input', { type: 'checkbox' })]))
    setShown('keys-section', boxes.size > 0)
    division('keys').replaceChildren(...[...boxes].map(([key, box]) => make('label', {}, box, key)))
    for (const box of boxes.values()) box.addEventListener('change', () => this.find())
    return boxes
  }
}

/** Names lie in slots of this size, in pixels of the page; one that would overlap another is left out. */
const SLOT_PIXELS = { width: 12, height: 18 }
const FONT = 'px system-ui, sans-serif'

function drawNames(
  context: CanvasRenderingContext2D,
  camera: Camera,
  world: World,
  plan: WorldPicturePlan,
  { smooth, casing }: Scheme,
): void {
  const { density } = camera
  const taken = new Set<string>()
  const draw = (name: string, left: number, middle: number) => {
    const right = left + context.measureText(name).width
    if (right < 0 || middle < 0 || left > camera.width || middle > camera.height) return
    const row = Math.round(middle / (SLOT_PIXELS.height * density))
    const [first, last] = [left, right].map(x => Math.floor(x / (SLOT_PIXELS.width * density)))
    const slots = Array.from({ length: last - first + 1 }, (_, i) => `${row},${first + i}`)
    if (slots.some(slot => taken.has(slot))) return
    for (const slot of slots) taken.add(slot)
    context.strokeText(name, left, middle)
    context.fillText(name, left, middle)
  }
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3 * density
  context.strokeStyle = cssOf(casing)
  context.fillStyle = cssOf(smooth)
  context.font = `600 ${13 * density}${FONT}`
  for (const { name, x, y } of plan.maps) draw(name, camera.screenX(x), camera.screenY(y) - 9 * density)
  context.font = `${12 * density}${FONT}`
  const named = [...world.places, ...world.portals.map(({ id, from }) => ({ name: id, ...from }))]
  for (const { name, ...cell } of named) {
    const { x, y } = onPlan(plan, cell)
    draw(name, camera.screenX(x + 0.5) + 9 * density, camera.screenY(y + 0.5))
  }
}

startPage({
  open(title, bytes) {
    const world = new World(readWorldFile(bytes))
    return signal => {
      const parts = [
        counted(world.maps.length, 'map'),
        counted(world.portals.length, 'portal'),
        bytesText(bytes.length),
      ]
      showHead(title, parts)
      return new WorldStage(world, signal)
    }
  },
  make: async files => (await import('../worker/making.ts')).worldOfFiles(files),
})
