/**
 * Where units go by themselves: along points, or by a field. Before a step each guided unit wishes for the furthest point
 * ahead that it sees; at its goal it stands.
 *
 * Many may have one goal. Who comes to a halt no further from it than those who are there already take up is there as well:
 * so a group settles around its goal and none pushes in.
 */
import { checkPairs, refuse } from '../base/given.ts'
import { isClear } from '../shape/clearance.ts'
import { type Aimed, Detours, type GuideField, type Place } from './detours.ts'
import type { PlacedUnits } from './placed-units.ts'
import type { UnitColumns } from './unit-columns.ts'
import type { WallLimits } from './wall-limits.ts'

/** A route, flat x, y pairs of cells as `cells()`, waypoints and curves have them, or a field. */
export type Guide = GuideField | { cells(): Int32Array } | Int32Array | Float64Array | readonly number[]

/** How many points of a way, or cells of a field, a unit looks ahead for one that it sees. */
const LOOK_POINTS = 6
const LOOK_CELLS = 32
/** Slower than this share of its speed a unit counts as halted. */
const HALT_SHARE = 0.4
/** Units that settle take up so much more than their discs. */
const SETTLED_SHARE = 1.4

interface Guided extends Aimed {
  readonly points: ArrayLike<number> | null
  /** The next point, of points. */
  at: number
  cell: number
  isThere: boolean
}

export class Followers {
  private readonly guidedOf = new Map<number, Guided>()
  private readonly goals = new Map<string, Place>()
  private readonly walls: WallLimits
  private readonly detours: Detours

  constructor(walls: WallLimits) {
    this.walls = walls
    this.detours = new Detours(walls)
  }

  follow(units: UnitColumns, unit: number, guide: Guide): void {
    const isField = typeof (guide as GuideField | null)?.next === 'function'
    const points = isField ? null : pointsOf(guide)
    const { x, y } =
      points === null ? (guide as GuideField).goal : { x: points[points.length - 2], y: points[points.length - 1] }
    const { terrain } = this.walls
    if (!terrain.isFree(Math.floor(x + 0.5), Math.floor(y + 0.5))) {
      refuse(`The goal ${x},${y} of a unit is a wall or outside the map of ${terrain.width} x ${terrain.height} cells.`)
    }
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
      isThere: false,
      viaX: 0,
      viaY: 0,
      heldSeconds: 0,
    })
  }

  forget(units: UnitColumns, unit: number): void {
    const guided = this.guidedOf.get(unit)
    if (guided?.isThere) guided.goal.settled -= areaOf(units, unit)
    this.guidedOf.delete(unit)
  }

  isThere(unit: number): boolean {
    return this.guidedOf.get(unit)?.isThere ?? false
  }

  /** Sets the wishes of all guided units. */
  wish(units: UnitColumns, placed: PlacedUnits, seconds: number): void {
    for (const [unit, guided] of this.guidedOf) {
      if (guided.isThere) continue
      this.aim(units, unit, guided)
      this.detours.take(units, placed, unit, guided, seconds)
      const dx = guided.viaX - units.x[unit]
      const dy = guided.viaY - units.y[unit]
      const distance = Math.sqrt(dx * dx + dy * dy)
      const isLast = guided.viaX === guided.goal.x && guided.viaY === guided.goal.y
      const pace = isLast ? Math.min(units.speed[unit], distance / seconds) : units.speed[unit]
      const scale = distance === 0 ? 0 : pace / distance
      units.wishX[unit] = dx * scale
      units.wishY[unit] = dy * scale
    }
  }

  /** After a step: who is there stands. */
  settle(units: UnitColumns): void {
    const coming: [number, Guided][] = []
    for (const [unit, guided] of this.guidedOf) {
      if (!guided.isThere && isSettled(units, unit, guided.goal)) coming.push([unit, guided])
    }
    for (const [unit, guided] of coming) {
      guided.isThere = true
      guided.goal.settled += areaOf(units, unit)
      units.wishX[unit] = units.wishY[unit] = 0
    }
  }

  /** The point to walk to: looked for when the unit comes to another cell. */
  private aim(units: UnitColumns, unit: number, guided: Guided): void {
    const { terrain } = this.walls
    const x = Math.floor(units.x[unit])
    const y = Math.floor(units.y[unit])
    const cell = y * terrain.width + x
    if (guided.points !== null && passes(units, unit, guided, guided.points)) guided.at++
    else if (cell === guided.cell) return
    guided.cell = cell
    const sees = (toX: number, toY: number) =>
      isClear(terrain, units.x[unit] - 0.5, units.y[unit] - 0.5, toX, toY, 0.9 * units.radius[unit])
    if (guided.field !== null) lookAlongField(guided, guided.field, x, y, sees)
    else lookAlongPoints(guided, guided.points!, sees)
  }
}

