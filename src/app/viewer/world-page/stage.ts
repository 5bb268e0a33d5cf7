/**
 * The canvas of a world and what a person asked for on it: the two ends, the keys at hand, the trip between them. Drawn
 * when something changed and at most once a frame.
 */
import type { MapCell } from '../../../format/world/description.ts'
import type { WorldFinder } from '../../../world/finder.ts'
import type { Trip } from '../../../world/trip.ts'
import type { World } from '../../../world/world.ts'
import { SCHEMES } from '../../draw/palette.ts'
import { costRangeOfWorld } from '../../draw/world-costs.ts'
import { cellOnPlan, type WorldPlan } from '../../draw/world-plan.ts'
import { Camera } from '../page/camera.ts'
import { division, element, setShown, setText } from '../page/elements.ts'
import { schemeName } from '../page/theme.ts'
import { MapsLayer } from './maps-layer.ts'
import { WorldMarksLayer } from './marks-layer.ts'
import { listenToHand } from './pointer.ts'

/** The panel and the gaps beside it, in pixels of the page; a page that is narrow has none to spare. */
const PANEL_PIXELS = 372
const NARROW_PIXELS = 800

export class WorldStage {
  private readonly world: World
  private readonly finder: WorldFinder
  private readonly canvas = element('map', HTMLCanvasElement)
  private readonly context = this.canvas.getContext('2d')!
  private readonly camera: Camera
  private readonly maps: MapsLayer
  private readonly marks: WorldMarksLayer
  private readonly islands = element('islands', HTMLInputElement)
  private readonly keys = new Set<string>()
  private start: MapCell | null = null
  private goal: MapCell | null = null
  private trip: Trip | null = null
  private isScheduled = false

  constructor(world: World, plan: WorldPlan) {
    this.world = world
    this.finder = world.finder()
    this.camera = new Camera(plan.width, plan.height)
    this.maps = new MapsLayer(world, plan, costRangeOfWorld(world))
    this.marks = new WorldMarksLayer(plan, this.context, this.camera)
    this.fitCanvas()
    this.showAll()
    new ResizeObserver(() => this.fitCanvas()).observe(this.canvas)
    listenToHand(this.canvas, this.camera, {
      moved: () => this.invalidate(),
      clicked: (cell, isShifted) => this.click(cellOnPlan(plan, cell.x, cell.y), isShifted),
    })
    this.islands.addEventListener('change', () => this.invalidate())
    this.listKeys()
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
    const choice = { showsTerrain: true, showsIslands: this.islands.checked, level: null, scheme }
    const isWhole = this.maps.draw(context, camera, choice)
    this.marks.draw({ portals: world.portals, keys, start, goal, trip }, SCHEMES[scheme])
    if (isWhole) this.canvas.setAttribute('aria-busy', 'false')
    else this.invalidate()
  }

  /** The first click is the start; every other one the goal, with Shift the start. */
  private click(cell: MapCell | null, isShifted: boolean): void {
    if (cell === null) return
    if (this.start === null || isShifted) this.start = cell
    else this.goal = cell
    this.find()
  }

  private find(): void {
    const { start, goal, keys } = this
    this.trip = start === null || goal === null ? null : this.finder.find(start, goal, { has: [...keys] })
    this.tell()
    this.invalidate()
  }

  private tell(): void {
    const { trip } = this
    if (trip === null) {
      setText(division('trip'), 'Now click where it goes. A click with Shift moves the start.')
      return
    }
    const cost = trip.cost.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    const sentence = trip.status === 'unreachable' ? trip.explain().message : trip.message
    setText(division('trip'), trip.isFound ? `${cost} cell lengths` : sentence)
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
    const left = canvas.clientWidth < NARROW_PIXELS ? 0 : PANEL_PIXELS * camera.density
    const { x, y, scale } = camera.viewOf(camera.wholeMap(), { left, top: 0, right: 0, bottom: 0 })
    camera.lookAt(x, y, scale)
  }
}
