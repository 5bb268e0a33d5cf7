/**
 * The moves of a step: as close to the chosen velocities as can be, while no two units overlap and none enters a wall.
 *
 * Units that would overlap push each other apart, some rounds over. Who is ahead on the common way is pushed less: so a
 * crowd gives way from the back. Then each unit in turn goes as far as the others, where they are by
 * now, and the walls let it, and on along what stopped it. So nobody overlaps at any time, whatever was chosen, and none
 * who has room is held by a crowd behind it.
 */
import { NearPairs } from './near-pairs.ts'
import type { NearWalls } from './near-walls.ts'
import type { PlacedUnits } from './placed-units.ts'

/** Units may be closer by this share of the smaller radius: rounding cannot wedge what touches. */
export const TOUCH_SHARE = 0.005
/** How often pushes go through a crowd. */
const ROUNDS = 8
/** How often each unit has its turn to move, and how often it may slide in one. */
const PASSES = 3
const SLIDES = 3
const TINY = 1e-12
/** How much more of a push one takes that stands than one in haste, and one behind than one ahead on the common way. */
const URGE_SHARE = 0.3
const AHEAD_SHARE = 0.5
/** How much more one takes that has the other to its right: equals that close in on a gap would hold each other for ever. */
const RIGHT_SHARE = 0.15

export class SafeMoves {
  private moveX = new Float64Array(0)
  private moveY = new Float64Array(0)
  private fromX = new Float64Array(0)
  private fromY = new Float64Array(0)
  private stopX = 0
  private stopY = 0
  /** shareOfPair[pair] */
  private shareOfPair = new Float64Array(0)
  private readonly pairs = new NearPairs()

  /** Moves all units by their chosen velocities for `seconds`, as far as they may. Their velocities become what they did. */
  move(placed: PlacedUnits, walls: NearWalls, seconds: number): void {
    this.makeRoom(placed.count)
    const { count, x, y, vx, vy, nextX, nextY } = placed
    const { moveX, moveY, fromX, fromY, pairs } = this
    let farthest = 0
    for (let at = 0; at < count; at++) {
      moveX[at] = nextX[at] * seconds
      moveY[at] = nextY[at] * seconds
      fromX[at] = x[at]
      fromY[at] = y[at]
      const square = moveX[at] * moveX[at] + moveY[at] * moveY[at]
      if (square > farthest) farthest = square
    }
    farthest = Math.sqrt(farthest)
    pairs.find(placed, farthest)
    this.weigh(placed)
    for (let round = 0; round < ROUNDS; round++) {
      if (!this.pushApart(placed, round) && round > 0) break
      this.keepFromWalls(count, walls)
    }
    this.hold(count, farthest)
    for (let pass = 0; pass < PASSES && this.advance(placed, walls, pass); pass++);
    for (let at = 0; at < count; at++) {
      vx[at] = (x[at] - fromX[at]) / seconds
      vy[at] = (y[at] - fromY[at]) / seconds
    }
  }

  /** What share of a push the first unit of each pair takes: less if it is ahead on their common way, to the right, or in more haste. */
  private weigh({ x, y, wishX, wishY, speed }: PlacedUnits): void {
    const { units, count } = this.pairs
    if (this.shareOfPair.length < count) this.shareOfPair = new Float64Array(units.length)
    for (let pair = 0; pair < count; pair++) {
      const a = units[2 * pair]
      const b = units[2 * pair + 1]
      const urgeA = Math.min(1, Math.sqrt(wishX[a] * wishX[a] + wishY[a] * wishY[a]) / speed[a])
      const urgeB = Math.min(1, Math.sqrt(wishX[b] * wishX[b] + wishY[b] * wishY[b]) / speed[b])
      const dx = x[b] - x[a]
      const dy = y[b] - y[a]
      // Of the sum of both wishes, what leads from a to b, and what leads to the left of that.
      const wishedX = wishX[a] / speed[a] + wishX[b] / speed[b]
      const wishedY = wishY[a] / speed[a] + wishY[b] / speed[b]
      const scale = Math.min(urgeA, urgeB) / Math.sqrt(dx * dx + dy * dy)
      const ahead = (dx * wishedX + dy * wishedY) * scale
      const right = (dx * wishedY - dy * wishedX) * scale
      const share = 0.5 + URGE_SHARE * (urgeB - urgeA) + AHEAD_SHARE * ahead + RIGHT_SHARE * right
      this.shareOfPair[pair] = Math.min(1, Math.max(0, share))
    }
  }

