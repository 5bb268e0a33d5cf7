/**
 * Guides units along points or by a field. Before a step each unit wishes to walk on along its way; at its goal it stands.
 *
 * Many units may share one goal. Those that have arrived take up an area around it. A unit that halts at this area has
 * arrived as well, and so has one that was long slow behind an arrived unit. So a group settles around its goal,
 * whatever walls are there, and none pushes in.
 */
import { refuse } from '../base/given.ts'
import { Jams } from './jams.ts'
import type { PlacedUnits } from './placed-units.ts'
import type { UnitColumns } from './unit-columns.ts'
import type { WallLimits } from './wall-limits.ts'
import { type Guide, type GuideField, type Point, pointsOf, type Way, Ways } from './ways.ts'

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

interface Guided extends Way {
  readonly goal: Place
  slowSeconds: number
  isThere: boolean
}

export class Followers {
  private readonly guidedOf = new Map<number, Guided>()
  private readonly goals = new Map<string, Place>()
  private readonly walls: WallLimits
  private readonly jams: Jams
  private readonly ways: Ways

  constructor(walls: WallLimits) {
    this.walls = walls
    this.jams = new Jams(walls.terrain.width)
    this.ways = new Ways(walls, this.jams)
  }

  follow(units: UnitColumns, unit: number, guide: Guide): void {
    const field = typeof (guide as GuideField | null)?.next === 'function' ? (guide as GuideField) : null
    const points = field === null ? pointsOf(guide) : null
    const { x, y } = field === null ? this.checkWay(points!) : this.checkPoint(field.goal)
    this.forget(units, unit)
    const key = `${x},${y}`
    const goal = this.goals.get(key) ?? { x: x + 0.5, y: y + 0.5, settled: 0 }
    this.goals.set(key, goal)
    this.guidedOf.set(unit, {
      goal,
      points,
      field,
      at: 0,
      detourEnd: 0,
      cell: -1,
      toX: units.x[unit],
      toY: units.y[unit],
      slowSeconds: 0,
      isThere: false,
    })
  }

  /** Refuses a way with a point in a wall or outside the map; returns its goal. */
  checkWay(points: ArrayLike<number>): Point {
    let goal = { x: points[0], y: points[1] }
    for (let i = 0; i < points.length; i += 2) goal = this.checkPoint({ x: points[i], y: points[i + 1] })
    return goal
  }

  private checkPoint(point: Point | undefined): Point {
    const { terrain } = this.walls
    const { x, y } = point ?? { x: Number.NaN, y: Number.NaN }
    if (!Number.isFinite(x + y) || !terrain.isFree(Math.floor(x + 0.5), Math.floor(y + 0.5))) {
      const size = `${terrain.width} x ${terrain.height}`
      refuse(`The point ${x},${y} on the way of a unit is a wall or outside the map of ${size} cells.`)
    }
    return { x, y }
  }

  forget(units: UnitColumns, unit: number): void {
    const guided = this.guidedOf.get(unit)
    if (guided === undefined) return
    if (guided.isThere) guided.goal.settled -= areaOf(units, unit)
    this.guidedOf.delete(unit)
    this.jams.forget(unit)
  }

  isThere(unit: number): boolean {
    return this.guidedOf.get(unit)?.isThere ?? false
  }

  /** Sets the wishes of all guided units. */
  wish(units: UnitColumns, seconds: number): void {
    for (const [unit, guided] of this.guidedOf) {
      if (guided.isThere) continue
      this.ways.aim(units, unit, guided)
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
    const square = squareTo(goal, x[unit], y[unit])
    // The farther a unit is outside the area of the settled ones, the longer it tries to come closer.
    const patience = Math.max(1, square / settledReach(radius[unit], goal) ** 2) ** 2
    if (slowSeconds * speed[unit] < STOPPED_RADII * radius[unit] * patience) return false
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

  /** Lets units that make no progress search for a way around; called after a step. */
  passJams(units: UnitColumns, placed: PlacedUnits, seconds: number): void {
    if (this.guidedOf.size === 0) return
    this.jams.step(units, placed, seconds, unit => {
      const guided = this.guidedOf.get(unit)
      return guided === undefined || guided.isThere ? 0 : this.ways.passJam(units, unit, guided)
    })
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
  return slowSeconds > 0 && goal.settled > 0 && distance < settledReach(radius, goal)
}

/** The distance from a goal within which another unit finds room among those that have settled there. */
function settledReach(radius: number, { settled }: Place): number {
  return radius + SETTLED_SHARE * Math.sqrt(settled + radius * radius)
}
