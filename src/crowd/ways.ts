/**
 * The ways of guided units, along points or by a field. A unit walks to the furthest point ahead that it sees. It takes
 * a detour where it lost its way, and around a jam.
 */
import { checkPairs, refuse } from '../base/given.ts'
import { isClear } from '../shape/clearance.ts'
import type { Jams } from './jams.ts'
import { JamSearch } from './jams.ts'
import type { UnitColumns } from './unit-columns.ts'
import type { WallLimits } from './wall-limits.ts'

/** A field with one goal. `next` gives the cell after a cell; null at the goal and where no way leads to it. */
export interface GuideField {
  readonly goal: { readonly x: number; readonly y: number }
  next(x: number, y: number): { readonly x: number; readonly y: number } | null
}

/** A route, a field, or flat x, y pairs of cells as `cells()`, waypoints and curves have them. */
export type Guide = GuideField | { cells(): Int32Array } | Int32Array | Float64Array | readonly number[]

/** How many points of a way, or cells of a field, a unit looks ahead, and how many it compares with a detour. */
const LOOK_POINTS = 32
const COMPARED_POINTS = 512
/** A field takes over where this many points of a detour are left. */
const END_POINTS = 3
/** The most half-width of the line of sight back to a point: a large unit need not fit. */
const SIGHT_CELLS = 0.4
const NONE = -1

export type Point = { readonly x: number; readonly y: number }

export interface Way {
  readonly field: GuideField | null
  /** The points to walk along; null where the field leads. */
  points: ArrayLike<number> | null
  /** Index of the next point. */
  at: number
  /** Index of the first point behind a detour around a jam. Before it, the unit does not look across the jam. */
  detourEnd: number
  cell: number
  /** The place to walk to. */
  toX: number
  toY: number
}

export class Ways {
  private readonly walls: WallLimits
  private readonly jams: Jams
  /** Made when a unit first searches: it takes 1.2 MB. */
  private search: JamSearch | null = null

  constructor(walls: WallLimits, jams: Jams) {
    this.walls = walls
    this.jams = jams
  }

  /** Sets the place to walk to, anew when the unit enters another cell or passes a point. */
  aim(units: UnitColumns, unit: number, way: Way): void {
    const { x, y, radius } = units
    const { terrain } = this.walls
    const cellX = Math.floor(x[unit])
    const cellY = Math.floor(y[unit])
    const cell = cellY * terrain.width + cellX
    const fits = 0.9 * radius[unit]
    let isPast = false
    for (; passes(way, x[unit], y[unit], 1.5 * radius[unit]); way.at++) isPast = true
    // Near the end of a detour the field leads again: units need not all meet at one point.
    if (way.field !== null && 2 * way.at >= (way.points?.length ?? 0) - 2 * END_POINTS) way.points = null
    if (!isPast && cell === way.cell) return
    way.cell = cell
    const sees = (to: Point, clearance: number) => isClear(terrain, x[unit] - 0.5, y[unit] - 0.5, to.x, to.y, clearance)
    if (way.points !== null) this.lookBack(units, unit, way, to => sees(to, Math.min(fits, SIGHT_CELLS)))
    const { points, field } = way
    const isOpen = (to: Point) => way.at >= way.detourEnd || this.jams.isOpen(x[unit], y[unit], to.x + 0.5, to.y + 0.5)
    const ahead = [{ x: cellX, y: cellY }]
    const next = (last: Point) =>
      points === null ? cellAfter(field!, last) : pointOf(points, way.at + ahead.length - 1)
    const seen = furthestSeen(ahead, next, to => sees(to, fits) && isOpen(to))
    if (points !== null && seen > 0) way.at += seen - 1
    way.toX = ahead[seen].x + 0.5
    way.toY = ahead[seen].y + 0.5
  }

  /** A unit pushed out of sight of its next point returns to the last point it sees, or searches for a way back. */
  private lookBack(units: UnitColumns, unit: number, way: Way, sees: (to: Point) => boolean): void {
    const points = way.points!
    const first = Math.max(0, way.at - LOOK_POINTS)
    for (let i = way.at; i >= first; i--) {
      if (!sees(pointOf(points, i)!)) continue
      way.at = i
      return
    }
    if (way.field !== null) way.points = null
    else this.detour(units, unit, way, Array.from(points).slice(2 * first), true)
    way.detourEnd = 0
  }

