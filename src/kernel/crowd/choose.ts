/**
 * Each unit chooses the velocity closest to its aim that is safe for some seconds if the others do their part.
 *
 * Optimal reciprocal collision avoidance: relative velocities that let two units touch within that time form a cone with a round
 * tip. Both share the smallest change that leads out of it, which gives each one half-plane of velocities. Units that nearly
 * touch get none and are left to the moves. Half-planes of units at rest would hold a dense crowd forever.
 *
 * A unit that wishes to walk into a wall slides along it, and turns from there. If the wish itself were turned, the unit would
 * slide back. Two that meet along a wall would go to and fro forever.
 */
import * as at from '../crowd-layout.ts'
import { f64, i32 } from '../script-numbers.ts'
import { beginTurn, head, turnAim, turnFrom } from './keep-right.ts'
import { beginSearches, findNear } from './near.ts'
import { addPairs } from './pairs.ts'
import { addPlane, bestX, bestY, relax, solve } from './planes.ts'

/** Units nearly touch where the square of their distance is less than this times that of both radii. */
const NEARLY: f64 = 1.15
/** Units whose wishes have this cosine at least go the same way: they need not look so far ahead. */
const SAME_WAY_COSINE: f64 = 0.3
const SAME_WAY_SECONDS: f64 = 0.8
/** The fastest way back, against the wish, that a unit chooses, in top speeds. Others may push it back faster. */
const BACK: f64 = 0.35
/** A unit along a wall walks this many times as fast as its wish leads along it, at most at the wish's pace. */
const ALONG_WALLS: f64 = 3

/**
 * Turns the wishes of all units into velocities for a step of `seconds`, in which none goes further than `reach`. Lists
 * the pairs of units that could meet from `pairsEnd` on; returns where they end.
 */
export function choose(seconds: f64, reach: f64, pairsEnd: i32): i32 {
  const planes = i32.load(at.PLANES)
  const relaxed = i32.load(at.RELAXED)
  const sight = f64.load(at.SIGHT)
  const end = i32.load(at.UNITS_END)
  const rate = 1 / seconds
  const far = 1 / f64.load(at.HORIZON)
  const close = 1 / f64.min(f64.load(at.HORIZON), SAME_WAY_SECONDS)
  for (let unit = at.UNITS_AT; unit < end; unit += at.UNIT_BYTES) head(unit)
  beginSearches(sight)
  for (let unit = at.UNITS_AT; unit < end; unit += at.UNIT_BYTES) {
    const fastest = f64.min(f64.load(unit, at.SPEED), reach / seconds)
    const soft = aim(unit, planes, rate)
    const nearEnd = findNear(unit, sight)
    pairsEnd = addPairs(unit, nearEnd, sight, reach, pairsEnd)
    let planesEnd = soft
    beginTurn(unit)
    for (let near = at.NEAR_AT; near < nearEnd; near += at.NEAR_BYTES) {
      const other = i32.load(near, at.UNIT)
      const dx = f64.load(other, at.X) - f64.load(unit, at.X)
      const dy = f64.load(other, at.Y) - f64.load(unit, at.Y)
      const cosine =
        f64.load(unit, at.TOWARDS_X) * f64.load(other, at.TOWARDS_X) +
        f64.load(unit, at.TOWARDS_Y) * f64.load(other, at.TOWARDS_Y)
      turnFrom(unit, other, dx, dy, cosine)
      // Units that go the same way look less far ahead: else they would pass a gap in single file.
      planesEnd = avoid(unit, other, dx, dy, cosine > SAME_WAY_COSINE ? close : far, fastest, planesEnd)
    }
    turnAim(unit, seconds)
    const failed = solve(planes, planesEnd, f64.load(unit, at.AIM_X), f64.load(unit, at.AIM_Y), fastest)
    if (failed < planesEnd) relax(planes, failed, planesEnd, soft, fastest, relaxed)
    const towardsX = f64.load(unit, at.TOWARDS_X)
    const towardsY = f64.load(unit, at.TOWARDS_Y)
    const ahead = bestX * towardsX + bestY * towardsY
    const forward = f64.max(0, -BACK * fastest - ahead)
    f64.store(unit, bestX + forward * towardsX, at.AIM_X)
    f64.store(unit, bestY + forward * towardsY, at.AIM_Y)
  }
  return pairsEnd
}

