/**
 * The moves of a step: as close to the chosen velocities as possible, while no two units overlap and none enters a
 * wall.
 *
 * Units that would overlap push each other apart, in several rounds. A unit ahead on the common way is pushed less, so a crowd
 * gives way from the back. Then each unit in turn goes as far as walls and the others allow, and on along what stopped it. So
 * none ever overlaps, whatever was chosen, and a unit with room ahead is not held by the crowd behind it.
 */
import * as at from '../crowd-layout.ts'
import { type bool, f64, i32 } from '../script-numbers.ts'
import { linkPairs } from './pairs.ts'

/** The most rounds of pushes. */
const ROUNDS = 8
/** The most turns of each unit to move, and the most slides in a turn. */
const PASSES = 4
const SLIDES = 3
const TINY: f64 = 1e-12
/** A gap of more than this times the way along a move is not closed by it; 2, with room for rounding. */
const AT_LEAST: f64 = 2.000001
/**
 * The larger shares of a push: of a standing unit against one in haste, and of a unit behind against one ahead. With a
 * larger AHEAD_SHARE, a dense crowd pushes its rear ranks back; with a smaller one, it blocks gaps.
 */
const URGE_SHARE: f64 = 0.3
const AHEAD_SHARE: f64 = 0.2
/** The larger share by luck, for pairs that move less than STANDS of the longest move. Else three block a gap as an arch. */
const LUCK_SHARE: f64 = 1
const STANDS: f64 = 0.3

/** The direction towards what stops a unit. */
let stopX: f64 = 0
let stopY: f64 = 0

/**
 * Moves all units by their chosen velocities for `seconds`, as far as possible. Their velocities become the actual
 * ones. Returns the longest chosen move.
 */
export function move(seconds: f64, pairs: i32, pairsEnd: i32): f64 {
  const unitsEnd = i32.load(at.UNITS_END)
  let longest: f64 = 0
  for (let unit = at.UNITS_AT; unit < unitsEnd; unit += at.UNIT_BYTES) {
    const x = f64.load(unit, at.AIM_X) * seconds
    const y = f64.load(unit, at.AIM_Y) * seconds
    longest = f64.max(longest, x * x + y * y)
    begin(unit, x, y)
  }
  const farthest = f64.sqrt(longest)
  pairsEnd = weigh(pairs, pairsEnd, 2 * farthest, (STANDS * farthest) / seconds)
  linkPairs(pairs, pairsEnd)
  for (let round = 0; round < ROUNDS; round++) {
    if (!pushApart(pairs, pairsEnd, (round & 1) === 0) && round > 0) break
    keepFromWalls(unitsEnd)
  }
  hold(unitsEnd, farthest)
  for (let pass = 0; pass < PASSES; pass++) {
    if (!advance(unitsEnd, (pass & 1) === 0)) break
  }
  for (let unit = at.UNITS_AT; unit < unitsEnd; unit += at.UNIT_BYTES) {
    f64.store(unit, (f64.load(unit, at.X) - f64.load(unit, at.FROM_X)) / seconds, at.VELOCITY_X)
    f64.store(unit, (f64.load(unit, at.Y) - f64.load(unit, at.FROM_Y)) / seconds, at.VELOCITY_Y)
  }
  return farthest
}

/** From now on the aim is a place and the wish a share of the speed. SPEED holds how urgent the wish is, 0 to 1. */
function begin(unit: i32, moveX: f64, moveY: f64): void {
  const wishX = f64.load(unit, at.WISH_X) / f64.load(unit, at.SPEED)
  const wishY = f64.load(unit, at.WISH_Y) / f64.load(unit, at.SPEED)
  f64.store(unit, f64.min(1, f64.sqrt(wishX * wishX + wishY * wishY)), at.SPEED)
  f64.store(unit, wishX, at.WISH_X)
  f64.store(unit, wishY, at.WISH_Y)
  f64.store(unit, f64.load(unit, at.X), at.FROM_X)
  f64.store(unit, f64.load(unit, at.Y), at.FROM_Y)
  f64.store(unit, f64.load(unit, at.X) + moveX, at.AIM_X)
  f64.store(unit, f64.load(unit, at.Y) + moveY, at.AIM_Y)
}

/**
 * Sets the share of a push that the first unit of each pair takes, by URGE_SHARE and AHEAD_SHARE. Pairs slower than `still` share
 * by LUCK_SHARE. Drops pairs with a gap of `slack` or more; returns where pairs end.
 */
