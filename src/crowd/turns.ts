/**
 * Keep right. A unit that meets others who come towards it or cross its way turns its wish to the right, and further the
 * closer they are. A unit that walks behind it in the same direction takes over some of the turn: so two streams part into lanes
 * before they meet, and units in exact symmetry pass each other. Who stands or is slow is passed on the left.
 */
import type { NearUnits } from './near-units.ts'
import type { PlacedUnits } from './placed-units.ts'

/** Others count whose direction from the unit has at least this cosine to its wish. */
const AHEAD_COSINE = 0.3
/** Others count that would be met within this many times both radii to the side. */
const WIDTH_RADII = 1.1
const LOOK_SECONDS = 2
/** What those behind take over of a turn. */
const PASSED_ON = 0.95
/** A standing unit in the way counts less: it steps aside itself. */
const STANDING = 0.4
const RISE_A_SECOND = 5
const FALL_A_SECOND = 2
/** The tangent of half the largest turn: 62 degrees. */
const TANGENT_MAX = 0.6
const SAME_COSINE = 0.3
const CROSSING_LEAST = 0.6
/** Who crosses counts if the cosine between its wish and the way to the unit is more: others around a corner lead the way. */
const COMING_COSINE = 0.1
const STILL = 1e-9

export class Turns {
  /** The turn to the left around units that stand or are slow: those behind do not take it over. */
  private around = 0

  /** Turns the aim of a unit by as much as what it meets asks for. */
  aim(placed: PlacedUnits, at: number, near: NearUnits, seconds: number): void {
    const { wishX, wishY, turn, nextTurn, aimX, aimY } = placed
    const length = Math.sqrt(wishX[at] * wishX[at] + wishY[at] * wishY[at])
    if (length < STILL) {
      nextTurn[at] = 0
      return
    }
    const wanted = this.wantedTurn(placed, at, near, wishX[at] / length, wishY[at] / length)
    const rate = wanted > turn[at] ? RISE_A_SECOND : FALL_A_SECOND
    nextTurn[at] = turn[at] + (wanted - turn[at]) * Math.min(1, seconds * rate)
    // A rotation by rational functions: sines differ from machine to machine.
    const tangent = (nextTurn[at] < this.around ? -this.around : nextTurn[at]) * TANGENT_MAX
    const whole = 1 + tangent * tangent
    const cosine = (1 - tangent * tangent) / whole
    const sine = (2 * tangent) / whole
    const wayX = aimX[at]
    const wayY = aimY[at]
    aimX[at] = wayX * cosine - wayY * sine
    aimY[at] = wayY * cosine + wayX * sine
  }

  /** 0 for straight on, 1 for as far as can be; (towardsX, towardsY) is the direction of the wish. */
  private wantedTurn(placed: PlacedUnits, at: number, near: NearUnits, towardsX: number, towardsY: number): number {
    const { x, y, vx, vy, wishX, wishY, radius, speed, turn } = placed
    const own = Math.sqrt(wishX[at] * wishX[at] + wishY[at] * wishY[at])
    let wanted = 0
    this.around = 0
    for (let i = 0; i < near.count; i++) {
      const other = near.at[i]
      const dx = x[other] - x[at]
      const dy = y[other] - y[at]
      const along = dx * towardsX + dy * towardsY
      const sum = radius[at] + radius[other]
      if (along < 0 || Math.abs(dx * towardsY - dy * towardsX) > WIDTH_RADII * sum) continue
      const distance = Math.sqrt(dx * dx + dy * dy)
      if (along < AHEAD_COSINE * distance) continue
      const closeness = 1 - (distance - sum) / Math.max(2 * sum, speed[at] * LOOK_SECONDS)
      if (closeness <= 0) continue
      const length = Math.sqrt(wishX[other] * wishX[other] + wishY[other] * wishY[other])
      const share = Math.min(1, 1.5 * closeness)
      const cosine = length < STILL ? 1 : (towardsX * wishX[other] + towardsY * wishY[other]) / length
      if (cosine > SAME_COSINE) {
        const slower = 1 - (vx[other] * towardsX + vy[other] * towardsY) / own
        this.around = Math.max(this.around, STANDING * share * Math.min(1, slower))
      }
      const comes = -(dx * wishX[other] + dy * wishY[other])
      const crossing =
        1 - cosine > CROSSING_LEAST && comes > COMING_COSINE * distance * length ? Math.min(1, 1 - cosine) : 0
      wanted = Math.max(wanted, share * crossing, cosine > SAME_COSINE ? share * turn[other] * PASSED_ON : 0)
    }
    return wanted
  }
}
