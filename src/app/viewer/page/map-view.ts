/**
 * The canvas and its view of a map, with the scale in the corner. It fits the page and is drawn at most once a frame. It
 * flies to what it should show. Until a person moves the view, it shows that again when the page's size changes.
 */
import { counted } from '../../cli/words.ts'
import type { Cell } from '../protocol.ts'
import { type Box, Camera, type Insets } from './camera.ts'
import { division, element, setStyle, setText } from './elements.ts'

const FLIGHT_MS = 350
const ZOOM_STEP = 1.5
const PAN_PIXELS = 120
/** Cells shown around an end. */
const END_CELLS = 24
const DENSITY_MAX = 3
const FRAMES_KEPT = 240

export class MapView {
  readonly canvas = element('map', HTMLCanvasElement)
  readonly context = this.canvas.getContext('2d')!
  readonly camera: Camera
  /** The work of the page on each of the last frames. */
  private readonly frameMs: number[] = []
  private readonly draw: () => boolean
  /** Ends when another map takes the canvas. */
  readonly signal: AbortSignal
  private readonly listeners: (() => void)[] = []
  private isScheduled = false
  private flight = 0
  /** Shows again what the view should show. */
  private framing: (() => void) | null = null

  /** `draw` draws a frame, and returns whether something is missing. */
  constructor({ width, height }: { width: number; height: number }, draw: () => boolean, signal: AbortSignal) {
    this.draw = draw
    this.signal = signal
    this.camera = new Camera(width, height)
    const observer = new ResizeObserver(() => {
      if (this.fitCanvas()) this.frame()
    })
    observer.observe(this.canvas)
    signal.addEventListener('abort', () => observer.disconnect())
    this.fitCanvas()
  }

  /** Calls `listener` before each frame. */
  onFrame(listener: () => void): void {
    this.listeners.push(listener)
  }

  /** The side of a cell in pixels of the page. */
  get cellPixels(): number {
    return this.camera.scale / this.camera.density
  }

  /** The median work on a frame, of the last few hundred; null before the first. */
  medianFrameMs(): number | null {
    return this.frameMs.toSorted((a, b) => a - b)[this.frameMs.length >> 1] ?? null
  }

  invalidate(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    this.canvas.setAttribute('aria-busy', 'true')
    requestAnimationFrame(() => {
      this.isScheduled = false
      if (!this.signal.aborted) this.frame()
    })
  }

  /** The cell under a place of the page. */
  cellAt({ x, y }: Cell): Cell {
    return this.camera.cellAt(x * this.camera.density, y * this.camera.density)
  }

  /** The place of a cell's middle on the page. */
  placeOf({ x, y }: Cell): Cell {
    const { camera } = this
    return { x: camera.screenX(x + 0.5) / camera.density, y: camera.screenY(y + 0.5) / camera.density }
  }

  showMap(flies: boolean): void {
    this.show(this.camera.wholeMap(), insetsForMap, flies)
  }

  /** Flies to a view with all of these cells, unless they are in sight already. */
  showEnds(ends: readonly Cell[]): void {
    if (!ends.every(end => isInSight(this.placeOf(end)))) this.show(boxOf(ends), insetsForEnds, true)
  }

  /** Flies to an end, close enough to see its cell. */
  showEnd(end: Cell): void {
    const [from, to] = [-END_CELLS, END_CELLS].map(cells => ({ x: end.x + cells, y: end.y + cells }))
    this.show(boxOf([from, to]), insetsForEnds, true)
  }

  /** The cards have moved. */
  reframe(): void {
    this.framing?.()
    this.invalidate()
  }

  zoom(steps: number): void {
    const { camera } = this
    camera.zoomAt(camera.width / 2, camera.height / 2, ZOOM_STEP ** steps)
    this.moved()
  }

  pan(stepsX: number, stepsY: number): void {
    const { camera } = this
    camera.panBy(stepsX * PAN_PIXELS * camera.density, stepsY * PAN_PIXELS * camera.density)
    this.moved()
  }

  /** A person has moved the view: that ends a flight. */
  moved(): void {
    this.land()
    this.invalidate()
  }

  land(): void {
    this.flight++
    this.framing = null
  }

  private show(box: Box, insetsNow: () => Insets, flies: boolean): void {
    const { camera } = this
    const look = () => {
      const { x, y, scale } = camera.viewOf(box, insetsNow())
      camera.lookAt(x, y, scale)
    }
    this.land()
    this.framing = look
    if (flies && !matchMedia('(prefers-reduced-motion: reduce)').matches) this.flyTo(camera.viewOf(box, insetsNow()))
    else look()
    this.invalidate()
  }

