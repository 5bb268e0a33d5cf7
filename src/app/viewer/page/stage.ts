/**
 * Draws the map layer over layer. A frame only places painted tiles; it requests missing ones from the worker, and draws
 * them when they come.
 */
import { GROUND_LAYERS, isTooFine, type Layer, type LevelLayer, levelThatShows } from '../../draw/layers.ts'
import { cssOf, GOAL, PATH_CASING, REFUSAL, SCHEMES, START } from '../../draw/palette.ts'
import { drawCased, drawGoal, drawStart, drawTraces, type QueryTraces } from '../../draw/query-marks.ts'
import type { Surface } from '../../draw/surface.ts'
import { canvasSurface } from '../canvas-surface.ts'
import type { TileJob } from '../protocol.ts'
import type { EntryWays, QueryAnswer } from '../worker/room.ts'
import type { MapNews } from '../worker/worker.ts'
import type { Shown } from './bring.ts'
import { MapView } from './map-view.ts'
import type { Session } from './session.ts'
import { schemeName } from './theme.ts'
import { drawAreas, GroundLayer, MarksLayer } from './tile-layers.ts'

/** After the zoom has rested this long, marks are drawn anew. */
const ZOOM_REST_MS = 120
/** Cells of this side in pixels of the page show their borders. */
const GRID_FROM_PIXELS = 14

export class Stage implements Shown {
  readonly view: MapView
  private readonly session: Session
  private readonly paint: (jobs: readonly TileJob[]) => void
  private readonly ground: GroundLayer
  private readonly marks = new MarksLayer()
  /** Keys of requested tiles that have not come yet. */
  private awaited = new Set<string>()
  private lastScale = 0
  private zoomedMs = Number.NEGATIVE_INFINITY

  constructor(session: Session, paint: (jobs: readonly TileJob[]) => void, signal: AbortSignal) {
    const { width, height } = session.facts
    this.session = session
    this.paint = paint
    this.view = new MapView({ width, height }, () => this.draw(), signal)
    this.ground = new GroundLayer(width, height)
    session.onChange = () => this.view.invalidate()
    this.view.invalidate()
  }

  /** The level whose regions, entries and graph are shown. */
  get level(): number {
    const { level, facts } = this.session
    return level ?? levelThatShows(facts.levels.length, this.view.cellPixels)
  }

  get isUnsaved(): boolean {
    return this.session.drawing.isUnsaved
  }

  hear(news: MapNews): void {
    if (news.kind === 'tile') this.receive(news.key, news.bitmap)
    else this.session.hear(news)
  }

  private receive(key: string, bitmap: ImageBitmap): void {
    this.awaited.delete(key)
    if (key.startsWith('ground')) this.ground.receive(key, bitmap)
    else this.marks.receive(key, bitmap)
    this.view.invalidate()
  }

  private draw(): boolean {
    const isZooming = this.isZooming()
    this.askForTiles(isZooming)
    this.drawLayers()
    const { isBusy, drawing } = this.session
    return isZooming || this.awaited.size > 0 || isBusy || drawing.isBehind
  }

  private drawLayers(): void {
    const { width, height } = this.session.facts
    const { context, camera, cellPixels } = this.view
    context.clearRect(0, 0, camera.width, camera.height)
    const map = camera.pixelsOf({ x: 0, y: 0, width, height })
    context.fillStyle = cssOf(SCHEMES[schemeName()].wall)
    context.fillRect(map.x, map.y, map.width, map.height)
    this.ground.draw(context, camera)
    this.drawStrokes()
    if (cellPixels >= GRID_FROM_PIXELS) this.drawGrid()
    this.marks.draw(context, camera)
    drawQuery(canvasSurface(context, camera, SCHEMES[schemeName()]), this.session)
  }

  /** Draws strokes until the tiles of a version with them are there. */
  private drawStrokes(): void {
    const { awaited } = this
    const { context, camera } = this.view
    const { drawing, facts } = this.session
    if (awaited.size === 0) drawing.settle()
    for (const stroke of drawing.strokes) drawAreas(context, camera, stroke, facts.costs, SCHEMES[schemeName()])
  }

