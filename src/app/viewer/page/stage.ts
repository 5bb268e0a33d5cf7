/**
 * The canvas: layer over layer, drawn when something changed and at most once a frame. A frame only places what is
 * painted already; what is missing is asked of the worker and drawn when it comes.
 */

import { groundLookOf, NO_LEVEL } from '../../draw/ground-painter.ts'
import { levelThatShows } from '../../draw/layers.ts'
import { cssOf, groundColour, SCHEMES } from '../../draw/palette.ts'
import type { Ask, TileJob } from '../protocol.ts'
import { type Box, Camera, type Insets } from './camera.ts'
import { FrameMeter } from './frame-meter.ts'
import { GroundLayer } from './ground-layer.ts'
import { MarksLayer } from './marks-layer.ts'
import { PathLayer } from './path-layer.ts'
import type { Session } from './session.ts'
import { isTooFine } from './shown-layers.ts'
import { schemeName } from './theme.ts'

/** As long after the last change of zoom, marks are drawn anew. */
const ZOOM_REST_MS = 120
const FLIGHT_MS = 350
/** Cells this large, in pixels of the page, show their borders. */
const GRID_FROM_PIXELS = 14

export class Stage {
  readonly canvas: HTMLCanvasElement
  readonly camera: Camera
  readonly meter = new FrameMeter()
  private readonly session: Session
  private readonly post: (ask: Ask) => void
  private readonly context: CanvasRenderingContext2D
  private readonly ground: GroundLayer
  private readonly marks: MarksLayer
  private readonly path: PathLayer
  /** Keys of tiles that the worker was asked for and has not sent yet. */
  private awaited = new Set<string>()
  private isScheduled = false
  private lastScale = 0
  private zoomedMs = Number.NEGATIVE_INFINITY
  private flight = 0
  private readonly listeners: (() => void)[] = []
  /** Shows anew what the view was made to show, until a hand moves it. */
  private framing: (() => void) | null = null
  /** Ends when another map takes the canvas. */
  private readonly signal: AbortSignal

  constructor(canvas: HTMLCanvasElement, session: Session, post: (ask: Ask) => void, signal: AbortSignal) {
    const { width, height } = session.facts
    this.canvas = canvas
    this.session = session
    this.post = post
    this.context = canvas.getContext('2d')!
    this.camera = new Camera(width, height)
    this.ground = new GroundLayer(width, height)
    this.marks = new MarksLayer()
    this.path = new PathLayer(session, this.context, this.camera)
    session.onChange(() => this.invalidate())
    this.signal = signal
    const observer = new ResizeObserver(() => this.fitCanvas())
    observer.observe(canvas)
    signal.addEventListener('abort', () => observer.disconnect())
    this.fitCanvas()
  }

  /** Hears of every frame, before it is drawn. */
  onFrame(listener: () => void): void {
    this.listeners.push(listener)
  }

  /** The level whose regions, entries and graph are shown. */
  get level(): number {
    const { level, facts } = this.session
    return level ?? levelThatShows(facts.levels.length, this.cellPixels)
  }

  /** The page's own pixels to the side of a cell. */
  get cellPixels(): number {
    return this.camera.scale / this.camera.density
  }

  invalidate(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    requestAnimationFrame(() => {
      this.isScheduled = false
      if (!this.signal.aborted) this.frame()
    })
  }

  receive(key: string, bitmap: ImageBitmap): void {
    this.awaited.delete(key)
    if (key.startsWith('ground')) this.ground.receive(key, bitmap)
    else this.marks.receive(key, bitmap)
    this.invalidate()
  }

  /** Moves smoothly to where `box` is in view. */
  flyTo(box: Box, insets: Insets): void {
    const { camera } = this
    const from = { ...camera.middle(), scale: camera.scale }
    const to = camera.viewOf(box, insets)
    const flight = ++this.flight
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const startMs = performance.now()
    const step = () => {
      if (flight !== this.flight || this.signal.aborted) return
      const share = isStill ? 1 : Math.min(1, (performance.now() - startMs) / FLIGHT_MS)
      const eased = 1 - (1 - share) ** 3
      const scale = from.scale * (to.scale / from.scale) ** eased
      camera.lookAt(from.x + (to.x - from.x) * eased, from.y + (to.y - from.y) * eased, scale)
      this.invalidate()
      if (share < 1) requestAnimationFrame(step)
    }
    step()
  }

  /** The view shows what `show` brings into it, at other sizes of the canvas too. */
  frameBy(show: () => void): void {
    this.framing = show
  }

  /** Any movement by hand ends a flight. */
  land(): void {
    this.flight++
    this.framing = null
  }

