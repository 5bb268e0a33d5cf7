/**
 * The moves of a step: as close to the chosen velocities as can be, while no two units overlap and none enters a wall.
 *
 * Units that would overlap push each other apart, some rounds over. Who is ahead on the common way is pushed less: so a
 * crowd gives way from the back. Then each unit in turn goes as far as the others, where they are by
 * now, and the walls let it, and on along what stopped it. So nobody overlaps at any time, whatever was chosen, and none
 * who has room is held by a crowd behind it.
 */
import {
  AIM_X,
  AIM_Y,
  FIRST,
  FROM_X,
  FROM_Y,
  LIMIT,
  NORMAL_X,
  NORMAL_Y,
  OTHERS,
  OTHERS_END,
  PAIR_BYTES,
  PLANE_BYTES,
  RADIUS,
  SECOND,
  SHARE,
  SPEED,
  TOUCH_SHARE,
  UNIT_BYTES,
  UNITS_AT,
  UNITS_END,
  VELOCITY_X,
  VELOCITY_Y,
  WALLS,
  WALLS_END,
  WISH_X,
  WISH_Y,
  X,
  Y,
} from '../crowd-layout.ts'
import { type bool, f64, i32 } from '../script-numbers.ts'
import { linkPairs } from './pairs.ts'

/** How often pushes go through a crowd. */
const ROUNDS = 8
/** How often each unit has its turn to move, and how often it may slide in one. */
const PASSES = 4
const SLIDES = 3
const TINY: f64 = 1e-12
/** How much more of a push one takes that stands than one in haste, and one behind than one ahead on the common way. */
const URGE_SHARE: f64 = 0.3
const AHEAD_SHARE: f64 = 0.5
/** How much more one takes that has the other to its right: equals that close in on a gap would hold each other for ever. */
const RIGHT_SHARE: f64 = 0.15

/** The direction towards what stops a unit. */
let stopX: f64 = 0
let stopY: f64 = 0

/**
 * Moves all units by their chosen velocities for `seconds`, as far as they may. Their velocities become what they did.
 * Returns the longest move that was chosen.
 */
export function move(seconds: f64, pairs: i32, pairsEnd: i32): f64 {
  const unitsEnd = i32.load(UNITS_END)
  let longest: f64 = 0
  for (let unit = UNITS_AT; unit < unitsEnd; unit += UNIT_BYTES) {
    const x = f64.load(unit, AIM_X) * seconds
    const y = f64.load(unit, AIM_Y) * seconds
    longest = f64.max(longest, x * x + y * y)
    begin(unit, x, y)
  }
  const farthest = f64.sqrt(longest)
  pairsEnd = weigh(pairs, pairsEnd, 2 * farthest)
  linkPairs(pairs, pairsEnd)
  for (let round = 0; round < ROUNDS; round++) {
    if (!pushApart(pairs, pairsEnd, (round & 1) === 0) && round > 0) break
    keepFromWalls(unitsEnd)
  }
  hold(unitsEnd, farthest)
  for (let pass = 0; pass < PASSES; pass++) {
    if (!advance(unitsEnd, (pass & 1) === 0)) break
  }
  for (let unit = UNITS_AT; unit < unitsEnd; unit += UNIT_BYTES) {
    f64.store(unit, (f64.load(unit, X) - f64.load(unit, FROM_X)) / seconds, VELOCITY_X)
    f64.store(unit, (f64.load(unit, Y) - f64.load(unit, FROM_Y)) / seconds, VELOCITY_Y)
  }
  return farthest
}

/** From now on the aim is a place, the wish is in parts of the speed, and the speed counts for how urgent the wish is. */
function begin(unit: i32, moveX: f64, moveY: f64): void {
  const wishX = f64.load(unit, WISH_X) / f64.load(unit, SPEED)
  const wishY = f64.load(unit, WISH_Y) / f64.load(unit, SPEED)
  f64.store(unit, f64.min(1, f64.sqrt(wishX * wishX + wishY * wishY)), SPEED)
  f64.store(unit, wishX, WISH_X)
  f64.store(unit, wishY, WISH_Y)
  f64.store(unit, f64.load(unit, X), FROM_X)
  f64.store(unit, f64.load(unit, Y), FROM_Y)
  f64.store(unit, f64.load(unit, X) + moveX, AIM_X)
  f64.store(unit, f64.load(unit, Y) + moveY, AIM_Y)
}

