/**
 * Units that share a map and pass each other. Each unit wishes for a velocity. A step moves all of them at once, as close to
 * their wishes as possible. None ever overlaps another or enters a wall.
 *
 * Places are in cells: cell 3,4 reaches from 3 to 4 and from 4 to 5, its middle is 3.5,4.5. A step gives the same
 * result on every machine and for any order in which units were added.
 */
import { checkValue, refuse } from '../base/given.ts'
import { TOUCH_SHARE } from '../kernel/crowd-layout.ts'
import type { Terrain } from '../map/terrain.ts'
import { CrowdMemory } from './crowd-memory.ts'
import { Followers } from './followers.ts'
import { Formations } from './formations.ts'
import { PlacedUnits } from './placed-units.ts'
import {
  ABOVE_0,
  ANY_NUMBER,
  checkUnit,
  type Foresight,
  foresightOf,
  RADIUS_MIN,
  UnitColumns,
  type UnitOptions,
} from './unit-columns.ts'
import { WallLimits } from './wall-limits.ts'
import { type Guide, type GuideField, pointsOf } from './ways.ts'

/** An atlas, a snapshot or a map that changes. */
export interface CrowdMap {
  readonly width: number
  readonly height: number
  readonly version?: number
  readonly terrain?: Terrain
  /** @internal */
  readonly columns: { readonly terrain: Terrain }
}

/** Unless given, `horizon` is 2 seconds, `sight` 6 cells, `neighbours` 10. */
export type CrowdOptions = Partial<Foresight>

const STEP_SECONDS_MAX = 0.25
const STEP_CELLS_MAX = 0.5
const STEPS_MAX = 32
/** The longest wish, in top speeds of its unit. */
const WISH_SPEEDS = 1e6
/** With more units than this added or placed since the last step, all are sorted by place again. */
const LATE_MAX = 256

export class Crowd {
  private readonly map: CrowdMap
  private readonly units = new UnitColumns()
  private readonly placed = new PlacedUnits()
  private readonly walls: WallLimits
  private readonly memory: CrowdMemory
  private readonly guides: Followers
  private readonly formations: Formations
  private late: number[] = []
  private knownVersion: number

  constructor(map: CrowdMap, options?: CrowdOptions | null) {
    if (typeof map !== 'object' || map === null || !('columns' in map)) {
      refuse('The map of a crowd is an atlas, a snapshot or a map that changes.')
    }
    this.map = map
    this.walls = new WallLimits(terrainOf(map))
    this.guides = new Followers(this.walls)
    this.formations = new Formations(this.walls)
    this.knownVersion = map.version ?? 0
    this.memory = new CrowdMemory(foresightOf(options))
  }

  /** x[unit], in cells; meaningless for removed units. Read only. */
  get x(): Float64Array {
    return this.units.x
  }

  get y(): Float64Array {
    return this.units.y
  }

  /** The velocity of the last step, in cells a second. */
  get vx(): Float64Array {
    return this.units.vx
  }

  get vy(): Float64Array {
    return this.units.vy
  }

  get count(): number {
    return this.units.count
  }

  /** Adds a unit at rest; returns its number. */
  add(options: UnitOptions): number {
    const { x, y, radius, speed } = checkUnit(options)
    this.checkPlace(x, y, radius, -1)
    const unit = this.units.add(x, y, radius, speed)
    this.late.push(unit)
    return unit
  }

  /** Takes a unit off the map; its number may be given to the next one. */
  remove(unit: number): void {
    this.checkKnown(unit)
    this.stop(unit)
    this.units.remove(unit)
    this.late = this.late.filter(other => other !== unit)
  }

