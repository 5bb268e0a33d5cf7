/**
 * Guides units along points or by a field. Before a step each guided unit wishes for the furthest point ahead that it
 * sees; at its goal it stands.
 *
 * Many units may share one goal. Those that have arrived take up an area around it. A unit that halts at this area has
 * arrived as well, and so has one that was long slow behind an arrived unit. So a group settles around its goal,
 * whatever walls are there, and none pushes in.
 */
import { checkPairs, refuse } from '../base/given.ts'
import { isClear } from '../shape/clearance.ts'
import { wayBack } from './found-way.ts'
import type { PlacedUnits } from './placed-units.ts'
import type { UnitColumns } from './unit-columns.ts'
import type { WallLimits } from './wall-limits.ts'

/** A field with one goal. `next` gives the cell after a cell; null at the goal and where no way leads to it. */
export interface GuideField {
  readonly goal: { readonly x: number; readonly y: number }
  next(x: number, y: number): { readonly x: number; readonly y: number } | null
}

/** A route, a field, or flat x, y pairs of cells as `cells()`, waypoints and curves have them. */
export type Guide = GuideField | { cells(): Int32Array } | Int32Array | Float64Array | readonly number[]

/** How many points of a way, or cells of a field, a unit looks ahead. */
const LOOK_POINTS = 32
/** The most half-width of the line of sight back to a point: a large unit need not fit. */
const SIGHT_CELLS = 0.4
/** A unit slower than this share of its speed counts as halted. */
const HALT_SHARE = 0.4
/** A unit that touches an arrived one stops once it was slow for the time in which it walks this many radii. */
const STOPPED_RADII = 8
/** Units touch if their middles are closer than this many times both radii. */
const TOUCH_RADII = 1.2
/** Arrived units with other goals stop a unit only where it is this many radii from its own goal. */
const NEAR_RADII = 6
/** Settled units take up a disc this many times as wide as one of their summed area. */
const SETTLED_SHARE = 1.4

/** A goal, the middle of its cell. */
interface Place {
  readonly x: number
  readonly y: number
  /** The sum of the squared radii of arrived units, in whole parts, so that their order does not change it. */
  settled: number
}

type Point = { readonly x: number; readonly y: number }

interface Guided {
  readonly field: GuideField | null
  readonly goal: Place
  points: ArrayLike<number> | null
  /** Index of the next point. */
  at: number
  cell: number
  toX: number
  toY: number
  slowSeconds: number
  isThere: boolean
}

export class Followers {
  private readonly guidedOf = new Map<number, Guided>()
  private readonly goals = new Map<string, Place>()
  private readonly walls: WallLimits

  constructor(walls: WallLimits) {
    this.walls = walls
  }

  follow(units: UnitColumns, unit: number, guide: Guide): void {
    const isField = typeof (guide as GuideField | null)?.next === 'function'
    const points = isField ? null : pointsOf(guide)
    const { x, y } = this.checkGoal(points === null ? (guide as GuideField).goal : lastOf(points))
    this.forget(units, unit)
    const key = `${x},${y}`
    const goal = this.goals.get(key) ?? { x: x + 0.5, y: y + 0.5, settled: 0 }
    this.goals.set(key, goal)
    const field = isField ? (guide as GuideField) : null
    this.guidedOf.set(unit, {
      goal,
      points,
      field,
      at: 0,
      cell: -1,
      toX: units.x[unit],
      toY: units.y[unit],
      slowSeconds: 0,
      isThere: false,
    })
  }

  /** Refuses a goal that is missing, in a wall or outside the map. */
  checkGoal(goal: Point | undefined): Point {
    const { terrain } = this.walls
    const { x, y } = goal ?? { x: Number.NaN, y: Number.NaN }
    if (!Number.isFinite(x + y) || !terrain.isFree(Math.floor(x + 0.5), Math.floor(y + 0.5))) {
      refuse(`The goal ${x},${y} of a unit is a wall or outside the map of ${terrain.width} x ${terrain.height} cells.`)
    }
    return { x, y }
  }

  forget(units: UnitColumns, unit: number): void {
    const guided = this.guidedOf.get(unit)
    if (guided === undefined) return
    if (guided.isThere) guided.goal.settled -= areaOf(units, unit)
    this.guidedOf.delete(unit)
  }

  isThere(unit: number): boolean {
    return this.guidedOf.get(unit)?.isThere ?? false
  }

  /** Sets the wishes of all guided units. */
  wish(units: UnitColumns, seconds: number): void {
    for (const [unit, guided] of this.guidedOf) {
      if (guided.isThere) continue
      this.aim(units, unit, guided)
      const dx = guided.toX - units.x[unit]
      const dy = guided.toY - units.y[unit]
      const distance = Math.sqrt(dx * dx + dy * dy)
      const isLast = guided.toX === guided.goal.x && guided.toY === guided.goal.y
      const pace = isLast ? Math.min(units.speed[unit], distance / seconds) : units.speed[unit]
      const scale = distance === 0 ? 0 : pace / distance
      units.wishX[unit] = dx * scale
      units.wishY[unit] = dy * scale
    }
  }

