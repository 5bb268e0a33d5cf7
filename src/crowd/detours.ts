/**
 * Ways around a jam. A guided unit that hardly moves looks at places around it, and goes for the one from which its goal is nearest,
 * a crowd there counted as a detour. So units beside a jam come to a gap from the front, and use all of its width.
 */
import { isClear } from '../shape/clearance.ts'
import type { PlacedUnits } from './placed-units.ts'
import type { UnitColumns } from './unit-columns.ts'
import type { WallLimits } from './wall-limits.ts'

/** A field of one goal: which cell follows a cell, null at the goal and where no way leads there; and what the
 * way costs, so that units in a jam can look for a way around it. */
export interface GuideField {
  readonly goal: { readonly x: number; readonly y: number }
  next(x: number, y: number): { readonly x: number; readonly y: number } | null
  costAt?(x: number, y: number): number
}

/** A goal, the middle of its cell. */
export interface Place {
  readonly x: number
  readonly y: number
  /** Of the units that are there: the sum of the squares of their radii, in whole parts, so that no order shows in it. */
  settled: number
}

/** Where a unit is to go, and where it goes for now. */
export interface Aimed {
  readonly field: GuideField | null
  readonly goal: Place
  toX: number
  toY: number
  viaX: number
  viaY: number
  /** For so long it keeps to the place that it has chosen. */
  heldSeconds: number
}

/** Slower than this share of its speed a unit looks around. */
const BLOCKED_SHARE = 0.8
const HELD_SECONDS = 0.5
/** So close to its goal a unit takes no detours; where others are there, that much further out. */
const SETTLED_RADII = 10
/** The detour that a unit around a place counts for, in radii. */
const RADII_A_UNIT = 7.5
/** Places lie on two rings, this many radii apart. */
const RING_RADII = 3.75
/** Sixteen directions, in turn x and y of each: sines would differ from machine to machine. */
const DIRECTIONS = [
  ...[1, 0, 0.92, 0.38, 0.71, 0.71, 0.38, 0.92, 0, 1, -0.38, 0.92, -0.71, 0.71, -0.92, 0.38],
  ...[-1, 0, -0.92, -0.38, -0.71, -0.71, -0.38, -0.92, 0, -1, 0.38, -0.92, 0.71, -0.71, 0.92, -0.38],
]

export class Detours {
  private readonly walls: WallLimits

  constructor(walls: WallLimits) {
    this.walls = walls
  }

  /** Sets where a unit goes for now; `placed` has the places of the step before. */
  take(units: UnitColumns, placed: PlacedUnits, unit: number, aimed: Aimed, seconds: number): void {
    aimed.heldSeconds -= seconds
    if (aimed.heldSeconds > 0) return
    aimed.viaX = aimed.toX
    aimed.viaY = aimed.toY
    const slow = BLOCKED_SHARE * units.speed[unit]
    if (units.vx[unit] ** 2 + units.vy[unit] ** 2 > slow * slow) return
    aimed.heldSeconds = HELD_SECONDS
    const [x, y, radius] = [units.x[unit], units.y[unit], units.radius[unit]]
    if (isAmongSettled(aimed.goal, x, y, radius)) return
    let best = Infinity
    for (const cells of [RING_RADII * radius, 2 * RING_RADII * radius]) {
      for (let k = 0; k < DIRECTIONS.length; k += 2) {
        const toX = x + cells * DIRECTIONS[k]
        const toY = y + cells * DIRECTIONS[k + 1]
        if (!this.walls.terrain.isFree(Math.floor(toX), Math.floor(toY))) continue
        const cost = cells + restOf(aimed, toX, toY) + RADII_A_UNIT * radius * placed.countNear(toX, toY)
        if (cost >= best || !this.sees(x, y, toX, toY, radius)) continue
        best = cost
        aimed.viaX = toX
        aimed.viaY = toY
      }
    }
  }

  private sees(x: number, y: number, toX: number, toY: number, radius: number): boolean {
    return isClear(this.walls.terrain, x - 0.5, y - 0.5, toX - 0.5, toY - 0.5, 0.9 * radius)
  }
}

/** Around a goal others stand for good: who walked around them would never come to rest. */
function isAmongSettled(goal: Place, x: number, y: number, radius: number): boolean {
  const near = SETTLED_RADII * radius + 2 * Math.sqrt(goal.settled)
  return (goal.x - x) * (goal.x - x) + (goal.y - y) * (goal.y - y) < near * near
}

/** How far it is from a place: along the field, or straight to the point that the unit walks to. */
function restOf({ field, toX, toY }: Aimed, x: number, y: number): number {
  if (field?.costAt !== undefined) return field.costAt(Math.floor(x), Math.floor(y))
  return Math.sqrt((toX - x) * (toX - x) + (toY - y) * (toY - y))
}