  /** Puts a unit somewhere else, at rest. */
  place(unit: number, x: number, y: number): void {
    this.checkKnown(unit)
    checkValue(x, ANY_NUMBER, 'The x')
    checkValue(y, ANY_NUMBER, 'The y')
    this.checkPlace(x, y, this.units.radius[unit], unit)
    const { units } = this
    units.x[unit] = x
    units.y[unit] = y
    units.vx[unit] = units.vy[unit] = 0
    units.wasX[unit] = NaN
    this.late.push(unit)
  }

  /** Sets the velocity that a unit wishes for from now on, in cells a second; 0,0 to stand and step aside. */
  wish(unit: number, vx: number, vy: number): void {
    this.checkKnown(unit)
    checkValue(vx, ANY_NUMBER, 'The wish')
    checkValue(vy, ANY_NUMBER, 'The wish')
    this.stop(unit)
    // A wish far beyond the top speed is shortened: its square must be a number.
    const most = WISH_SPEEDS * this.units.speed[unit]
    const share = Math.min(1, most / Math.max(Math.abs(vx), Math.abs(vy)))
    this.units.wishX[unit] = vx * share
    this.units.wishY[unit] = vy * share
  }

  /** Sends a unit along a route, cells, waypoints, a curve or a field; from now on the crowd sets its wish. */
  follow(unit: number, guide: Guide): void {
    this.checkKnown(unit)
    this.guides.follow(this.units, unit, guide)
    this.formations.leave([unit])
  }

  /** Sends units along a way in their present formation. Sending one of them elsewhere dissolves it. */
  form(units: readonly number[], guide: Exclude<Guide, GuideField>): void {
    if (!Array.isArray(units) || units.length === 0) refuse('A formation is an array of units, one at least.')
    for (const unit of units) this.checkKnown(unit)
    if (new Set(units).size < units.length) refuse('A formation has each of its units once.')
    const points = pointsOf(guide)
    this.guides.checkWay(points)
    for (const unit of units) this.guides.forget(this.units, unit)
    this.formations.form(this.units, units, points)
  }

  /** Whether a following unit has reached its goal, or come as close as the units there allow. */
  isThere(unit: number): boolean {
    return this.guides.isThere(unit)
  }

  /** Moves all units on by `seconds`. A long or wide step becomes several, 32 at most. */
  step(seconds: number): void {
    checkValue(seconds, ABOVE_0, 'The time of a step')
    const { units, placed } = this
    this.lookAtWalls()
    // Guides first: where a field leads nowhere, they refuse the step, and nothing may have moved.
    this.guides.wish(units, seconds)
    this.formations.wish(units, seconds)
    // Small units would change places within one wide step, so they move in smaller ones.
    placed.load(units)
    const cellsMax = STEP_CELLS_MAX * Math.max(1, 2 * placed.radiusMean)
    const cells = units.fastest() * seconds
    const steps = Math.min(STEPS_MAX, Math.ceil(Math.max(seconds / STEP_SECONDS_MAX, cells / cellsMax)))
    const part = seconds / steps
    for (let i = 0; i < steps; i++) {
      if (i > 0) placed.load(units)
      placed.moved = this.memory.step(units, placed, this.walls, Math.min(cells / steps, cellsMax), part)
    }
    this.guides.settle(units, placed, seconds)
    this.guides.passJams(units, placed, seconds)
    this.late.length = 0
  }

  /** Whether a unit of this radius could be added here. */
  hasRoom(x: number, y: number, radius: number): boolean {
    return radius >= RADIUS_MIN && this.walls.hasRoom(x, y, radius) && this.meets(x, y, radius, -1) < 0
  }

  /** Moves units that stand in a new wall to the closest place with room. */
  private lookAtWalls(): void {
    const version = this.map.version ?? 0
    if (version === this.knownVersion) return
    this.knownVersion = version
    this.walls.terrain = terrainOf(this.map)
    this.placed.load(this.units)
    rescue(this.units, this.placed, this.walls)
  }

  private stop(unit: number): void {
    this.guides.forget(this.units, unit)
    if (this.formations.count > 0) this.formations.leave([unit])
  }