  /** Lets a unit search for a way around a jam; returns the number of cells it looked at. */
  passJam(units: UnitColumns, unit: number, way: Way): number {
    const x = Math.floor(units.x[unit])
    const y = Math.floor(units.y[unit])
    const ahead = [x, y]
    if (way.points !== null) ahead.push(...Array.from(way.points).slice(2 * way.at))
    for (let last: Point | null = { x, y }; way.points === null && ahead.length < 2 * COMPARED_POINTS; ) {
      last = cellAfter(way.field!, last)
      if (last === null) break
      ahead.push(last.x, last.y)
    }
    this.detour(units, unit, way, ahead, false)
    return this.search!.searched
  }

  /** Takes a detour if there is one. A lost unit may have been pushed to where it hardly fits: its size does not count. */
  private detour({ x, y, radius, speed }: UnitColumns, unit: number, way: Way, old: number[], isLost: boolean): void {
    this.search ??= new JamSearch(this.walls, this.jams)
    const detour = this.search.find({
      x: Math.floor(x[unit]),
      y: Math.floor(y[unit]),
      radius: isLost ? 0 : radius[unit],
      speed: speed[unit],
      way: old,
      isLost,
    })
    if (detour === null) return
    const { cells, next } = detour
    const rest = way.points === null ? [] : old.slice(2 * next)
    way.points = Float64Array.from([...cells, ...rest])
    way.at = 0
    way.cell = NONE
    way.detourEnd = cells.length / 2
  }
}

/** Whether a unit is close enough to go on to the next point: a large one cannot reach a point beside a wall. */
function passes({ points, at, field }: Way, x: number, y: number, close: number): boolean {
  if (points === null || (at >= points.length / 2 - 1 && field === null)) return false
  const dx = points[2 * at] + 0.5 - x
  const dy = points[2 * at + 1] + 0.5 - y
  return dx * dx + dy * dy < close * close
}

function cellAfter(field: GuideField, { x, y }: Point): Point | null {
  const next = field.next(x, y)
  if (next !== null && !Number.isFinite(next?.x + next?.y))
    refuse(`The field of a unit leads from ${x},${y} to no cell.`)
  return next
}

function pointOf(points: ArrayLike<number>, i: number): Point | null {
  return 2 * i < points.length ? { x: points[2 * i], y: points[2 * i + 1] } : null
}

/** The index in `way` of the furthest cell in sight, found by doubling steps, then halving. `next` extends `way`. */
function furthestSeen(way: Point[], next: (last: Point) => Point | null, sees: (to: Point) => boolean): number {
  let seen = 0
  let hidden = LOOK_POINTS + 1
  for (let steps = 1; steps < hidden; steps = Math.min(2 * steps, LOOK_POINTS + 1)) {
    while (way.length <= steps) {
      const point = next(way[way.length - 1])
      if (point === null) break
      way.push(point)
    }
    const at = Math.min(steps, way.length - 1)
    // The first step needs no sight, so that a unit pushed beside a corner gets around it.
    if (at > 1 && !sees(way[at])) hidden = at
    else seen = at
    if (at < steps) break
  }
  while (hidden - seen > 1 && hidden < way.length) {
    const at = (seen + hidden) >> 1
    if (sees(way[at])) seen = at
    else hidden = at
  }
  return seen
}

/** The points of a guide, copied: callers may change theirs. */
export function pointsOf(guide: Guide): ArrayLike<number> {
  const route = guide as { cells?: () => Int32Array } | null | undefined
  const points = typeof route?.cells === 'function' ? route.cells() : (guide as ArrayLike<number>)
  checkPairs(points, 'The points of a unit')
  if (points.length < 2 || points.length % 2 !== 0)
    refuse(`The points of a unit are ${points.length} numbers: x, y pairs, one at least.`)
  for (let i = 0; i < points.length; i++)
    if (!Number.isFinite(points[i])) refuse('The points of a unit are not all numbers.')
  return Float64Array.from(points)
}