  private flyTo(to: { readonly x: number; readonly y: number; readonly scale: number }): void {
    const { camera, flight } = this
    const from = { ...camera.middle(), scale: camera.scale }
    const startMs = performance.now()
    const step = () => {
      if (flight !== this.flight || this.signal.aborted) return
      const share = Math.min(1, (performance.now() - startMs) / FLIGHT_MS)
      const eased = 1 - (1 - share) ** 3
      const scale = from.scale * (to.scale / from.scale) ** eased
      camera.lookAt(from.x + (to.x - from.x) * eased, from.y + (to.y - from.y) * eased, scale)
      this.invalidate()
      if (share < 1) requestAnimationFrame(step)
    }
    step()
  }

  /** Fits the canvas to the page; returns whether its size has changed. */
  private fitCanvas(): boolean {
    const { canvas, camera } = this
    const density = Math.min(DENSITY_MAX, devicePixelRatio)
    const width = Math.max(1, Math.round(canvas.clientWidth * density))
    const height = Math.max(1, Math.round(canvas.clientHeight * density))
    if (camera.width === width && camera.height === height && camera.density === density) return false
    canvas.width = width
    canvas.height = height
    camera.resize(width, height, density)
    this.flight++
    this.framing?.()
    return true
  }

  private frame(): void {
    const startMs = performance.now()
    updateRule(this.cellPixels)
    for (const listener of this.listeners) listener()
    this.canvas.setAttribute('aria-busy', String(this.draw()))
    this.frameMs.push(performance.now() - startMs)
    if (this.frameMs.length > FRAMES_KEPT) this.frameMs.shift()
  }
}

function boxOf(cells: readonly Cell[]): Box {
  const xs = cells.map(({ x }) => x)
  const ys = cells.map(({ y }) => y)
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs) + 1, bottom: Math.max(...ys) + 1 }
}

const NARROW = '(max-width: 720px)'
/** The radius of an end's mark, with its shadow. */
const END_PIXELS = 14
/** A margin around ends, so that none lies under a card's edge. */
const ENDS_MARGIN_PIXELS = 28
const MAP_MARGIN_PIXELS = 16

// The page brings ends into the part of the map that no card covers, where they can be seen.

/** For a map: beside the panel and above the scale, which lies above the map on a telephone. */
function insetsForMap(margin = MAP_MARGIN_PIXELS): Insets {
  const { panel, place } = rects()
  const [top, left, bottom] = matchMedia(NARROW).matches
    ? [place.bottom, 0, innerHeight - panel.top]
    : [0, panel.right, innerHeight - place.top]
  return { left: left + margin, top: top + margin, right: margin, bottom: bottom + margin }
}

/** For ends: beside the buttons that zoom as well. */
function insetsForEnds(): Insets {
  const insets = insetsForMap(ENDS_MARGIN_PIXELS)
  return { ...insets, right: insets.right + innerWidth - rects().zoom.left }
}

/** Whether an end's mark around a place of the page can be seen whole. */
function isInSight({ x, y }: Cell): boolean {
  if (x < END_PIXELS || y < END_PIXELS || x > innerWidth - END_PIXELS || y > innerHeight - END_PIXELS) return false
  return Object.values(rects()).every(
    ({ left, top, right, bottom }) =>
      x < left - END_PIXELS || x > right + END_PIXELS || y < top - END_PIXELS || y > bottom + END_PIXELS,
  )
}

function rects() {
  const rectOf = (id: string) => division(id).getBoundingClientRect()
  return { panel: rectOf('panel'), zoom: rectOf('zoom'), place: rectOf('place-card') }
}

const RULE_PIXELS_MAX = 110

function updateRule(cellPixels: number): void {
  const { cells, pixels } = ruleFor(cellPixels)
  setStyle('rule', 'width', `${pixels.toFixed(1)}px`)
  setText('rule-text', counted(cells, 'cell'))
}

/** The roundest number of cells that fits: 1, 2 or 5 times a power of ten. */
export function ruleFor(cellPixels: number): { cells: number; pixels: number } {
  const most = RULE_PIXELS_MAX / cellPixels
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  const cells = power * ([5, 2].find(times => times * power <= most) ?? 1)
  return { cells, pixels: cells * cellPixels }
}