  private drawGrid(): void {
    const { width, height } = this.session.facts
    const { context, camera } = this.view
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

  private isZooming(): boolean {
    const nowMs = performance.now()
    const { scale } = this.view.camera
    if (scale !== this.lastScale) {
      // The first scale is no change.
      if (this.lastScale !== 0) this.zoomedMs = nowMs
      this.lastScale = scale
      setTimeout(() => this.view.invalidate(), ZOOM_REST_MS + 1)
    }
    return nowMs - this.zoomedMs < ZOOM_REST_MS
  }

  private askForTiles(isZooming: boolean): void {
    const { level } = this
    const { camera, cellPixels } = this.view
    const { layers, drawing } = this.session
    const scheme = schemeName()
    const version = drawing.news?.version ?? 0
    const shows = (layer: LevelLayer) => layers.has(layer) && !isTooFine(layer, level, cellPixels)
    const marks: Layer[] = layers.has('chokes') ? ['chokes'] : []
    if (shows('regions')) marks.push('regions')
    // Entries are the nodes of the graph; its ways show under the pointer.
    if (shows('entries') || shows('graph')) marks.push('entries')
    const ground = GROUND_LAYERS.filter(layer => layers.has(layer))
    const jobs: TileJob[] = [
      // The level changes with the zoom, and matters for regions only.
      ...this.ground.wanted(camera, { layers: ground, level: layers.has('regions') ? level : 0, scheme }, version),
      ...this.marks.wanted(camera, { layers: marks, level, scheme }, version, isZooming),
    ]
    const isNew = jobs.some(({ key }) => !this.awaited.has(key))
    if (!isNew && jobs.length === this.awaited.size) return
    this.awaited = new Set(jobs.map(({ key }) => key))
    this.paint(jobs)
  }
}

function drawQuery(surface: Surface, session: Session): void {
  const { answer, exact, layers, ways } = session
  const { start, goal } = session.ends
  if (layers.has('graph') && ways !== null) drawWays(surface, ways)
  if (answer !== null) drawTraces(surface, layers, tracesOf(answer), session.stepsShown)
  if (exact !== null && exact.bends !== null) drawOptimum(surface, exact.bends)
  if (answer !== null && answer.status !== 'found') drawRefusal(surface, answer)
  if (start !== null) drawStart(surface, start.x, start.y)
  if (goal !== null) drawGoal(surface, goal.x, goal.y)
}

function tracesOf({ status, footprint, start, goal, entries, bends, smooth }: QueryAnswer): QueryTraces {
  if (status !== 'found') return { footprint }
  return { footprint, route: Int32Array.of(start.x, start.y, ...entries, goal.x, goal.y), bends, curve: smooth?.points }
}

function drawWays(surface: Surface, { at, ways }: EntryWays): void {
  const { density, scheme } = surface
  for (const bends of ways) surface.line(bends, 4 * density, scheme.casing)
  for (const bends of ways) surface.line(bends, 2 * density, scheme.edge)
  surface.dots([at.x, at.y], 8 * density, PATH_CASING)
  surface.dots([at.x, at.y], 6 * density, scheme.edge)
}

/** Dashes over the path: where both run together, both show. */
function drawOptimum(surface: Surface, bends: Int32Array): void {
  surface.dashed(6, 7, () => drawCased(surface, bends, 2.2 * surface.density, surface.scheme.optimum))
}

function drawRefusal(surface: Surface, { start, goal, nearest }: QueryAnswer): void {
  const { density } = surface
  const line = [start.x, start.y, goal.x, goal.y]
  surface.dashed(7, 6, () => {
    surface.line(line, 4.5 * density, PATH_CASING)
    surface.line(line, 2.5 * density, REFUSAL)
  })
  if (nearest === null) return
  for (const [cell, end, colour] of [
    [nearest.start, start, START],
    [nearest.goal, goal, GOAL],
  ] as const) {
    if (cell.x === end.x && cell.y === end.y) continue
    surface.ring(cell.x, cell.y, 6 * density, 5 * density, PATH_CASING)
    surface.ring(cell.x, cell.y, 6 * density, 2.5 * density, colour)
  }
}