/**
 * What share of a push the first unit of each pair takes: less if it is ahead on their common way, to the right, or in more
 * haste. Drops the pairs that are further apart than `slack`; returns where they end.
 */
function weigh(pairs: i32, pairsEnd: i32, slack: f64): i32 {
  let end = pairs
  for (let pair = pairs; pair < pairsEnd; pair += PAIR_BYTES) {
    const a = i32.load(pair, FIRST)
    const b = i32.load(pair, SECOND)
    const dx = f64.load(b, X) - f64.load(a, X)
    const dy = f64.load(b, Y) - f64.load(a, Y)
    const square = dx * dx + dy * dy
    const near = f64.load(a, RADIUS) + f64.load(b, RADIUS) + slack
    if (square >= near * near) continue
    const urgeOfA = f64.load(a, SPEED)
    const urgeOfB = f64.load(b, SPEED)
    // Of the sum of both wishes, what leads from a to b, and what leads to the left of that.
    const wishedX = f64.load(a, WISH_X) + f64.load(b, WISH_X)
    const wishedY = f64.load(a, WISH_Y) + f64.load(b, WISH_Y)
    const scale = f64.min(urgeOfA, urgeOfB) / f64.sqrt(square)
    const ahead = (dx * wishedX + dy * wishedY) * scale
    const right = (dx * wishedY - dy * wishedX) * scale
    const share = 0.5 + URGE_SHARE * (urgeOfB - urgeOfA) + AHEAD_SHARE * ahead + RIGHT_SHARE * right
    i32.store(end, a, FIRST)
    i32.store(end, b, SECOND)
    f64.store(end, f64.min(1, f64.max(0, share)), SHARE)
    end += PAIR_BYTES
  }
  return end
}

/** Parts the pairs that would overlap, from either end; whether there were any. */
function pushApart(pairs: i32, pairsEnd: i32, isForward: bool): bool {
  let isPushed = false
  const stride = isForward ? PAIR_BYTES : -PAIR_BYTES
  let pair = isForward ? pairs : pairsEnd - PAIR_BYTES
  for (; pair >= pairs && pair < pairsEnd; pair += stride) {
    const a = i32.load(pair, FIRST)
    const b = i32.load(pair, SECOND)
    const dx = f64.load(b, AIM_X) - f64.load(a, AIM_X)
    const dy = f64.load(b, AIM_Y) - f64.load(a, AIM_Y)
    const sum = f64.load(a, RADIUS) + f64.load(b, RADIUS)
    const square = dx * dx + dy * dy
    if (square >= sum * sum || square === 0) continue
    const distance = f64.sqrt(square)
    const push = (sum - distance) / distance
    const pushOfA = push * f64.load(pair, SHARE)
    const pushOfB = push - pushOfA
    f64.store(a, f64.load(a, AIM_X) - dx * pushOfA, AIM_X)
    f64.store(a, f64.load(a, AIM_Y) - dy * pushOfA, AIM_Y)
    f64.store(b, f64.load(b, AIM_X) + dx * pushOfB, AIM_X)
    f64.store(b, f64.load(b, AIM_Y) + dy * pushOfB, AIM_Y)
    isPushed = true
  }
  return isPushed
}

function keepFromWalls(unitsEnd: i32): void {
  for (let unit = UNITS_AT; unit < unitsEnd; unit += UNIT_BYTES) {
    const end = i32.load(unit, WALLS_END)
    for (let wall = i32.load(unit, WALLS); wall < end; wall += PLANE_BYTES) {
      const normalX = f64.load(wall, NORMAL_X)
      const normalY = f64.load(wall, NORMAL_Y)
      const x = f64.load(unit, AIM_X) - f64.load(unit, FROM_X)
      const y = f64.load(unit, AIM_Y) - f64.load(unit, FROM_Y)
      const over = normalX * x + normalY * y - f64.load(wall, LIMIT)
      if (over <= 0) continue
      f64.store(unit, f64.load(unit, AIM_X) - over * normalX, AIM_X)
      f64.store(unit, f64.load(unit, AIM_Y) - over * normalY, AIM_Y)
    }
  }
}

