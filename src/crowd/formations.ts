/**
 * Units that keep a formation. A point walks along the way for all of them, and waits where they fall behind. Each unit has a
 * slot beside the point. A slot in a wall or out of sight moves in towards the point. So a formation closes up in a narrow place
 * and opens again after it.
 */
import { isClear } from '../shape/clearance.ts'
import type { UnitColumns } from './unit-columns.ts'
import type { WallLimits } from './wall-limits.ts'

interface Formation {
  readonly units: readonly number[]
  /** The slot of each unit: cells ahead of the point, and to its right. */
  readonly ahead: Float64Array
  readonly right: Float64Array
  readonly points: ArrayLike<number>
  readonly pace: number
  x: number
  y: number
  at: number
  towardsX: number
  towardsY: number
  /** How far ahead in the list each unit's last partner was. */
  partner: number
}

/** Slots are tried at these shares of their distance from the point. */
const SHARES = [1, 0.6, 0.3, 0]
/** The point waits while units lag, on average, this many radii plus LAG_ROOTS times the root of their number. */
const LAG_RADII = 4
/** A unit closer to its slot than this many radii stands. */
const IN_SLOT_RADII = 0.3
const LAG_ROOTS = 1.4
/** How many others each unit may change slots with in a step. */
const PARTNERS_A_STEP = 64

export class Formations {
  private formations: Formation[] = []
  private readonly walls: WallLimits

  constructor(walls: WallLimits) {
    this.walls = walls
  }

  /** The units keep their present places relative to each other. */
  form(columns: UnitColumns, units: readonly number[], points: ArrayLike<number>): void {
    this.leave(units)
    const count = units.length
    const x = units.reduce((sum, unit) => sum + columns.x[unit], 0) / count
    const y = units.reduce((sum, unit) => sum + columns.y[unit], 0) / count
    const [towardsX, towardsY] = direction(points[0] + 0.5 - x, points[1] + 0.5 - y, 1, 0)
    const ahead = Float64Array.from(units, unit => (columns.x[unit] - x) * towardsX + (columns.y[unit] - y) * towardsY)
    const right = Float64Array.from(units, unit => (columns.y[unit] - y) * towardsX - (columns.x[unit] - x) * towardsY)
    const pace = units.reduce((least, unit) => Math.min(least, columns.speed[unit]), Infinity)
    this.formations.push({ units: [...units], ahead, right, points, pace, x, y, at: 0, towardsX, towardsY, partner: 0 })
  }

  /** Dissolves the formations that these units are in. */
  leave(units: readonly number[]): void {
    const gone = new Set(units)
    this.formations = this.formations.filter(({ units }) => !units.some(unit => gone.has(unit)))
  }

  get count(): number {
    return this.formations.length
  }

  wish(columns: UnitColumns, seconds: number): void {
    for (const formation of this.formations) this.lead(columns, formation, seconds)
  }

  private lead(columns: UnitColumns, formation: Formation, seconds: number): void {
    const { units, ahead, right, pace } = formation
    exchange(columns, formation)
    const { terrain } = this.walls
    let lag = 0
    for (const [i, unit] of units.entries()) {
      let [toX, toY] = [formation.x, formation.y]
      const offX = ahead[i] * formation.towardsX - right[i] * formation.towardsY
      const offY = ahead[i] * formation.towardsY + right[i] * formation.towardsX
      for (const share of SHARES) {
        toX = formation.x + offX * share
        toY = formation.y + offY * share
        if (isClear(terrain, formation.x - 0.5, formation.y - 0.5, toX - 0.5, toY - 0.5, 0.9 * columns.radius[unit]))
          break
      }
      const [dx, dy] = this.seenFrom(columns, unit, formation, toX, toY)
      const distance = Math.sqrt(dx * dx + dy * dy)
      lag += distance / columns.radius[unit]
      const isInSlot = distance < IN_SLOT_RADII * columns.radius[unit]
      const scale = isInSlot ? 0 : Math.min(columns.speed[unit], distance / Math.max(seconds, 0.25)) / distance
      columns.wishX[unit] = dx * scale
      columns.wishY[unit] = dy * scale
    }
    if (lag / units.length < LAG_RADII + LAG_ROOTS * Math.sqrt(units.length)) walk(formation, 0.9 * pace * seconds)
  }

  /** The vector to the slot or, where the slot is out of sight, to the last passed point in sight. */
  private seenFrom({ x, y, radius }: UnitColumns, unit: number, { points, at }: Formation, toX: number, toY: number) {
    const { terrain } = this.walls
    const sees = (goalX: number, goalY: number) =>
      isClear(terrain, x[unit] - 0.5, y[unit] - 0.5, goalX - 0.5, goalY - 0.5, 0.9 * radius[unit])
    if (!sees(toX, toY)) {
      for (let i = Math.min(at, points.length / 2 - 1); i >= 0; i--) {
        const pointX = points[2 * i] + 0.5
        const pointY = points[2 * i + 1] + 0.5
        if (sees(pointX, pointY)) return [pointX - x[unit], pointY - y[unit]]
      }
    }
    return [toX - x[unit], toY - y[unit]]
  }
}

/**
 * Two units of one size swap slots where that shortens their ways, so that they need not pass each other. In a step
 * each unit tries some of the others, in turn.
 */
function exchange({ x, y, radius }: UnitColumns, formation: Formation): void {
  const { units, ahead, right, towardsX, towardsY } = formation
  const count = units.length
  for (let tries = Math.min(count - 1, PARTNERS_A_STEP); tries > 0; tries--) {
    formation.partner = (formation.partner % (count - 1)) + 1
    for (let i = 0; i + formation.partner < count; i++) {
      const j = i + formation.partner
      const [a, b] = [units[i], units[j]]
      if (radius[a] !== radius[b]) continue
      // The squared distances before and after the swap are compared; all other terms cancel out.
      const alongX = (ahead[i] - ahead[j]) * towardsX - (right[i] - right[j]) * towardsY
      const alongY = (ahead[i] - ahead[j]) * towardsY + (right[i] - right[j]) * towardsX
      if ((x[a] - x[b]) * alongX + (y[a] - y[b]) * alongY >= 0) continue
      ;[ahead[i], ahead[j]] = [ahead[j], ahead[i]]
      ;[right[i], right[j]] = [right[j], right[i]]
    }
  }
}

/** Moves the point along its way. */
function walk(formation: Formation, distance: number): void {
  const { points } = formation
  let left = distance
  while (left > 0 && formation.at < points.length / 2) {
    const dx = points[2 * formation.at] + 0.5 - formation.x
    const dy = points[2 * formation.at + 1] + 0.5 - formation.y
    const length = Math.sqrt(dx * dx + dy * dy)
    if (length <= left) {
      formation.x += dx
      formation.y += dy
      formation.at++
    } else {
      formation.x += (dx / length) * left
      formation.y += (dy / length) * left
      // The formation swings round slowly.
      const [x, y] = direction(dx / length, dy / length, 1, 0)
      const turned = direction(
        formation.towardsX + 0.1 * (x - formation.towardsX),
        formation.towardsY + 0.1 * (y - formation.towardsY),
        x,
        y,
      )
      formation.towardsX = turned[0]
      formation.towardsY = turned[1]
    }
    left -= length
  }
}

function direction(x: number, y: number, elseX: number, elseY: number): [number, number] {
  const length = Math.sqrt(x * x + y * y)
  return length < 1e-9 ? [elseX, elseY] : [x / length, y / length]
}