  private checkKnown(unit: number): void {
    if (this.units.isPresent[unit] !== 1) refuse(`There is no unit ${String(unit)} in this crowd.`)
  }

  private checkPlace(x: number, y: number, radius: number, self: number): void {
    const { width, height } = this.map
    if (x < 0 || y < 0 || x >= width || y >= height) {
      refuse(`The unit at ${x},${y} is outside the map of ${width} x ${height} cells.`)
    }
    if (!this.walls.hasRoom(x, y, radius)) {
      refuse(`The unit at ${x},${y} with radius ${radius} is in a wall: a cell's middle is at .5, not at 0.`)
    }
    const other = this.meets(x, y, radius, self)
    if (other >= 0) refuse(`The unit at ${x},${y} with radius ${radius} overlaps unit ${other}.`)
  }

  /** A unit, other than `self`, that overlaps a disc of this radius here; -1 where there is none. */
  private meets(x: number, y: number, radius: number, self: number): number {
    const { units, placed, late } = this
    if (late.length > LATE_MAX) {
      placed.load(units)
      late.length = 0
    }
    const overlaps = (unit: number) => {
      if (unit === self || units.isPresent[unit] === 0) return false
      const dx = units.x[unit] - x
      const dy = units.y[unit] - y
      const smaller = Math.min(radius, units.radius[unit])
      const near = radius + units.radius[unit] - TOUCH_SHARE * smaller
      return dx * dx + dy * dy < near * near
    }
    const lately = late.find(overlaps)
    return lately ?? placed.findWithin(x, y, radius + placed.radiusMax, overlaps)
  }
}

function terrainOf(map: CrowdMap): Terrain {
  return map.terrain ?? map.columns.terrain
}

/** The rings of places, half a cell apart, that are tried around a unit in a wall. */
const RINGS = 128
const RING_CELLS = 0.5

/**
 * After walls change, units that stand in one move to the closest place with room. The same walls give the same places. A
 * unit that finds none stays and is stuck.
 */
function rescue(units: UnitColumns, placed: PlacedUnits, walls: WallLimits): void {
  const moved: number[] = []
  const { x, y, radius } = units
  for (let at = 0; at < placed.count; at++) {
    const unit = placed.unitOf[at]
    if (walls.hasRoom(x[unit], y[unit], radius[unit])) continue
    const isFree = (toX: number, toY: number) => {
      if (!walls.hasRoom(toX, toY, radius[unit])) return false
      const overlaps = (other: number) => {
        const near = radius[unit] + radius[other]
        return other !== unit && (x[other] - toX) ** 2 + (y[other] - toY) ** 2 < near * near
      }
      return placed.findWithin(toX, toY, radius[unit] + placed.radiusMax, overlaps) < 0 && !moved.some(overlaps)
    }
    const place = closestFree(x[unit], y[unit], isFree)
    if (place === null) continue
    x[unit] = place.x
    y[unit] = place.y
    units.vx[unit] = units.vy[unit] = 0
    moved.push(unit)
  }
}

/** The closest free place of the first ring that has one. */
function closestFree(x: number, y: number, isFree: (x: number, y: number) => boolean) {
  const fromX = Math.floor(x) + 0.5
  const fromY = Math.floor(y) + 0.5
  for (let ring = 0; ring <= RINGS; ring++) {
    let best = Infinity
    let place: { x: number; y: number } | null = null
    for (let i = -ring; i <= ring; i++) {
      const stride = i === -ring || i === ring ? 1 : Math.max(1, 2 * ring)
      for (let j = -ring; j <= ring; j += stride) {
        const at = { x: fromX + i * RING_CELLS, y: fromY + j * RING_CELLS }
        const square = (at.x - x) ** 2 + (at.y - y) ** 2
        if (square >= best || !isFree(at.x, at.y)) continue
        best = square
        place = at
      }
    }
    if (place !== null) return place
  }
  return null
}
