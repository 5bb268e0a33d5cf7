/**
 * The canvas of a world and what a person asked for on it: the two ends, the keys at hand, the trip between them. Drawn
 * when something changed and at most once a frame; the address tells it.
 */
import type { MapCell } from '../../../format/world/description.ts'
import type { World } from '../../../world/open-world.ts'
import type { Trip } from '../../../world/trip.ts'
import type { WorldFinder } from '../../../world/world-finder.ts'
import { groundLookOf, NO_LEVEL } from '../../draw/ground-painter.ts'
import type { Layer } from '../../draw/layers.ts'
import { cssOf, SCHEMES } from '../../draw/palette.ts'
import { costRangeOfWorld } from '../../draw/world-costs.ts'
import { drawWorldMarks } from '../../draw/world-marks.ts'
import { cellOnPlan, onPlan, type WorldPicturePlan } from '../../draw/world-plan.ts'
import { CanvasSurface } from '../canvas-surface.ts'
import { Camera } from '../page/camera.ts'
import { division, element, setShown, setText } from '../page/elements.ts'
import { endUnder, listenToHand, type Place } from '../page/hand.ts'
import { schemeName } from '../page/theme.ts'
import { MapsLayer } from './maps-layer.ts'
import { EndFields } from './trip-fields.ts'
import { listenToMapKeys } from './world-keys.ts'
import { readWorldLink, worldLinkText } from './world-permalink.ts'

/** The panel and the gaps beside it, in pixels of the page; a page that is narrow has none to spare. */
const PANEL_PIXELS = 372
const NARROW_PIXELS = 721
/** Cells as large as this, in pixels of the page, have room for names. */
const NAMES_FROM_PIXELS = 7
/** The address follows when the page has rested so long. */
const LINK_REST_MS = 250

export class WorldStage {
  private readonly world: World
  private readonly finder: WorldFinder
  private readonly canvas = element('map', HTMLCanvasElement)
  private readonly context = this.canvas.getContext('2d')!
  private readonly camera: Camera
  private readonly maps: MapsLayer
  private readonly surface: CanvasSurface
  private readonly islands = element('islands', HTMLInputElement)
  private readonly plan: WorldPicturePlan
  private readonly keys = new Set<string>()
  private readonly boxOfKey = new Map<string, HTMLInputElement>()
  private readonly fields: EndFields
  private start: MapCell | null = null
  private goal: MapCell | null = null
  private trip: Trip | null = null
  private isScheduled = false
  private linkTimer = 0

  constructor(world: World, plan: WorldPicturePlan) {
    this.world = world
    this.plan = plan
    this.finder = world.finder()
    this.camera = new Camera(plan.width, plan.height)
    this.maps = new MapsLayer(world, plan, costRangeOfWorld(world))
    this.surface = new CanvasSurface(this.context, this.camera, () => SCHEMES[schemeName()])
    this.fitCanvas()
    new ResizeObserver(() => this.fitCanvas()).observe(this.canvas)
    const moved = () => this.invalidate()
    const cellAt = ({ x, y }: Place) => {
      const { density } = this.camera
      const cell = this.camera.cellAt(x * density, y * density)
      return cellOnPlan(plan, cell.x, cell.y)
    }
    listenToHand(this.canvas, {
      ...{ camera: this.camera, moved, pointed: () => {} },
      clicked: (at, isOther) => this.click(cellAt(at), isOther),
      grab: press => {
        const [start, goal] = [this.start, this.goal].map(cell => cell && onPlan(plan, cell))
        const end = endUnder(this.camera, press, start, goal)
        return end && { drag: at => this.put(end, cellAt(at)), drop: () => {} }
      },
    })
    listenToMapKeys(this.canvas, this.camera, moved)
    this.islands.addEventListener('change', () => this.invalidate())
    this.listKeys()
    this.fields = new EndFields(world, (end, cell) => this.put(end, cell))
    this.readAddress()
    window.addEventListener('hashchange', () => this.readAddress())
  }

  invalidate(): void {
    this.canvas.setAttribute('aria-busy', 'true')
    if (this.isScheduled) return
    this.isScheduled = true
    requestAnimationFrame(() => {
      this.isScheduled = false
      this.frame()
    })
  }

  private frame(): void {
    const { camera, context, world, keys, start, goal, trip } = this
    const scheme = schemeName()
    context.clearRect(0, 0, camera.width, camera.height)
    const layers = new Set<Layer>(this.islands.checked ? ['terrain', 'islands'] : ['terrain'])
    const isWhole = this.maps.draw(context, camera, groundLookOf(layers, NO_LEVEL, scheme))
    drawWorldMarks(this.surface, this.plan, { portals: world.portals, keys, start, goal, trip })
    this.drawNames()
    this.maps.drawNames(context, camera, SCHEMES[scheme])
    if (isWhole) this.canvas.setAttribute('aria-busy', 'false')
    else this.invalidate()
    window.clearTimeout(this.linkTimer)
    this.linkTimer = window.setTimeout(() => this.writeAddress(), LINK_REST_MS)
  }