  private fitCanvas(): void {
    const { canvas, camera } = this
    const density = Math.min(3, devicePixelRatio)
    const width = Math.max(1, Math.round(canvas.clientWidth * density))
    const height = Math.max(1, Math.round(canvas.clientHeight * density))
    if (canvas.width === width && canvas.height === height && camera.density === density) return
    canvas.width = width
    canvas.height = height
    camera.resize(width, height, density)
    this.framing?.()
    this.frame()
  }

  private frame(): void {
    const startMs = performance.now()
    for (const listener of this.listeners) listener()
    const isZooming = this.isZooming(startMs)
    this.askForTiles(isZooming)
    this.draw()
    const { isBusy: isAsking, drawing } = this.session
    const isBusy = isZooming || this.awaited.size > 0 || isAsking || drawing.isBehind
    this.canvas.setAttribute('aria-busy', String(isBusy))
    this.meter.add(performance.now() - startMs)
  }

  private draw(): void {
    const { context, camera, session } = this
    const { width, height } = session.facts
    context.clearRect(0, 0, camera.width, camera.height)
    const map = camera.pixelsOf({ x: 0, y: 0, width, height })
    context.fillStyle = cssOf(SCHEMES[schemeName()].wall)
    context.fillRect(map.x, map.y, map.width, map.height)
    this.ground.draw(context, camera)
    this.drawStrokes()
    if (this.cellPixels >= GRID_FROM_PIXELS) this.drawGrid()
    this.marks.draw(context, camera)
    this.path.draw()
  }

  /** What is drawn shows at once, until the tiles of a version that has it are there. */
  private drawStrokes(): void {
    const { context, camera, awaited } = this
    const { drawing, facts } = this.session
    if (awaited.size === 0) drawing.settle()
    const scheme = SCHEMES[schemeName()]
    for (const { areas, cost } of drawing.strokes) {
      const { min, max } = facts.costs
      const range = { min: Math.min(min, cost), max: Math.max(max, cost) }
      context.fillStyle = cssOf(cost === 0 ? scheme.wall : groundColour(cost, range, scheme))
      for (const area of areas) {
        const { x, y, width, height } = camera.pixelsOf(area)
        context.fillRect(x, y, Math.max(1, width), Math.max(1, height))
      }
    }
  }

  private drawGrid(): void {
    const { context, camera, session } = this
    const { width, height } = session.facts
    const right = Math.min(camera.width, camera.screenX(width))
    const bottom = Math.min(camera.height, camera.screenY(height))
    const left = Math.max(0, camera.screenX(0))
    const top = Math.max(0, camera.screenY(0))
    context.fillStyle = cssOf(SCHEMES[schemeName()].grid, 0.16)
    for (let x = Math.ceil(Math.max(0, camera.x)); camera.screenX(x) < right; x++) {
      context.fillRect(Math.round(camera.screenX(x)), top, 1, bottom - top)
    }
    for (let y = Math.ceil(Math.max(0, camera.y)); camera.screenY(y) < bottom; y++) {
      context.fillRect(left, Math.round(camera.screenY(y)), right - left, 1)
    }
  }

  private isZooming(nowMs: number): boolean {
    const { scale } = this.camera
    if (scale !== this.lastScale) {
      // The first scale is no change.
      if (this.lastScale !== 0) this.zoomedMs = nowMs
      this.lastScale = scale
      setTimeout(() => this.invalidate(), ZOOM_REST_MS + 1)
    }
    return nowMs - this.zoomedMs < ZOOM_REST_MS
  }

  private askForTiles(isZooming: boolean): void {
    const { camera, level, cellPixels } = this
    const { layers, drawing } = this.session
    const scheme = schemeName()
    const version = drawing.news?.version ?? 0
    const shows = (layer: 'regions' | 'entries' | 'graph') => layers.has(layer) && !isTooFine(layer, level, cellPixels)
    const marks = {
      level,
      showsBorders: shows('regions'),
      // The nodes of the graph; the ways between them show where one points.
      showsEntries: shows('entries') || shows('graph'),
      showsChokes: layers.has('chokes'),
      scheme,
    }
    const jobs: TileJob[] = [
      ...this.ground.wanted(camera, groundLookOf(layers, layers.has('regions') ? level : NO_LEVEL, scheme), version),
      ...this.marks.wanted(camera, marks, version, isZooming),
    ]
    const isNew = jobs.some(({ key }) => !this.awaited.has(key))
    if (!isNew && jobs.length === this.awaited.size) return
    this.awaited = new Set(jobs.map(({ key }) => key))
    this.post({ kind: 'paint', jobs })
  }
}
