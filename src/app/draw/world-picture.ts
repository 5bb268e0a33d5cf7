/**
 * Draws a world: its maps side by side, each as it is drawn alone, portals as arcs between them, and a trip across. Who
 * can pass a portal both ways sees a disc at both its ends; a one-way portal ends in a diamond.
 */
import type { MapCell, Trip, World } from '../../world.ts'
import { type Colour, EDGE, PATH, PATH_CASING, REFUSAL, SCHEMES } from './palette.ts'
import { drawAtlas, type Layer } from './picture.ts'
import { frameOfPart, type PictureFrame, pixelOf } from './picture-frame.ts'
import { bendsOf, drawEnds, drawPath } from './query-marks.ts'
import { Raster } from './raster.ts'
import { PictureSurface, type Surface } from './surface.ts'
import { costRangeOfWorld } from './world-costs.ts'
import { bowOf, onPlan, type WorldPicturePlan } from './world-plan.ts'

const PAPER: Colour = [255, 255, 255]
const MAP_LAYERS: ReadonlySet<Layer> = new Set(['terrain', 'islands'])
const ARC_PIECES = 24

export function drawWorld(
  world: World,
  plan: WorldPicturePlan,
  frame: PictureFrame,
  trip?: Trip,
  onProgress: (fraction: number) => void = () => {},
): Raster {
  const raster = new Raster(frame.tilesWide * frame.pixelsPerTile, frame.tilesHigh * frame.pixelsPerTile)
  raster.fill(0, 0, raster.width, raster.height, PAPER)
  const costs = costRangeOfWorld(world)
  plan.maps.forEach(({ name, x, y, width, height }, done) => {
    onProgress(done / plan.maps.length)
    const part = { frame: frameOfPart(frame, width, height), layers: MAP_LAYERS, level: 0, costs }
    const [left, top] = [x, y].map(at => Math.round((at / frame.cellsPerTile) * frame.pixelsPerTile))
    raster.lay(drawAtlas(world.map(name), part), left, top)
  })
  const taken = new Set(trip?.legs.map(({ portal }) => portal))
  for (const portal of world.portals) {
    const colour = taken.has(portal) ? PATH : portal.needs.length > 0 ? REFUSAL : EDGE
    drawArc(raster, frame, onPlan(plan, portal.from), onPlan(plan, portal.to), portal.oneWay, colour)
  }
  if (trip?.isFound) drawTrip(new PictureSurface(raster, frame, SCHEMES.light), plan, trip)
  return raster
}

interface Place {
  readonly x: number
  readonly y: number
}

function drawArc(raster: Raster, frame: PictureFrame, from: Place, to: Place, oneWay: boolean, colour: Colour): void {
  const radius = Math.max(0.9, raster.width / 1400)
  const [a, b, bow] = [from, to, bowOf(from, to)].map(({ x, y }) => ({ x: pixelOf(frame, x), y: pixelOf(frame, y) }))
  const at = (share: number, key: 'x' | 'y') =>
    (1 - share) ** 2 * a[key] + 2 * share * (1 - share) * bow[key] + share ** 2 * b[key]
  for (const [width, shade] of [[radius + 1.2, PATH_CASING] as const, [radius, colour] as const]) {
    for (let i = 0; i < ARC_PIECES; i++) {
      const [s, t] = [i / ARC_PIECES, (i + 1) / ARC_PIECES]
      raster.line(at(s, 'x'), at(s, 'y'), at(t, 'x'), at(t, 'y'), width, shade)
    }
  }
  for (const [size, shade] of [[3.5 * radius + 1.5, PATH_CASING] as const, [3.5 * radius, colour] as const]) {
    raster.disc(a.x, a.y, size, shade)
    if (oneWay) raster.diamond(b.x, b.y, 1.3 * size, shade)
    else raster.disc(b.x, b.y, size, shade)
  }
}

function drawTrip(surface: Surface, plan: WorldPicturePlan, trip: Trip): void {
  const placed = (cell: MapCell) => onPlan(plan, cell)
  for (const { map, route } of trip.legs) {
    const { x, y } = placed({ map, x: 0, y: 0 })
    const cells = route.cells().map((at, i) => at + (i % 2 === 0 ? x : y))
    drawPath(surface, bendsOf(cells))
  }
  const [start, goal] = [placed(trip.start), placed(trip.goal)]
  drawEnds(surface, [start.x, start.y, goal.x, goal.y])
}