  /** The page shows what its address says, then the address follows the page. */
  private readAddress(): void {
    const { camera } = this
    const { start, goal, keys, showsIslands, look } = readWorldLink(location.hash, this.world)
    this.start = start
    this.goal = goal
    this.islands.checked = showsIslands
    this.keys.clear()
    for (const [key, box] of this.boxOfKey) {
      box.checked = keys.includes(key)
      if (box.checked) this.keys.add(key)
    }
    if (look !== null) camera.lookAt(look.x, look.y, look.cellPixels * camera.density)
    else this.showAll()
    this.find()
  }

  private writeAddress(): void {
    const { camera, start, goal } = this
    const look = { ...camera.middle(), cellPixels: camera.scale / camera.density }
    const text = worldLinkText({ start, goal, keys: [...this.keys], showsIslands: this.islands.checked, look })
    if (text !== location.hash) history.replaceState(null, '', text)
  }

  /** The first click is the start; every other one the goal, with Shift or the right button the start. */
  private click(cell: MapCell | null, isOther: boolean): void {
    this.put(this.start === null || isOther ? 'start' : 'goal', cell)
  }

  /** Between the maps, where there is no cell, an end stays where it is. */
  private put(end: 'start' | 'goal', cell: MapCell | null): void {
    if (cell === null) return
    this[end] = cell
    this.find()
  }

  private find(): void {
    const { start, goal, keys } = this
    this.fields.show('start', start)
    this.fields.show('goal', goal)
    this.trip = start === null || goal === null ? null : this.finder.find(start, goal, { has: [...keys] })
    this.tell()
    this.invalidate()
  }

  private tell(): void {
    const { trip } = this
    if (trip === null) {
      const hint = 'Now click where it goes. A click with Shift, or held down long, moves the start.'
      setText(division('trip'), this.start === null ? 'Click where a trip starts, then where it goes.' : hint)
      division('legs').replaceChildren()
      return
    }
    const cost = trip.cost.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    const sentence = trip.status === 'unreachable' ? trip.explain().message : trip.message
    setText(division('trip'), trip.status === 'found' ? `${cost} cell lengths` : sentence)
    const items = trip.legs.map(({ map, route, portal }) => {
      const item = document.createElement('li')
      item.textContent = `${map}: ${route.cost.toFixed(1)}${portal === null ? '' : `, then ${portal.id}`}`
      return item
    })
    division('legs').replaceChildren(...items)
  }

  private listKeys(): void {
    const names = [...new Set(this.world.portals.flatMap(({ needs }) => needs))].sort()
    setShown(division('keys-section'), names.length > 0)
    for (const name of names) {
      const label = document.createElement('label')
      const box = document.createElement('input')
      box.type = 'checkbox'
      this.boxOfKey.set(name, box)
      box.addEventListener('change', () => {
        if (box.checked) this.keys.add(name)
        else this.keys.delete(name)
        if (this.trip === null) this.invalidate()
        else this.find()
      })
      label.append(box, name)
      division('keys').append(label)
    }
  }

  /** The places and portals by name, where cells are large enough for it. */
  private drawNames(): void {
    const { camera, context, plan, world } = this
    const { smooth, casing } = SCHEMES[schemeName()]
    if (camera.scale < NAMES_FROM_PIXELS * camera.density) return
    const named = [
      ...world.places.map(({ name, map, x, y }) => ({ name, cell: { map, x, y } })),
      ...world.portals.map(({ id, from }) => ({ name: id, cell: from })),
    ]
    context.font = `${12 * camera.density}px system-ui, sans-serif`
    context.lineWidth = 3 * camera.density
    context.strokeStyle = cssOf(casing)
    context.fillStyle = cssOf(smooth)
    for (const { name, cell } of named) {
      const { x, y } = onPlan(plan, cell)
      const [left, middle] = [camera.screenX(x + 1) + 4 * camera.density, camera.screenY(y + 0.5)]
      if (left < 0 || middle < 0 || left > camera.width || middle > camera.height) continue
      context.strokeText(name, left, middle)
      context.fillText(name, left, middle)
    }
  }

  private fitCanvas(): void {
    const { canvas, camera } = this
    const density = Math.min(3, devicePixelRatio)
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * density))
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * density))
    camera.resize(canvas.width, canvas.height, density)
    this.invalidate()
  }

  private showAll(): void {
    const { camera, canvas } = this
    const isNarrow = canvas.clientWidth < NARROW_PIXELS
    const left = isNarrow ? 0 : PANEL_PIXELS * camera.density
    // A panel that lies below the maps hides none of them.
    const bottom = isNarrow ? (canvas.clientHeight - division('panel').offsetTop) * camera.density : 0
    const { x, y, scale } = camera.viewOf(camera.wholeMap(), { left, top: 0, right: 0, bottom })
    camera.lookAt(x, y, scale)
  }
}