function weigh(pairs: i32, pairsEnd: i32, slack: f64, still: f64): i32 {
  let end = pairs
  let luck = f64.load(at.LUCK)
  for (let pair = pairs; pair < pairsEnd; pair += at.PAIR_BYTES) {
    const a = i32.load(pair, at.FIRST)
    const b = i32.load(pair, at.SECOND)
    const dx = f64.load(b, at.X) - f64.load(a, at.X)
    const dy = f64.load(b, at.Y) - f64.load(a, at.Y)
    const square = dx * dx + dy * dy
    const near = f64.load(a, at.RADIUS) + f64.load(b, at.RADIUS) + slack
    if (square >= near * near) continue
    const urgeOfA = f64.load(a, at.SPEED)
    const urgeOfB = f64.load(b, at.SPEED)
    // The part of both wishes, summed, that leads from a to b.
    const wishedX = f64.load(a, at.WISH_X) + f64.load(b, at.WISH_X)
    const wishedY = f64.load(a, at.WISH_Y) + f64.load(b, at.WISH_Y)
    const ahead = (dx * wishedX + dy * wishedY) * (f64.min(urgeOfA, urgeOfB) / f64.sqrt(square))
    let share = 0.5 + URGE_SHARE * (urgeOfB - urgeOfA) + AHEAD_SHARE * ahead
    if (speedOf(a) + speedOf(b) < still) {
      // Whole numbers, so that all machines get the same.
      luck = luck * 1103 + 12345
      luck -= f64.floor(luck / 65536) * 65536
      share += LUCK_SHARE * (luck / 65536 - 0.5)
    }
    i32.store(end, a, at.FIRST)
    i32.store(end, b, at.SECOND)
    f64.store(end, f64.min(1, f64.max(0, share)), at.SHARE)
    end += at.PAIR_BYTES
  }
  f64.store(at.LUCK, luck)
  return end
}

/** The larger part of a unit's velocity, along x or along y. */
function speedOf(unit: i32): f64 {
  return f64.max(f64.abs(f64.load(unit, at.VELOCITY_X)), f64.abs(f64.load(unit, at.VELOCITY_Y)))
}

/** Pushes overlapping pairs apart, from the first pair on or from the last; returns whether there were any. */
function pushApart(pairs: i32, pairsEnd: i32, isForward: bool): bool {
  let isPushed = false
  const stride = isForward ? at.PAIR_BYTES : -at.PAIR_BYTES
  let pair = isForward ? pairs : pairsEnd - at.PAIR_BYTES
  for (; pair >= pairs && pair < pairsEnd; pair += stride) {
    const a = i32.load(pair, at.FIRST)
    const b = i32.load(pair, at.SECOND)
    const dx = f64.load(b, at.AIM_X) - f64.load(a, at.AIM_X)
    const dy = f64.load(b, at.AIM_Y) - f64.load(a, at.AIM_Y)
    const sum = f64.load(a, at.RADIUS) + f64.load(b, at.RADIUS)
    const square = dx * dx + dy * dy
    if (square >= sum * sum || square === 0) continue
    const distance = f64.sqrt(square)
    const push = (sum - distance) / distance
    const pushOfA = push * f64.load(pair, at.SHARE)
    const pushOfB = push - pushOfA
    f64.store(a, f64.load(a, at.AIM_X) - dx * pushOfA, at.AIM_X)
    f64.store(a, f64.load(a, at.AIM_Y) - dy * pushOfA, at.AIM_Y)
    f64.store(b, f64.load(b, at.AIM_X) + dx * pushOfB, at.AIM_X)
    f64.store(b, f64.load(b, at.AIM_Y) + dy * pushOfB, at.AIM_Y)
    isPushed = true
  }
  return isPushed
}

function keepFromWalls(unitsEnd: i32): void {
  for (let unit = at.UNITS_AT; unit < unitsEnd; unit += at.UNIT_BYTES) {
    const end = i32.load(unit, at.WALLS_END)
    for (let wall = i32.load(unit, at.WALLS); wall < end; wall += at.PLANE_BYTES) {
      const normalX = f64.load(wall, at.NORMAL_X)
      const normalY = f64.load(wall, at.NORMAL_Y)
      const x = f64.load(unit, at.AIM_X) - f64.load(unit, at.FROM_X)
      const y = f64.load(unit, at.AIM_Y) - f64.load(unit, at.FROM_Y)
      const over = normalX * x + normalY * y - f64.load(wall, at.LIMIT)
      if (over <= 0) continue
      f64.store(unit, f64.load(unit, at.AIM_X) - over * normalX, at.AIM_X)
      f64.store(unit, f64.load(unit, at.AIM_Y) - over * normalY, at.AIM_Y)
    }
  }
}