  /** Parts the pairs that would overlap, in turns from either end; whether there were any. */
  private pushApart({ radius }: PlacedUnits, round: number): boolean {
    const { moveX, moveY, fromX, fromY, shareOfPair } = this
    const { units, count } = this.pairs
    let isPushed = false
    for (let k = 0; k < count; k++) {
      const pair = round % 2 === 0 ? k : count - 1 - k
      const a = units[2 * pair]
      const b = units[2 * pair + 1]
      const dx = fromX[b] + moveX[b] - fromX[a] - moveX[a]
      const dy = fromY[b] + moveY[b] - fromY[a] - moveY[a]
      const sum = radius[a] + radius[b]
      const square = dx * dx + dy * dy
      if (square >= sum * sum) continue
      const distance = Math.sqrt(square)
      if (distance === 0) continue
      const push = (sum - distance) / distance
      const share = shareOfPair[pair]
      moveX[a] -= dx * push * share
      moveY[a] -= dy * push * share
      moveX[b] += dx * push * (1 - share)
      moveY[b] += dy * push * (1 - share)
      isPushed = true
    }
    return isPushed
  }

  private keepFromWalls(count: number, { firstPlane, planes }: NearWalls): void {
    const { moveX, moveY } = this
    const { normalX, normalY, limit } = planes
    for (let at = 0; at < count; at++) {
      for (let k = firstPlane[at]; k < firstPlane[at + 1]; k++) {
        const over = normalX[k] * moveX[at] + normalY[k] * moveY[at] - limit[k]
        if (over <= 0) continue
        moveX[at] -= over * normalX[k]
        moveY[at] -= over * normalY[k]
      }
    }
  }

  /** No move is longer than the longest that was chosen: others are not looked for further away. */
  private hold(count: number, farthest: number): void {
    const { moveX, moveY } = this
    for (let at = 0; at < count; at++) {
      const square = moveX[at] * moveX[at] + moveY[at] * moveY[at]
      if (square <= farthest * farthest) continue
      const share = farthest / Math.sqrt(square)
      moveX[at] *= share
      moveY[at] *= share
    }
  }

  /** Each unit in turn goes as far as others and walls let it, then along what stopped it; what is left waits for a next pass. */
  private advance(placed: PlacedUnits, walls: NearWalls, pass: number): boolean {
    const { count, x, y } = placed
    const { moveX, moveY } = this
    let isLeft = false
    for (let k = 0; k < count; k++) {
      const at = pass % 2 === 0 ? k : count - 1 - k
      if (moveX[at] === 0 && moveY[at] === 0) continue
      let toX = moveX[at]
      let toY = moveY[at]
      let leftX = 0
      let leftY = 0
      for (let slide = 0; slide < SLIDES; slide++) {
        const share = this.shareOfWay(placed, walls, at, toX, toY)
        x[at] += toX * share
        y[at] += toY * share
        leftX = toX * (1 - share)
        leftY = toY * (1 - share)
        if (share === 1) break
        const into = leftX * this.stopX + leftY * this.stopY
        toX = leftX - into * this.stopX
        toY = leftY - into * this.stopY
      }
      moveX[at] = leftX
      moveY[at] = leftY
      if (leftX !== 0 || leftY !== 0) isLeft = true
    }
    return isLeft
  }

  /** How much of a move can be made; `stopX`, `stopY` is then the direction towards what stops it. */
  private shareOfWay(
    { x, y, radius }: PlacedUnits,
    { firstPlane, planes }: NearWalls,
    at: number,
    toX: number,
    toY: number,
  ): number {
    const { fromX, fromY } = this
    const { firstOther, others } = this.pairs
    const { normalX, normalY, limit } = planes
    let most = 1
    for (let k = firstPlane[at]; k < firstPlane[at + 1]; k++) {
      const along = normalX[k] * toX + normalY[k] * toY
      if (along <= TINY) continue
      const room = limit[k] - normalX[k] * (x[at] - fromX[at]) - normalY[k] * (y[at] - fromY[at])
      if (along * most <= room) continue
      most = Math.max(0, room / along)
      this.stopX = normalX[k]
      this.stopY = normalY[k]
    }
    const square = toX * toX + toY * toY
    for (let i = firstOther[at]; i < firstOther[at + 1]; i++) {
      const other = others[i]
      const dx = x[other] - x[at]
      const dy = y[other] - y[at]
      const along = dx * toX + dy * toY
      if (along <= 0) continue
      const smaller = radius[at] < radius[other] ? radius[at] : radius[other]
      const near = radius[at] + radius[other] - TOUCH_SHARE * smaller
      const gap = dx * dx + dy * dy - near * near
      if (gap > 0) {
        const root = along * along - square * gap
        if (root <= 0) continue
        // Where the way enters the circle around the other one; as a quotient that keeps its digits.
        const share = gap / (along + Math.sqrt(root))
        if (share >= most) continue
        most = share
      } else most = 0
      const px = dx - toX * most
      const py = dy - toY * most
      const distance = Math.sqrt(px * px + py * py)
      this.stopX = px / distance
      this.stopY = py / distance
      if (most === 0) return 0
    }
    return most
  }

  private makeRoom(count: number): void {
    if (this.moveX.length >= count) return
    const length = Math.max(64, 2 * count)
    this.moveX = new Float64Array(length)
    this.moveY = new Float64Array(length)
    this.fromX = new Float64Array(length)
    this.fromY = new Float64Array(length)
  }
}