/**
 * Adds the half-planes of a unit's walls, and aims along the walls; returns where the half-planes end. A unit that
 * wishes to walk into a corner passes it at full pace, on the right if it aims straight at it.
 */
function aim(unit: i32, planes: i32, rate: f64): i32 {
  let aimX = f64.load(unit, at.WISH_X)
  let aimY = f64.load(unit, at.WISH_Y)
  f64.store(unit, aimX, at.AIM_X)
  f64.store(unit, aimY, at.AIM_Y)
  const wallsEnd = i32.load(unit, at.WALLS_END)
  const walls = i32.load(unit, at.WALLS)
  if (walls === wallsEnd) return planes
  const wished = f64.sqrt(aimX * aimX + aimY * aimY)
  let end = planes
  for (let wall = walls; wall < wallsEnd; wall += at.PLANE_BYTES) {
    const normalX = f64.load(wall, at.NORMAL_X)
    const normalY = f64.load(wall, at.NORMAL_Y)
    const limit = f64.load(wall, at.LIMIT) * rate
    end = addPlane(end, normalX, normalY, limit)
    if (normalX * normalY === 0 || normalX * aimX + normalY * aimY <= limit) continue
    const pace = normalX * aimY < normalY * aimX ? -wished : wished
    aimX = -normalY * pace
    aimY = normalX * pace
  }
  if (solve(planes, end, aimX, aimY, f64.load(unit, at.SPEED)) === end) {
    const kept = f64.sqrt(bestX * bestX + bestY * bestY)
    const faster = kept === 0 ? 1 : f64.max(1, f64.min(ALONG_WALLS, wished / kept))
    aimX = bestX * faster
    aimY = bestY * faster
  }
  f64.store(unit, aimX, at.AIM_X)
  f64.store(unit, aimY, at.AIM_Y)
  return end
}

/**
 * Adds the half-plane of another unit, unless no velocity up to `fastest` breaks it. `dx`, `dy` lead from that unit; 1 / `rate`
 * are the seconds that both look ahead. Returns where the half-planes end.
 */
function avoid(unit: i32, other: i32, dx: f64, dy: f64, rate: f64, fastest: f64, end: i32): i32 {
  const square = dx * dx + dy * dy
  const radius = f64.load(unit, at.RADIUS)
  const otherRadius = f64.load(other, at.RADIUS)
  const sum = radius + otherRadius - at.TOUCH_SHARE * f64.min(radius, otherRadius)
  if (square < sum * sum * NEARLY) return end
  const velocityX = f64.load(unit, at.VELOCITY_X)
  const velocityY = f64.load(unit, at.VELOCITY_Y)
  const relativeX = velocityX - f64.load(other, at.VELOCITY_X)
  const relativeY = velocityY - f64.load(other, at.VELOCITY_Y)
  const fromTipX = relativeX - dx * rate
  const fromTipY = relativeY - dy * rate
  const tipSquare = fromTipX * fromTipX + fromTipY * fromTipY
  const along = fromTipX * dx + fromTipY * dy
  // The normal leads out of the cone; `change` is the distance to its edge.
  let normalX: f64 = 0
  let normalY: f64 = 0
  let change: f64 = 0
  if (along < 0 && along * along > sum * sum * tipSquare) {
    const tip = f64.sqrt(tipSquare)
    normalX = fromTipX / tip
    normalY = fromTipY / tip
    change = sum * rate - tip
  } else {
    const leg = f64.sqrt(square - sum * sum)
    const side = dx * fromTipY - dy * fromTipX > 0 ? leg : -leg
    normalX = -(dx * sum + dy * side) / square
    normalY = (dx * side - dy * sum) / square
    change = -(relativeX * normalX + relativeY * normalY)
  }
  const limit = -(normalX * velocityX + normalY * velocityY + change / 2)
  return limit < fastest ? addPlane(end, -normalX, -normalY, limit) : end
}