/** Turns aims into moves, none longer than the longest chosen one: pairs are known only up to that distance. */
function hold(unitsEnd: i32, farthest: f64): void {
  for (let unit = at.UNITS_AT; unit < unitsEnd; unit += at.UNIT_BYTES) {
    const x = f64.load(unit, at.AIM_X) - f64.load(unit, at.FROM_X)
    const y = f64.load(unit, at.AIM_Y) - f64.load(unit, at.FROM_Y)
    const square = x * x + y * y
    const share = square > farthest * farthest ? farthest / f64.sqrt(square) : 1
    f64.store(unit, x * share, at.AIM_X)
    f64.store(unit, y * share, at.AIM_Y)
  }
}

/** Each unit in turn goes as far as possible, then along what stopped it. Returns whether any move is left. */
function advance(unitsEnd: i32, isForward: bool): bool {
  let isLeft = false
  const stride = isForward ? at.UNIT_BYTES : -at.UNIT_BYTES
  let unit = isForward ? at.UNITS_AT : unitsEnd - at.UNIT_BYTES
  for (; unit >= at.UNITS_AT && unit < unitsEnd; unit += stride) {
    let toX = f64.load(unit, at.AIM_X)
    let toY = f64.load(unit, at.AIM_Y)
    if (toX === 0 && toY === 0) continue
    let leftX: f64 = 0
    let leftY: f64 = 0
    for (let slide = 0; slide < SLIDES; slide++) {
      const share = shareOfWay(unit, toX, toY)
      f64.store(unit, f64.load(unit, at.X) + toX * share, at.X)
      f64.store(unit, f64.load(unit, at.Y) + toY * share, at.Y)
      leftX = toX * (1 - share)
      leftY = toY * (1 - share)
      if (share === 1) break
      const into = leftX * stopX + leftY * stopY
      toX = leftX - into * stopX
      toY = leftY - into * stopY
    }
    f64.store(unit, leftX, at.AIM_X)
    f64.store(unit, leftY, at.AIM_Y)
    if (leftX !== 0 || leftY !== 0) isLeft = true
  }
  return isLeft
}

/** The share of a move that is possible. Sets the direction towards what stops the unit: `stopX`, `stopY`. */
function shareOfWay(unit: i32, toX: f64, toY: f64): f64 {
  const x = f64.load(unit, at.X)
  const y = f64.load(unit, at.Y)
  const radius = f64.load(unit, at.RADIUS)
  let most = shareToWalls(unit, x - f64.load(unit, at.FROM_X), y - f64.load(unit, at.FROM_Y), toX, toY)
  const square = toX * toX + toY * toY
  const end = i32.load(unit, at.OTHERS_END)
  for (let entry = i32.load(unit, at.OTHERS); entry < end; entry += 4) {
    const other = i32.load(entry)
    const dx = f64.load(other, at.X) - x
    const dy = f64.load(other, at.Y) - y
    const along = dx * toX + dy * toY
    const otherRadius = f64.load(other, at.RADIUS)
    const near = radius + otherRadius - at.TOUCH_SHARE * f64.min(radius, otherRadius)
    const gap = dx * dx + dy * dy - near * near
    const root = along * along - square * gap
    // One jump for all that do not stop this move: it is hard to foresee.
    const isFarther = i32(root <= 0) | i32(gap > AT_LEAST * along * most)
    if ((i32(along <= 0) | (i32(gap > 0) & isFarther)) !== 0) continue
    if (gap > 0) {
      // Where the way enters the circle around the other unit, as a quotient, which loses no digits.
      const share = gap / (along + f64.sqrt(root))
      if (share >= most) continue
      most = share
    } else most = 0
    const px = dx - toX * most
    const py = dy - toY * most
    const distance = f64.sqrt(px * px + py * py)
    stopX = px / distance
    stopY = py / distance
    if (most === 0) return 0
  }
  return most
}

function shareToWalls(unit: i32, movedX: f64, movedY: f64, toX: f64, toY: f64): f64 {
  let most: f64 = 1
  const end = i32.load(unit, at.WALLS_END)
  for (let wall = i32.load(unit, at.WALLS); wall < end; wall += at.PLANE_BYTES) {
    const normalX = f64.load(wall, at.NORMAL_X)
    const normalY = f64.load(wall, at.NORMAL_Y)
    const along = normalX * toX + normalY * toY
    if (along <= TINY) continue
    const room = f64.load(wall, at.LIMIT) - normalX * movedX - normalY * movedY
    if (along * most <= room) continue
    most = f64.max(0, room / along)
    stopX = normalX
    stopY = normalY
  }
  return most
}
