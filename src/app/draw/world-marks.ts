/**
 * Marks over the maps of a world, in a picture or a page: portals as arcs, and a trip with its two ends. A portal for
 * both ways has a disc at each end; a one-way portal ends in a diamond. A portal that the keys at hand do not open is
 * dashed, in another colour.
 */
import type { Portal } from '../../world/portal.ts'
import type { Trip } from '../../world/trip.ts'
import type { MapCell, World } from '../../world.ts'
import { type Colour, PATH, REFUSAL } from './palette.ts'
import { bendsOf, drawCased, drawGoal, drawPath, drawStart } from './query-marks.ts'
import type { Surface } from './surface.ts'

interface WorldMarks {
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
    surface.dots([from.x, from.y], radius * density, shade)
    if (portal.oneWay) surface.diamond(to.x, to.y, 1.3 * radius * density, shade)
    else surface.dots([to.x, to.y], radius * density, shade)
  }
}

function drawEnd(surface: Surface, plan: WorldPicturePlan, cell: MapCell, draw: typeof drawStart): void {
  const { x, y } = onPlan(plan, cell)
  draw(surface, x, y)
}

export interface PlacedMap {
  readonly name: string
  /** The place of its first cell, in cells of the picture. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WorldPicturePlan {
  readonly width: number
  readonly height: number
  readonly maps: readonly PlacedMap[]
}

/** The gap between maps and around them, as a share of the longest side. */
const GAP_SHARE = 0.04
const BOW_SHARE = 0.18

/** Places the maps at their origins or, if these are unknown or make maps overlap, in rows, the highest first. */
export function planOf(world: World): WorldPicturePlan {
  const sizes = world.maps.map(name => {
    const { width, height } = world.map(name)
    return { name, width, height }
  })
  const gap = Math.max(1, Math.ceil(GAP_SHARE * Math.max(...sizes.map(({ width, height }) => Math.max(width, height)))))
  const placed = sizes.flatMap(map => {
    const origin = world.originOf(map.name)
    return origin === null ? [] : [{ ...map, ...origin }]
  })
  const maps = placed.length === sizes.length && !overlap(placed) ? placed : packed(sizes, gap)
  const [left, top] = [Math.min(...maps.map(({ x }) => x)), Math.min(...maps.map(({ y }) => y))]
  return {
    width: Math.max(...maps.map(({ x, width }) => x + width)) - left + 2 * gap,
    height: Math.max(...maps.map(({ y, height }) => y + height)) - top + 2 * gap,
    maps: maps.map(map => ({ ...map, x: map.x - left + gap, y: map.y - top + gap })),
  }
}

/** Compares each map, from left to right, with those that begin before it ends. */
function overlap(maps: readonly PlacedMap[]): boolean {
  const sorted = [...maps].sort((a, b) => a.x - b.x)
  return sorted.some((a, i) => {
    for (let k = i + 1; k < sorted.length && sorted[k].x < a.x + a.width; k++) {
      if (sorted[k].y < a.y + a.height && a.y < sorted[k].y + sorted[k].height) return true
    }
    return false
  })
}

/** Packs maps in rows, about as wide as a square that holds them all. */
function packed(sizes: readonly Omit<PlacedMap, 'x' | 'y'>[], gap: number): PlacedMap[] {
  const area = sizes.reduce((sum, { width, height }) => sum + (width + gap) * (height + gap), 0)
  const rowWidth = Math.max(1.2 * Math.sqrt(area), ...sizes.map(({ width }) => width))
  let [x, y, rowHeight] = [0, 0, 0]
  return [...sizes]
    .sort((a, b) => b.height - a.height)
    .map(map => {
      if (x > 0 && x + map.width > rowWidth) [x, y, rowHeight] = [0, y + rowHeight + gap, 0]
      const at = { ...map, x, y }
      x += map.width + gap
      rowHeight = Math.max(rowHeight, map.height)
      return at
    })
}

/** A cell of a map, as a cell of the picture. */
export function onPlan(plan: WorldPicturePlan, { map, x, y }: MapCell): { x: number; y: number } {
  const placed = plan.maps.find(({ name }) => name === map)!
  return { x: placed.x + x, y: placed.y + y }
}

/** The cell of the world at a cell of the picture; null between maps. */
export function cellOnPlan(plan: WorldPicturePlan, x: number, y: number): MapCell | null {
  const map = plan.maps.find(map => x >= map.x && y >= map.y && x < map.x + map.width && y < map.y + map.height)
  return map === undefined ? null : { map: map.name, x: x - map.x, y: y - map.y }
}

/** The control point of the curve between two places. It bows to its left, so two ways between the same maps stay apart. */
function bowOf(from: { x: number; y: number }, to: { x: number; y: number }): { x: number; y: number } {
  return {
    x: (from.x + to.x) / 2 + BOW_SHARE * (to.y - from.y),
    y: (from.y + to.y) / 2 - BOW_SHARE * (to.x - from.x),
  }
}
