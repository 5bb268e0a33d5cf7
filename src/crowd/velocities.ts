/**
 * The velocity each unit chooses: the one closest to its aim that is safe for some seconds if the others do their part.
 *
 * Optimal reciprocal collision avoidance: of the velocities of two units, relative to each other, those that let them
 * touch within that time form a cone with a round tip. The smallest change that leads out of it is shared by both, which
 * gives each of them one half-plane of velocities. Units that all but touch are left to `SafeMoves`: half-planes of units at
 * rest would hold a dense crowd at rest for ever.
 */
import { HalfPlanes } from './half-planes.ts'
import { NearUnits } from './near-units.ts'
import type { NearWalls } from './near-walls.ts'
import type { PlacedUnits } from './placed-units.ts'
import { TOUCH_SHARE } from './safe-moves.ts'
import { Turns } from './turns.ts'

/** Middles closer than this many times both radii all but touch. */
const NEARLY = 1.15
/** Units whose wishes have this cosine at least go the same way: they need not look so far ahead. */
const SAME_WAY_COSINE = 0.3
const SAME_WAY_SECONDS = 0.8

export interface Foresight {
  /** For how many seconds a velocity is to be safe. */
  readonly horizon: number
  /** How far a unit sees others, middle to middle, in cells. */
  readonly sight: number
  /** The most others that a unit looks at, the nearest first. */
  readonly neighbours: number
}

export class Velocities {
  private readonly planes = new HalfPlanes(64)
  private readonly turns = new Turns()
  private readonly near: NearUnits
  private readonly foresight: Foresight

  constructor(foresight: Foresight) {
    this.foresight = foresight
    this.near = new NearUnits(foresight.neighbours)
  }

  choose(placed: PlacedUnits, walls: NearWalls, seconds: number, speedMax: number): void {
    const { count, speed, aimX, aimY, nextX, nextY } = placed
    const { planes, near, turns } = this
    const { sight } = this.foresight
    for (let at = 0; at < count; at++) {
      near.find(placed, at, sight)
      turns.aim(placed, at, near, seconds)
      planes.count = 0
      walls.addTo(planes, at, 1 / seconds)
      const firstSoft = planes.count
      for (let i = 0; i < near.count; i++) this.avoid(placed, at, near.at[i])
      const fastest = Math.min(speed[at], speedMax)
      const failed = planes.solve(aimX[at], aimY[at], fastest)
      if (failed < planes.count) planes.relax(failed, firstSoft, fastest)
      nextX[at] = planes.x
      nextY[at] = planes.y
    }
  }

  /** The half-plane that another unit leaves. */
  private avoid(placed: PlacedUnits, at: number, other: number): void {
    const { x, y, vx, vy, radius } = placed
    const dx = x[other] - x[at]
    const dy = y[other] - y[at]
    const square = dx * dx + dy * dy
    const smaller = radius[at] < radius[other] ? radius[at] : radius[other]
    const sum = radius[at] + radius[other] - TOUCH_SHARE * smaller
    if (square < sum * sum * NEARLY) return
    const rate = 1 / this.horizonOf(placed, at, other)
    const relativeX = vx[at] - vx[other]
    const relativeY = vy[at] - vy[other]
    const fromTipX = relativeX - dx * rate
    const fromTipY = relativeY - dy * rate
    const tipSquare = fromTipX * fromTipX + fromTipY * fromTipY
    const along = fromTipX * dx + fromTipY * dy
    // The normal leads out of the cone; `change` is how far it is to get out.
    let normalX: number
    let normalY: number
    let change: number
    if (along < 0 && along * along > sum * sum * tipSquare) {
      const tip = Math.sqrt(tipSquare)
      normalX = fromTipX / tip
      normalY = fromTipY / tip
      change = sum * rate - tip
    } else {
      const leg = Math.sqrt(square - sum * sum)
      const side = dx * fromTipY - dy * fromTipX > 0 ? leg : -leg
      normalX = -(dx * sum + dy * side) / square
      normalY = (dx * side - dy * sum) / square
      change = -(relativeX * normalX + relativeY * normalY)
    }
    this.planes.add(-normalX, -normalY, -(normalX * vx[at] + normalY * vy[at] + change / 2))
  }
  /** A crowd that goes one way closes up: with the foresight of strangers it would pass a gap in single file. */
  private horizonOf({ wishX, wishY }: PlacedUnits, at: number, other: number): number {
    const { horizon } = this.foresight
    const along = wishX[at] * wishX[other] + wishY[at] * wishY[other]
    if (along <= 0) return horizon
    const square =
      (wishX[at] * wishX[at] + wishY[at] * wishY[at]) * (wishX[other] * wishX[other] + wishY[other] * wishY[other])
    const isSameWay = along * along > SAME_WAY_COSINE * SAME_WAY_COSINE * square
    return isSameWay && horizon > SAME_WAY_SECONDS ? SAME_WAY_SECONDS : horizon
  }
}