/** Aims become moves, none longer than the longest that was chosen: others are not looked for further away. */
function hold(unitsEnd: i32, farthest: f64): void {
  for (let unit = UNITS_AT; unit < unitsEnd; unit += UNIT_BYTES) {
    const x = f64.load(unit, AIM_X) - f64.load(unit, FROM_X)
    const y = f64.load(unit, AIM_Y) - f64.load(unit, FROM_Y)
    const square = x * x + y * y
    const share = square > farthest * farthest ? farthest / f64.sqrt(square) : 1
    f64.store(unit, x * share, AIM_X)
    f64.store(unit, y * share, AIM_Y)
  }
}

/** Each unit in turn goes as far as others and walls let it, then along what stopped it; what is left waits for a next pass. */
function advance(unitsEnd: i32, isForward: bool): bool {
  let isLeft = false
  const stride = isForward ? UNIT_BYTES : -UNIT_BYTES
  let unit = isForward ? UNITS_AT : unitsEnd - UNIT_BYTES
  for (; unit >= UNITS_AT && unit < unitsEnd; unit += stride) {
    let toX = f64.load(unit, AIM_X)
    let toY = f64.load(unit, AIM_Y)
    if (toX === 0 && toY === 0) continue
    let leftX: f64 = 0
    let leftY: f64 = 0
    for (let slide = 0; slide < SLIDES; slide++) {
      const share = shareOfWay(unit, toX, toY)
      f64.store(unit, f64.load(unit, X) + toX * share, X)
      f64.store(unit, f64.load(unit, Y) + toY * share, Y)
      leftX = toX * (1 - share)
      leftY = toY * (1 - share)
      if (share === 1) break
      const into = leftX * stopX + leftY * stopY
      toX = leftX - into * stopX
      toY = leftY - into * stopY
    }
    f64.store(unit, leftX, AIM_X)
    f64.store(unit, leftY, AIM_Y)
    if (leftX !== 0 || leftY !== 0) isLeft = true
  }
  return isLeft
}

/** How much of a move can be made; `stopX`, `stopY` is then the direction towards what stops it. */
function shareOfWay(unit: i32, toX: f64, toY: f64): f64 {
  const x = f64.load(unit, X)
  const y = f64.load(unit, Y)
  const radius = f64.load(unit, RADIUS)
  let most = shareToWalls(unit, x - f64.load(unit, FROM_X), y - f64.load(unit, FROM_Y), toX, toY)
  const square = toX * toX + toY * toY
  const end = i32.load(unit, OTHERS_END)
  for (let at = i32.load(unit, OTHERS); at < end; at += 4) {
    const other = i32.load(at)
    const dx = f64.load(other, X) - x
    const dy = f64.load(other, Y) - y
    const along = dx * toX + dy * toY
    if (along <= 0) continue
    const otherRadius = f64.load(other, RADIUS)
    const near = radius + otherRadius - TOUCH_SHARE * f64.min(radius, otherRadius)
    const gap = dx * dx + dy * dy - near * near
    if (gap > 0) {
      const root = along * along - square * gap
      if (root <= 0) continue
      // Where the way enters the circle around the other one; as a quotient that keeps its digits.
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
  const end = i32.load(unit, WALLS_END)
  for (let wall = i32.load(unit, WALLS); wall < end; wall += PLANE_BYTES) {
    const normalX = f64.load(wall, NORMAL_X)
    const normalY = f64.load(wall, NORMAL_Y)
    const along = normalX * toX + normalY * toY
    if (along <= TINY) continue
    const room = f64.load(wall, LIMIT) - normalX * movedX - normalY * movedY
    if (along * most <= room) continue
    most = f64.max(0, room / along)
    stopX = normalX
    stopY = normalY
  }
  return most
}
