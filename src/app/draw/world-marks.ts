/**
 * Marks over the maps of a world, in a picture and on the page: portals as arcs, and a trip with its two ends. A portal
 * for both ways has a disc at each end; a one-way portal ends in a diamond. A portal that the keys at hand do not open
 * is dashed, in another colour.
 */
import type { MapCell } from '../../format/world/description.ts'
import type { Portal } from '../../world/portal.ts'
import type { Trip } from '../../world/trip.ts'
import { type Colour, PATH, REFUSAL } from './palette.ts'
import { bendsOf, drawCased, drawGoal, drawPath, drawStart } from './query-marks.ts'
import type { Surface } from './surface.ts'
import { bowOf, onPlan, type WorldPicturePlan } from './world-plan.ts'

export interface WorldMarks {
  readonly portals: readonly Portal[]
  readonly keys: ReadonlySet<string>
  readonly start: MapCell | null
  readonly goal: MapCell | null
  readonly trip: Trip | null
}

const ARC_PIECES = 24
const PORTAL_RADIUS = 4

export function drawWorldMarks(surface: Surface, plan: WorldPicturePlan, marks: WorldMarks): void {
  const { portals, keys, start, goal, trip } = marks
  const taken = new Set(trip?.legs.map(({ portal }) => portal))
  for (const portal of portals) {
    const isOpen = portal.isPassableWith(keys)
    drawPortal(surface, plan, portal, taken.has(portal) ? PATH : isOpen ? surface.scheme.edge : REFUSAL, isOpen)
  }
  for (const { map, route } of trip?.legs ?? []) {
    const { x, y } = onPlan(plan, { map, x: 0, y: 0 })
    drawPath(
      surface,
      bendsOf(route.cells()).map((at, i) => at + (i % 2 === 0 ? x : y)),
    )
  }
  if (start !== null) drawEnd(surface, plan, start, drawStart)
  if (goal !== null) drawEnd(surface, plan, goal, drawGoal)
}

function drawPortal(surface: Surface, plan: WorldPicturePlan, portal: Portal, colour: Colour, isOpen: boolean): void {
  const { density, scheme } = surface
  const [from, to] = [onPlan(plan, portal.from), onPlan(plan, portal.to)]
  const bow = bowOf(from, to)
  const arc: number[] = []
  for (let i = 0; i <= ARC_PIECES; i++) {
    const t = i / ARC_PIECES
    for (const key of ['x', 'y'] as const) {
      arc.push((1 - t) ** 2 * from[key] + 2 * t * (1 - t) * bow[key] + t ** 2 * to[key])
    }
  }
  if (isOpen) drawCased(surface, arc, 2 * density, colour)
  else {
    surface.line(arc, 4.5 * density, scheme.casing)
    surface.dashed(6, 5, () => surface.line(arc, 2 * density, colour))
  }
  for (const [radius, shade] of [
    [PORTAL_RADIUS + 2, scheme.casing],
    [PORTAL_RADIUS, colour],
  ] as const) {
    surface.disc(from.x, from.y, radius * density, shade)
    if (portal.oneWay) surface.diamond(to.x, to.y, 1.3 * radius * density, shade)
    else surface.disc(to.x, to.y, radius * density, shade)
  }
}

function drawEnd(surface: Surface, plan: WorldPicturePlan, cell: MapCell, draw: typeof drawStart): void {
  const { x, y } = onPlan(plan, cell)
  draw(surface, x, y)
}