const AREA_PART = 1 / 65536

function areaOf({ radius }: UnitColumns, unit: number): number {
  return Math.ceil(radius[unit] ** 2 / AREA_PART) * AREA_PART
}

function isSettled(units: UnitColumns, unit: number, goal: Place): boolean {
  const radius = units.radius[unit]
  const dx = goal.x - units.x[unit]
  const dy = goal.y - units.y[unit]
  const distance = Math.sqrt(dx * dx + dy * dy)
  if (distance < radius / 2) return true
  const speed = units.speed[unit] * HALT_SHARE
  if (units.vx[unit] ** 2 + units.vy[unit] ** 2 > speed * speed) return false
  return goal.settled > 0 && distance < radius + SETTLED_SHARE * Math.sqrt(goal.settled + radius * radius)
}

/** A large unit comes only so close to a point beside a wall: that is close enough to go on to the next. */
function passes({ x, y, radius }: UnitColumns, unit: number, { at }: Guided, points: ArrayLike<number>): boolean {
  if (at >= points.length / 2 - 1) return false
  const dx = points[2 * at] + 0.5 - x[unit]
  const dy = points[2 * at + 1] + 0.5 - y[unit]
  const close = 1.5 * radius[unit]
  return dx * dx + dy * dy < close * close
}

/** The furthest cell of the way ahead that is seen, found by doubling the steps and then halving. */
function lookAlongField(
  guided: Guided,
  field: GuideField,
  x: number,
  y: number,
  sees: (x: number, y: number) => boolean,
) {
  const way: { readonly x: number; readonly y: number }[] = [{ x, y }]
  let seen = 0
  let hidden = LOOK_CELLS + 1
  for (let steps = 1; steps < hidden; steps = Math.min(2 * steps, LOOK_CELLS + 1)) {
    while (way.length <= steps) {
      const { x, y } = way[way.length - 1]
      const next = field.next(x, y)
      if (next === null) break
      way.push(next)
    }
    const at = Math.min(steps, way.length - 1)
    // The first step is taken unseen: a unit that was pushed beside a corner gets around it.
    if (at > 1 && !sees(way[at].x, way[at].y)) hidden = at
    else seen = at
    if (at < steps) break
  }
  while (hidden - seen > 1 && hidden < way.length) {
    const at = (seen + hidden) >> 1
    if (sees(way[at].x, way[at].y)) seen = at
    else hidden = at
  }
  guided.toX = way[seen].x + 0.5
  guided.toY = way[seen].y + 0.5
}

/** From the furthest point ahead back to the first that is seen; where none is, the one that was. */
function lookAlongPoints(guided: Guided, points: ArrayLike<number>, sees: (x: number, y: number) => boolean): void {
  const last = points.length / 2 - 1
  for (let i = Math.min(last, guided.at + LOOK_POINTS); i >= guided.at; i--) {
    if (i > guided.at && !sees(points[2 * i], points[2 * i + 1])) continue
    guided.at = i
    guided.toX = points[2 * i] + 0.5
    guided.toY = points[2 * i + 1] + 0.5
    return
  }
}

/** A copy: callers may change theirs. */
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