  /** Stops the units that have arrived; called after a step. */
  settle(units: UnitColumns, placed: PlacedUnits, seconds: number): void {
    const coming: [number, Guided][] = []
    for (const [unit, guided] of this.guidedOf) {
      if (guided.isThere) continue
      const slow = units.speed[unit] * HALT_SHARE
      const isSlow = units.vx[unit] ** 2 + units.vy[unit] ** 2 <= slow * slow
      guided.slowSeconds = isSlow ? guided.slowSeconds + seconds : 0
      if (isSettled(units, unit, guided) || this.isStopped(units, placed, unit, guided)) coming.push([unit, guided])
    }
    for (const [unit, guided] of coming) {
      guided.isThere = true
      guided.goal.settled += areaOf(units, unit)
      units.wishX[unit] = units.wishY[unit] = 0
    }
  }

  /** Whether a unit was slow for long and touches an arrived unit that is closer to its goal. */
  private isStopped(units: UnitColumns, placed: PlacedUnits, unit: number, { goal, slowSeconds }: Guided): boolean {
    const { x, y, radius, speed } = units
    if (slowSeconds * speed[unit] < STOPPED_RADII * radius[unit]) return false
    const square = squareTo(goal, x[unit], y[unit])
    const near = NEAR_RADII * radius[unit] + 2 * Math.sqrt(goal.settled)
    const stops = (other: number) => {
      const guided = this.guidedOf.get(other)
      if (guided?.isThere !== true || (guided.goal !== goal && square > near * near)) return false
      const touch = TOUCH_RADII * (radius[unit] + radius[other])
      if ((x[other] - x[unit]) ** 2 + (y[other] - y[unit]) ** 2 > touch * touch) return false
      return squareTo(goal, x[other], y[other]) < square
    }
    return placed.findWithin(x[unit], y[unit], TOUCH_RADII * (radius[unit] + placed.radiusMax), stops) >= 0
  }

  /** Sets the point to walk to, anew when the unit enters another cell or passes a point. */
  private aim(units: UnitColumns, unit: number, guided: Guided): void {
    const { terrain } = this.walls
    const x = Math.floor(units.x[unit])
    const y = Math.floor(units.y[unit])
    const cell = y * terrain.width + x
    const { field } = guided
    let isPast = false
    for (; guided.points !== null && passes(units, unit, guided, guided.points); guided.at++) isPast = true
    if (!isPast && cell === guided.cell) return
    guided.cell = cell
    const fits = 0.9 * units.radius[unit]
    const sees = (to: Point, clearance = fits) =>
      isClear(terrain, units.x[unit] - 0.5, units.y[unit] - 0.5, to.x, to.y, clearance)
    if (guided.points !== null) this.lookBack(guided, guided.points, x, y, to => sees(to, Math.min(fits, SIGHT_CELLS)))
    const { points } = guided
    const way = [{ x, y }]
    const seen =
      points === null
        ? furthestSeen(way, last => field!.next(last.x, last.y), sees)
        : furthestSeen(way, () => pointOf(points, guided.at + way.length - 1), sees)
    if (points !== null && seen > 0) guided.at += seen - 1
    guided.toX = way[seen].x + 0.5
    guided.toY = way[seen].y + 0.5
  }

  /** A unit pushed out of sight of its next point returns to the last point it sees, or finds a way back. */
  private lookBack(
    guided: Guided,
    points: ArrayLike<number>,
    x: number,
    y: number,
    sees: (to: Point) => boolean,
  ): void {
    for (let i = guided.at; i >= Math.max(0, guided.at - LOOK_POINTS); i--) {
      if (!sees(pointOf(points, i)!)) continue
      guided.at = i
      return
    }
    const back = wayBack(this.walls.terrain, points, x, y)
    if (back === null) return
    guided.points = back
    guided.at = 0
  }
}

const AREA_PART = 1 / 65536

function areaOf({ radius }: UnitColumns, unit: number): number {
  return Math.ceil(radius[unit] ** 2 / AREA_PART) * AREA_PART
}

function squareTo(goal: Place, x: number, y: number): number {
  return (goal.x - x) * (goal.x - x) + (goal.y - y) * (goal.y - y)
}

function isSettled({ x, y, radius: radii }: UnitColumns, unit: number, { goal, slowSeconds }: Guided): boolean {
  const radius = radii[unit]
  const distance = Math.sqrt(squareTo(goal, x[unit], y[unit]))
  if (distance < radius / 2) return true
  return (
    slowSeconds > 0 && goal.settled > 0 && distance < radius + SETTLED_SHARE * Math.sqrt(goal.settled + radius * radius)
  )
}

/** Whether a unit is close enough to go on to the next point: a large one cannot reach a point beside a wall. */
function passes({ x, y, radius }: UnitColumns, unit: number, { at }: Guided, points: ArrayLike<number>): boolean {
  if (at >= points.length / 2 - 1) return false
  const dx = points[2 * at] + 0.5 - x[unit]
  const dy = points[2 * at + 1] + 0.5 - y[unit]
  const close = 1.5 * radius[unit]
  return dx * dx + dy * dy < close * close
}

/** The goal of a way. */
export function lastOf(points: ArrayLike<number>): Point {
  return { x: points[points.length - 2], y: points[points.length - 1] }
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
